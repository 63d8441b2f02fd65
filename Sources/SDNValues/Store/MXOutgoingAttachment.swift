import Foundation

/// A file that belongs to a message in the outbox and is not yet on the node (SDN sheet 5.7).
public struct MXOutgoingAttachment: Sendable, Hashable {
    /// The length of a part in bytes. A longer file is stored in parts of this length; only the last part may be shorter.
    public static let partSize = 512 << 10

    /// The member of the message's content that names the file once it is on the node: `url`, or `info.thumbnail_url`.
    public let member: String
    /// The name of the file.
    public let filename: String?
    /// The file's media type, such as `image/png`.
    public let mimeType: String
    /// The content of the file; empty when it is stored in parts.
    public package(set) var bytes: [UInt8]
    /// The length of the content in bytes.
    public let size: Int64
    /// True when the content is stored in parts (``MXStoreSendingReader/attachmentPart(_:of:ofMessage:)``).
    public package(set) var isInParts: Bool
    /// The content of a file that is still to be read and stored; `nil` for a file from a store, and for short content in memory.
    package var source: MXAttachmentSource?

    /// Creates a file to send.
    /// - Parameters:
    ///   - member: the member of the content that names the file: `url`, or `info.thumbnail_url`.
    ///   - filename: the name of the file.
    ///   - mimeType: the file's media type.
    ///   - bytes: the content of the file.
    public init(member: String, filename: String?, mimeType: String, bytes: [UInt8]) {
        self.member = member
        self.filename = filename
        self.mimeType = mimeType
        self.bytes = bytes
        self.size = Int64(bytes.count)
        self.isInParts = false
    }

    /// Creates a file that is stored in parts.
    /// - Parameters:
    ///   - member: the member of the content that names the file: `url`, or `info.thumbnail_url`.
    ///   - filename: the name of the file.
    ///   - mimeType: the file's media type.
    ///   - sizeOfParts: the length of all parts together, in bytes.
    public init(member: String, filename: String?, mimeType: String, sizeOfParts: Int64) {
        self.member = member
        self.filename = filename
        self.mimeType = mimeType
        self.bytes = []
        self.size = sizeOfParts
        self.isInParts = true
    }

    /// Creates a file from what the app handed over. Nothing is read from the disk, because the app may call from its main thread, and the disk may
    /// first have to fetch the file from a cloud.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` when the file cannot be read.
    package init(member: String, filename: String?, mimeType: String, source: MXAttachmentSource) throws(SDNSDKError) {
        if source.isInMemory, source.size <= Int64(MXOutgoingAttachment.partSize) {
            let bytes = try source.read(at: 0, count: MXOutgoingAttachment.partSize)
            self.init(member: member, filename: filename, mimeType: mimeType, bytes: bytes)
        } else {
            self.init(member: member, filename: filename, mimeType: mimeType, sizeOfParts: source.size)
            self.source = source
        }
    }
}
