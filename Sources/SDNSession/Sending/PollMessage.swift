import HeraldJSON
import SDNFolds
import SDNValues

/// The contents of the events of a poll, with the unstable names that clients send (MSC3381; SDN sheet 0.2).
enum PollMessage {
    /// Returns the content of the event that begins a poll.
    /// - Parameters:
    ///   - answers: the ID and the text of each answer.
    ///   - prefix: the node's prefix of experimental names.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument`.
    static func start(
        _ question: String, answers: [(id: String, text: String)], maximumSelections: Int, isDisclosed: Bool,
        prefix: String
    ) throws(SDNSDKError) -> JSONObject {
        guard !question.isEmpty else { throw invalid("question", "a poll needs a question") }
        // Clients show at most 20 answers.
        guard (1...20).contains(answers.count), answers.allSatisfy({ !$0.text.isEmpty }) else {
            throw invalid("answers", "a poll has 1 to 20 answers, and each has a text")
        }
        guard (1...answers.count).contains(maximumSelections) else {
            throw invalid("maximumSelections", "a user may choose between 1 answer and all of them")
        }
        let name = prefix + "msc1767.text"
        let kind = prefix + "msc3381.poll." + (isDisclosed ? "disclosed" : "undisclosed")
        let choices = answers.map { answer -> JSONValue in
            .object(["id": .string(answer.id), name: .string(answer.text)])
        }
        let lines = [question] + answers.enumerated().map { "\($0.offset + 1). \($0.element.text)" }
        let poll: JSONObject = [
            "kind": .string(kind), "max_selections": .int(Int64(maximumSelections)),
            "question": .object([name: .string(question)]), "answers": .array(choices),
        ]
        var content: JSONObject = [name: .string(lines.joined(separator: "\n"))]
        content[prefix + "msc3381.poll.start"] = .object(poll)
        return content
    }

    /// Returns the content of a vote. A vote without answers revokes the user's earlier vote.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` or `wrongState`.
    static func vote(_ answerIds: [String], in poll: MXPoll, prefix: String) throws(SDNSDKError) -> JSONObject {
        guard !poll.isEnded else { throw hasEnded }
        guard Set(answerIds).count == answerIds.count, answerIds.count <= poll.maximumSelections,
            Set(answerIds).isSubset(of: poll.answers.map(\.id))
        else {
            throw invalid(
                "answerIds", "a vote names different answers of the poll, at most \(poll.maximumSelections)")
        }
        var content: JSONObject = ["m.relates_to": reference(poll.eventId)]
        content[prefix + "msc3381.poll.response"] = ["answers": .array(answerIds.map(JSONValue.string))]
        return content
    }

    /// Returns the content of the event that ends a poll.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `wrongState`.
    static func end(_ poll: MXPoll, text: String, prefix: String) throws(SDNSDKError) -> JSONObject {
        guard !poll.isEnded else { throw hasEnded }
        var content: JSONObject = ["m.relates_to": reference(poll.eventId)]
        content[prefix + "msc1767.text"] = .string(text)
        content[prefix + "msc3381.poll.end"] = [:]
        return content
    }

    private static let hasEnded = SDNSDKError(.wrongState, field: "event", reason: "the poll has ended")

    private static func reference(_ eventId: String) -> JSONValue {
        ["rel_type": .string(MXEventContentRelatesTo.RelationType.reference), "event_id": .string(eventId)]
    }

    private static func invalid(_ field: String, _ reason: String) -> SDNSDKError {
        SDNSDKError(.invalidArgument, field: field, reason: reason)
    }
}
