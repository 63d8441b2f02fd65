/// What a server answered instead of what was asked for (OpenDID sheet 5.3).
public struct ServiceFailure: Sendable, Hashable, CustomStringConvertible {
    /// The HTTP status.
    public let status: Int
    /// The server's code, such as `SSRVTRA16510`; empty when the body held none.
    public let code: String
    /// The server's sentence; it comes from outside and is for people only.
    public let text: String
    /// True when the body is what Spring writes for a failure that the server's own code did not handle.
    var isUnhandled = false

    /// A failure from its parts.
    public init(status: Int, code: String, text: String) {
        self.status = status
        self.code = code
        self.text = text
    }

    public var description: String { code.isEmpty ? "HTTP \(status)" : "HTTP \(status), \(code): \(text)" }
}
