import HeraldKeys

/// The secret by which a browser asks what became of its login. The uuID will not do: whoever sees the QR code can read that.
public struct LoginSession: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// 32 lower-case hexadecimal digits. Whoever has them is taken for the browser that began the login.
    public let exposedText: String

    /// - Throws: ``MYKEYServicesError`` with code `value` unless the text is 32 lower-case hexadecimal digits.
    public init(_ text: String) throws(MYKEYServicesError) {
        guard let bytes = try? Hex.decode(text), bytes.count == 16, Hex.encode(bytes) == text else {
            throw MYKEYServicesError(.value, field: "session", reason: "32 lower-case hexadecimal digits are expected")
        }
        exposedText = text
    }

    /// - Parameter random: 16 random bytes.
    init(random: [UInt8]) { exposedText = Hex.encode(random) }

    /// What a store keeps of it.
    var digest: [UInt8] { HeraldSHA256.hash(Array(exposedText.utf8)) }

    public var description: String { "LoginSession(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
