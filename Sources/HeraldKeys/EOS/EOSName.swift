/// The name of an EOS account: 1 to 12 characters out of a–z, 1–5 and the dot. It does not end in a dot (MYKEY sheet 4.1).
public struct EOSName: Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let text: String

    /// Checks a name. White space around it and capital letters are errors.
    /// - Throws: ``KeysError`` with code `length` or `character`.
    public init(_ text: String) throws(KeysError) {
        guard (1...12).contains(text.utf8.count) else {
            throw KeysError(
                .length, field: Self.field, reason: "1 to 12 characters expected, \(text.utf8.count) bytes found")
        }
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "1")...UInt8(ascii: "5"), UInt8(ascii: "."): break
            default:
                throw KeysError(
                    .character, field: Self.field, reason: "character \(index + 1) is none of a-z, 1-5 and the dot")
            }
        }
        guard text.utf8.last != UInt8(ascii: ".") else {
            throw KeysError(.character, field: Self.field, reason: "the last character must not be a dot")
        }
        self.text = text
    }

    public var description: String { text }

    private static let field = "account"
}
