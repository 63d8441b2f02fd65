import HeraldKeys

/// The secret with which a browser asks for the result of its login. The uuID cannot be used for this, because everybody who sees the QR
/// code can read it.
public struct LoginSession: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The secret, 32 lower-case hexadecimal digits. A client that knows it counts as the browser that began the login.
    public let exposedText: String

    /// Reads a secret.
    /// - Throws: ``MYKEYServicesError`` with code `value` when the text is not 32 lower-case hexadecimal digits.
    public init(_ text: String) throws(MYKEYServicesError) {
        guard let bytes = try? Hex.decode(text), bytes.count == 16, Hex.encode(bytes) == text else {
            throw MYKEYServicesError(.value, field: "session", reason: "32 lower-case hexadecimal digits are expected")
        }
        exposedText = text
    }

    /// Creates a session.
    /// - Parameter random: 16 random bytes.
    init(random: [UInt8]) { exposedText = Hex.encode(random) }

    /// The SHA-256 hash of the secret. A store contains the hash instead of the secret.
    var digest: [UInt8] { HeraldSHA256.hash(Array(exposedText.utf8)) }

    public var description: String { "LoginSession(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
