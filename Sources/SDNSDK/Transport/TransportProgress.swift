/// How far an HTTP exchange has come, in bytes.
public struct TransportProgress: Sendable, Hashable {
    /// What of the request's body has left.
    public var bytesSent: Int64
    /// The length of the request's body.
    public var bytesToSend: Int64
    /// What of the answer's body has come.
    public var bytesReceived: Int64
    /// The length of the answer's body; `nil` while it is not known.
    public var bytesExpected: Int64?

    /// A state of an exchange, for transports of an app's own.
    /// - Parameters:
    ///   - bytesSent: what of the request's body has left.
    ///   - bytesToSend: the length of the request's body.
    ///   - bytesReceived: what of the answer's body has come.
    ///   - bytesExpected: the length of the answer's body.
    public init(bytesSent: Int64 = 0, bytesToSend: Int64 = 0, bytesReceived: Int64 = 0, bytesExpected: Int64? = nil) {
        self.bytesSent = bytesSent
        self.bytesToSend = bytesToSend
        self.bytesReceived = bytesReceived
        self.bytesExpected = bytesExpected
    }
}

/// Told how far an exchange has come, from any thread, several times or never: not every transport can tell.
public typealias TransportProgressHandler = @Sendable (_ progress: TransportProgress) -> Void
