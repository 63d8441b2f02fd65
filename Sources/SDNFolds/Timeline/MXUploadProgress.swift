/// The progress of the upload of a message's files, in bytes.
public struct MXUploadProgress: Sendable, Hashable {
    /// The number of bytes that were sent. It does not fall while a message is sent.
    public let bytesSent: Int64
    /// The number of bytes to send: those of all files of the message that are not yet on the node.
    public let bytesToSend: Int64
    /// The fraction that was sent, from 0 to 1.
    public var fraction: Double {
        bytesToSend > 0 ? min(max(Double(bytesSent) / Double(bytesToSend), 0), 1) : 1
    }

    /// Creates a progress, for an app's previews and tests.
    public init(bytesSent: Int64, bytesToSend: Int64) {
        self.bytesSent = bytesSent
        self.bytesToSend = bytesToSend
    }
}
