import HeraldKeys

/// The one-time code that binds a login to the program that started it. The server sends the code to the wallet. The wallet passes the code
/// to the program that opened the wallet. That program sends the code to the server, together with its session.
///
/// The description does not contain the code.
public struct ReturnCode: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The code as 32 lower-case hexadecimal digits, without `0x`.
    public let exposedText: String

    /// The number of bytes in a code: 16.
    public static let byteCount = 16

    /// Reads a code, which a user may have typed. Letter case, blanks and hyphens are ignored.
    /// - Throws: ``MYKEYError`` `syntax` unless exactly 32 hexadecimal digits remain.
    public init(_ text: String) throws(MYKEYError) {
        guard text.utf8.count <= 128,
            let bytes = try? Hex.decode(String(text.filter { !$0.isWhitespace && $0 != "-" })),
            bytes.count == Self.byteCount
        else { throw MYKEYError(.syntax, field: "returnCode", reason: "32 hexadecimal digits were expected") }
        exposedText = Hex.encode(bytes)
    }

    /// Creates a code.
    /// - Parameter bytes: ``byteCount`` unpredictable bytes. Further bytes are ignored.
    public init(bytes: [UInt8]) { exposedText = Hex.encode(Array(bytes.prefix(Self.byteCount))) }

    /// The digits in groups of four, separated by hyphens, for people to type.
    public var groups: String {
        stride(from: 0, to: exposedText.utf8.count, by: 4).map { start in
            String(decoding: exposedText.utf8.dropFirst(start).prefix(4), as: UTF8.self)
        }.joined(separator: "-")
    }

    /// The SHA-256 hash of ``exposedText``, which a server stores instead of the code.
    public var digest: [UInt8] { HeraldSHA256.hash(Array(exposedText.utf8)) }

    public var description: String { "ReturnCode(redacted)" }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
