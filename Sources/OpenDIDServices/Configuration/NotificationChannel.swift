/// A message to users: an e-mail or a push message.
public struct OutgoingNotification: Sendable, Hashable, Codable {
    /// The recipient of a message.
    public enum Recipient: Sendable, Hashable, Codable {
        /// An e-mail address.
        case mail(String)
        /// The apps of the holders with these DIDs.
        case push([String])
    }

    /// The recipient.
    public var recipient: Recipient
    /// The title. A mail that names a template may have none.
    public var title: String?
    /// The text. A mail that names a template may have none.
    public var text: String?
    /// Further values of the message. An offer is under `offerData` (OpenDID sheet 7.2). A push message with an offer also has the title
    /// under `title` and the text under `body`.
    public var data: [String: String]

    /// Creates a message.
    public init(recipient: Recipient, title: String?, text: String?, data: [String: String] = [:]) {
        self.recipient = recipient
        self.title = title
        self.text = text
        self.data = data
    }
}

/// Delivers messages to users, for example through a mail server or a push service.
///
/// ```swift
/// struct Printer: NotificationChannel {
///     func deliver(_ notification: OutgoingNotification) async throws {
///         print(notification.title ?? "no title", notification.text ?? "no text")
///     }
/// }
/// ```
public protocol NotificationChannel: Sendable {
    /// Delivers a message.
    /// - Throws: any error if the message was not accepted. The server that requested the message then receives an error.
    func deliver(_ notification: OutgoingNotification) async throws
}
