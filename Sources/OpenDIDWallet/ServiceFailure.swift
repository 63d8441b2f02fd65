/// The error answer of a server (OpenDID sheet 5.3).
public struct ServiceFailure: Sendable, Hashable, CustomStringConvertible {
    /// The HTTP status.
    public let status: Int
    /// The server's code, such as `SSRVTRA16510`. Empty if the body has none.
    public let code: String
    /// The server's sentence, for people only. It comes from outside and is not checked.
    public let text: String
    /// True if the body is the one that Spring writes for a failure that the server's own code did not handle.
    var isUnhandled = false

    public init(status: Int, code: String, text: String) {
        self.status = status
        self.code = code
        self.text = text
    }

    public var description: String { code.isEmpty ? "HTTP \(status)" : "HTTP \(status), \(code): \(text)" }
}
