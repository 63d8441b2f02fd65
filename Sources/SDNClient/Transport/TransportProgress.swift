/// The progress of an HTTP exchange, in bytes.
public struct TransportProgress: Sendable, Hashable {
    /// The number of bytes of the request's body that were sent.
    public var bytesSent: Int64
    /// The length of the request's body.
    public var bytesToSend: Int64
    /// The number of bytes of the answer's body that were received.
    public var bytesReceived: Int64
    /// The length of the answer's body; `nil` while it is not known.
    public var bytesExpected: Int64?

    /// Creates the progress of an exchange, for an app's own transports.
    /// - Parameters:
    ///   - bytesSent: the number of bytes of the request's body that were sent.
    ///   - bytesToSend: the length of the request's body.
    ///   - bytesReceived: the number of bytes of the answer's body that were received.
    ///   - bytesExpected: the length of the answer's body.
    public init(bytesSent: Int64 = 0, bytesToSend: Int64 = 0, bytesReceived: Int64 = 0, bytesExpected: Int64? = nil) {
        self.bytesSent = bytesSent
        self.bytesToSend = bytesToSend
        self.bytesReceived = bytesReceived
        self.bytesExpected = bytesExpected
    }
}

/// A handler that is called with the progress of an exchange, from any thread, several times or never. Not every transport reports progress.
public typealias TransportProgressHandler = @Sendable (_ progress: TransportProgress) -> Void
