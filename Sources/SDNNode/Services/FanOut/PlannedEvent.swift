import HeraldJSON

/// An event of a fan-out that is to be made in a later turn.
struct PlannedEvent: Codable, Sendable {
    private let type: String
    private let stateKey: String?
    private let sender: String
    /// The content as text, because content may contain `null`, which the stored form of a fan-out cannot hold.
    private let content: String

    init(_ draft: EventDraft) {
        type = draft.type
        stateKey = draft.stateKey
        sender = draft.sender
        content = PlannedEvent.text(of: draft.content)
    }

    func draft() throws -> EventDraft {
        EventDraft(type: type, stateKey: stateKey, sender: sender, content: try PlannedEvent.content(of: content))
    }

    static func text(of content: JSONObject) -> String {
        String(decoding: JSONValue.object(content).serialized(), as: UTF8.self)
    }
    static func content(of text: String) throws -> JSONObject {
        guard let content = try JSONValue(parsing: Array(text.utf8)).objectValue else {
            throw NodeError(
                .databaseUnreadable, field: "fan_out", reason: "the content of a planned event is no object")
        }
        return content
    }
}
