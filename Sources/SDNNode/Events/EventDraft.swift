import HeraldJSON
import SDNWire

/// An event before the node accepts it: the members that its sender decides.
struct EventDraft: Sendable {
    var type: String
    /// `nil` for a message-like event.
    var stateKey: String?
    var sender: String
    var content: JSONObject
    /// The event that a redaction redacts.
    var redacts: String?

    init(type: String, stateKey: String? = nil, sender: String, content: JSONObject, redacts: String? = nil) {
        self.type = type
        self.stateKey = stateKey
        self.sender = sender
        self.content = content
        self.redacts = redacts
    }

    static func member(_ user: String, _ membership: Membership, by sender: String, _ more: JSONObject = [:])
        -> EventDraft
    {
        var content = more
        content["membership"] = .string(membership.rawValue)
        return EventDraft(type: EventType.member, stateKey: user, sender: sender, content: content)
    }
}

/// The device that sent an event, and its transaction ID. The node tells them only to that device (SDN sheet 7.3).
struct EventOrigin: Sendable, Hashable {
    let deviceID: String
    let transactionID: String?
}
