/// A file of a message in the outbox that the node does not have yet (SDN sheet 5.7).
public struct MXOutgoingAttachment: Sendable, Hashable {
    /// Where the content of the message names the file once the node has it: `url`, or `info.thumbnail_url`.
    public let member: String
    /// What the file is called.
    public let filename: String?
    /// Its media type, such as `image/png`.
    public let mimeType: String
    /// The file.
    public let bytes: [UInt8]

    /// A file to send.
    /// - Parameters:
    ///   - member: where the content names it; `url`, or `info.thumbnail_url`.
    ///   - filename: what it is called.
    ///   - mimeType: its media type.
    ///   - bytes: the file.
    public init(member: String, filename: String?, mimeType: String, bytes: [UInt8]) {
        self.member = member
        self.filename = filename
        self.mimeType = mimeType
        self.bytes = bytes
    }
}
