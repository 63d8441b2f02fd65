/// The HTTP answer of a server. Its description leaves out the body, which may contain a token or a credential.
public struct ServiceAnswer: Sendable, Hashable {
    /// The HTTP status. Any status but 200 is a refusal (OpenDID sheet 5.1).
    public var status: Int
    /// The body as it was received.
    public var body: [UInt8]

    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

extension ServiceAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "HTTP \(status) (\(body.count) bytes)" }
    public var debugDescription: String { description }
    /// A mirror with only the status, so that `dump` does not show the body.
    public var customMirror: Mirror { Mirror(self, children: ["status": status], displayStyle: .struct) }
}
