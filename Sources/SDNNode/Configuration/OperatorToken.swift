import Crypto
import Foundation

/// The token with which a node's operator calls the endpoints under `/_herald/operator`. A description or a debugger does not show it.
public struct OperatorToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let text: String

    /// Creates a token of 16 to 1,024 bytes. A node with a shorter or longer one does not start.
    public init(_ text: String) { self.text = text }

    /// A text without the token.
    public var description: String { "OperatorToken(redacted)" }
    /// A text without the token.
    public var debugDescription: String { description }
    /// A mirror without the token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    var isUsable: Bool { (16...1_024).contains(text.utf8.count) }

    /// True if another text is the same token. The time of the comparison depends on neither token, because it compares codes under a new random key.
    func matches(_ other: String) -> Bool {
        let key = SymmetricKey(size: .bits256)
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(other.utf8), using: key)
    }
}
