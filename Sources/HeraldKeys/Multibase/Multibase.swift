/// Text whose first character names its encoding (draft-multiformats-multibase, OpenDID sheet 1.1).
///
/// The sender picks the encoding, so compare decoded bytes and never the texts.
public enum Multibase {
    /// The encodings of the sheet; the raw value is the prefix.
    public enum Base: String, Sendable, Hashable, CaseIterable {
        case base16 = "f"
        case base16upper = "F"
        case base58btc = "z"
        /// Standard alphabet; no padding is written, padding is accepted.
        case base64 = "m"
        /// URL alphabet; no padding is written, padding is accepted.
        case base64url = "u"
    }

    /// The prefix and the encoded bytes. Base58 takes time with the square of the length (``Base58/encode(_:)``): what somebody else decides
    /// the length of goes into base64, which every reader of multibase reads too. No bytes at all give the prefix alone, which ``decode(_:base58Limit:)`` refuses.
    public static func encode(_ bytes: [UInt8], as base: Base) -> String {
        let body = switch base {
        case .base16: Hex.encode(bytes)
        case .base16upper: Hex.encode(bytes, uppercase: true)
        case .base58btc: Base58.encode(bytes)
        case .base64: Base64.encode(bytes)
        case .base64url: Base64.encode(bytes, alphabet: .url)
        }
        return base.rawValue + body
    }

    /// The longest base58 text of what has a fixed length: nonce, initialisation vector, key, signature, hash. 65 bytes take 89 characters.
    /// Readers of such things pass it to ``decode(_:base58Limit:)``, so that a stranger's long text costs them nothing.
    public static let shortLimit = 128

    /// Reads a text of at least two characters, the prefix and data; hexadecimal digits of either case.
    /// - Parameters:
    ///   - text: the prefix and data.
    ///   - base58Limit: the longest base58 text that is worked on, in characters; see ``Base58/defaultLimit``.
    /// - Throws: ``KeysError`` with code `prefix`, `length`, `character`, `padding` or `tooLong`.
    public static func decode(_ text: String, base58Limit: Int = Base58.defaultLimit) throws(KeysError) -> (base: Base, bytes: [UInt8]) {
        let utf8 = text.utf8
        guard let first = utf8.first, utf8.count >= 2 else {
            throw KeysError(.length, field: "multibase", reason: "at least two characters expected, the prefix and data")
        }
        guard let base = Base(rawValue: String(Unicode.Scalar(first))) else {
            throw KeysError(.prefix, field: "multibase", reason: "the first character must be one of f, F, z, m and u")
        }
        let body = utf8.dropFirst()
        let bytes = switch base {
        case .base16, .base16upper: try Hex.decode(utf8: body, field: "multibase")
        case .base58btc: try Base58.decode(utf8: body, limit: base58Limit, field: "multibase")
        case .base64: try Base64.decode(utf8: Array(body), alphabet: .standard, field: "multibase")
        case .base64url: try Base64.decode(utf8: Array(body), alphabet: .url, field: "multibase")
        }
        return (base, bytes)
    }
}
