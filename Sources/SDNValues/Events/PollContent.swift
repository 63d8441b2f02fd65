import HeraldJSON

/// The contents of a poll's events. Three sets of names are read: Matrix's stable names, Matrix's unstable names, and the unstable names of
/// SendingNetwork (SDN sheet 0.2).
package enum PollContent {
    private static let prefixes = ["org.matrix.", "org.sdn."]

    /// The question and the answers of a poll. The initializer returns `nil` when there is no answer to vote for.
    package struct Start {
        package let question: String
        package let isDisclosed: Bool
        package let maximumSelections: Int
        package let answers: [(id: String, text: String)]

        package init?(_ content: JSONObject) {
            let names = ["m.poll", "m.poll.start"] + prefixes.map { $0 + "msc3381.poll.start" }
            guard let poll = names.lazy.compactMap({ content[$0]?.objectValue }).first else { return nil }
            question = poll["question"]?.objectValue.flatMap(PollContent.text) ?? ""
            // A poll of an unknown kind does not disclose its votes.
            isDisclosed = poll["kind"]?.stringValue?.hasSuffix(".disclosed") ?? false
            maximumSelections = max(1, Int(clamping: poll["max_selections"]?.intValue ?? 1))
            var seen: Set<String> = []
            let all = (poll["answers"]?.arrayValue ?? []).compactMap { value -> (id: String, text: String)? in
                guard let answer = value.objectValue, let id = (answer["m.id"] ?? answer["id"])?.stringValue,
                    seen.insert(id).inserted
                else { return nil }
                return (id, PollContent.text(answer) ?? "")
            }
            answers = Array(all.prefix(20))
            guard !answers.isEmpty else { return nil }
        }
    }

    /// Returns the IDs of the answers that a vote names; empty when the vote cannot be read.
    package static func selections(_ content: JSONObject) -> [String] {
        let names = ["m.poll.response"] + prefixes.map { $0 + "msc3381.poll.response" }
        let list =
            content["m.selections"]?.arrayValue ?? names.lazy.compactMap { content[$0]?["answers"]?.arrayValue }.first
            ?? []
        let texts = list.map(\.stringValue)
        return texts.contains(nil) ? [] : texts.compactMap(\.self)
    }

    /// Returns a text of an extensible event (MSC1767). The text is either the plain form in a list of forms, or a single string.
    private static func text(_ object: JSONObject) -> String? {
        if let forms = object["m.text"]?.arrayValue {
            let plain = forms.first { ($0["mimetype"]?.stringValue ?? "text/plain") == "text/plain" } ?? forms.first
            return plain?["body"]?.stringValue
        }
        return (["m.text"] + prefixes.map { $0 + "msc1767.text" } + ["body"]).lazy.compactMap {
            object[$0]?.stringValue
        }.first
    }
}
