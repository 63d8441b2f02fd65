import HeraldKeys

/// The one-time code that binds a login to whoever began it: the server gives it to the wallet, the wallet brings it back to the program
/// that it was opened by, and that program shows it to the server together with its session.
///
/// It does not print itself.
public struct ReturnCode: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// 32 lower-case hexadecimal digits.
    public let exposedText: String

    /// How many bytes stand behind it: 16.
    public static let byteCount = 16

    /// Reads a code; capitals, blanks and hyphens are what people type.
    /// - Throws: ``MYKEYError`` unless 32 hexadecimal digits are left.
    public init(_ text: String) throws(MYKEYError) {
        guard text.utf8.count <= 128, let bytes = try? Hex.decode(String(text.filter { !$0.isWhitespace && $0 != "-" })),
            bytes.count == Self.byteCount
        else { throw MYKEYError(.syntax, field: "returnCode", reason: "32 hexadecimal digits were expected") }
        exposedText = Hex.encode(bytes)
    }

    /// - Parameter bytes: ``byteCount`` of them, which nobody can guess; more are left out.
    public init(bytes: [UInt8]) { exposedText = Hex.encode(Array(bytes.prefix(Self.byteCount))) }

    /// The digits in groups of four, for a person to type.
    public var groups: String {
        stride(from: 0, to: exposedText.utf8.count, by: 4).map { start in
            String(decoding: exposedText.utf8.dropFirst(start).prefix(4), as: UTF8.self)
        }.joined(separator: "-")
    }

    /// What a server keeps of it: SHA-256.
    public var digest: [UInt8] { HeraldSHA256.hash(Array(exposedText.utf8)) }

    public var description: String { "ReturnCode(redacted)" }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
