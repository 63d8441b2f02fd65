/// A message to people: a mail or a push message.
public struct OutgoingNotification: Sendable, Hashable, Codable {
    /// Who gets it.
    public enum Recipient: Sendable, Hashable, Codable {
        /// A mail address.
        case mail(String)
        /// The apps of these DIDs.
        case push([String])
    }

    /// Who gets it.
    public var recipient: Recipient
    public var title: String
    public var text: String
    /// Further values; an offer under the name `offerData` (OpenDID sheet 7.2). A push message with an offer has title and text here too, as
    /// `title` and `body`.
    public var data: [String: String]

    /// A message from its parts.
    public init(recipient: Recipient, title: String, text: String, data: [String: String] = [:]) {
        self.recipient = recipient
        self.title = title
        self.text = text
        self.data = data
    }
}

/// Takes messages to people: a mail server, a push service.
public protocol NotificationChannel: Sendable {
    /// - Throws: when the message was not taken; whoever asked for it is told.
    func deliver(_ notification: OutgoingNotification) async throws
}
