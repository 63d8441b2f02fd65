/// A file of a message in the outbox that is not yet on the node (SDN sheet 5.7).
public struct MXOutgoingAttachment: Sendable, Hashable {
    /// The member of the message's content that names the file once it is on the node: `url`, or `info.thumbnail_url`.
    public let member: String
    /// The name of the file.
    public let filename: String?
    /// Its media type, such as `image/png`.
    public let mimeType: String
    /// The content of the file.
    public let bytes: [UInt8]

    /// Creates a file to send.
    /// - Parameters:
    ///   - member: the member of the content that names it: `url`, or `info.thumbnail_url`.
    ///   - filename: the name of the file.
    ///   - mimeType: its media type.
    ///   - bytes: the content of the file.
    public init(member: String, filename: String?, mimeType: String, bytes: [UInt8]) {
        self.member = member
        self.filename = filename
        self.mimeType = mimeType
        self.bytes = bytes
    }
}
