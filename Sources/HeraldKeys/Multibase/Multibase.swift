/// Multibase text, whose first character names its encoding (OpenDID sheet 1.1).
///
/// ```swift
/// let text = Multibase.encode([0x4A, 0x5B], as: .base58btc)
/// let bytes = try Multibase.decode(text).bytes
/// ```
///
/// The sender chooses the encoding, so compare the decoded bytes and never the texts.
public enum Multibase {
    /// The encodings that the sheet allows. The raw value is the prefix.
    public enum Base: String, Sendable, Hashable, CaseIterable {
        case base16 = "f"
        case base16upper = "F"
        case base58btc = "z"
        /// Base64 with the standard alphabet. Encoding omits padding. Decoding accepts it.
        case base64 = "m"
        /// Base64 with the URL alphabet. Encoding omits padding. Decoding accepts it.
        case base64url = "u"
    }

    /// Returns the prefix followed by the encoded bytes.
    ///
    /// Base58 takes time that grows with the square of the length (``Base58/encode(_:)``). Use base64 for data whose length a peer determines. Empty
    /// input gives only the prefix, which ``decode(_:base58Limit:)`` rejects.
    public static func encode(_ bytes: [UInt8], as base: Base) -> String {
        let body =
            switch base {
            case .base16: Hex.encode(bytes)
            case .base16upper: Hex.encode(bytes, uppercase: true)
            case .base58btc: Base58.encode(bytes)
            case .base64: Base64.encode(bytes)
            case .base64url: Base64.encode(bytes, alphabet: .url)
            }
        return base.rawValue + body
    }

    /// A base58 limit for values of fixed length, such as nonces, initialisation vectors, keys, signatures and hashes. 65 bytes take 89 characters.
    /// Pass it to ``decode(_:base58Limit:)`` for such values, so that an overlong text from a peer is rejected at no cost.
    public static let shortLimit = 128

    /// Decodes a text of at least two characters: the prefix and the data. Hexadecimal digits may have either letter case.
    /// - Parameters:
    ///   - text: the prefix and the data.
    ///   - base58Limit: the longest base58 text that is decoded, in characters. Defaults to ``Base58/defaultLimit``.
    /// - Throws: ``KeysError`` with code `prefix`, `length`, `character`, `padding` or `tooLong`.
    public static func decode(_ text: String, base58Limit: Int = Base58.defaultLimit) throws(KeysError) -> (
        base: Base, bytes: [UInt8]
    ) {
        let utf8 = text.utf8
        guard let first = utf8.first, utf8.count >= 2 else {
            throw KeysError(
                .length, field: "multibase", reason: "at least two characters expected, the prefix and data")
        }
        guard let base = Base(rawValue: String(Unicode.Scalar(first))) else {
            throw KeysError(.prefix, field: "multibase", reason: "the first character must be one of f, F, z, m and u")
        }
        let body = utf8.dropFirst()
        let bytes =
            switch base {
            case .base16, .base16upper: try Hex.decode(utf8: body, field: "multibase")
            case .base58btc: try Base58.decode(utf8: body, limit: base58Limit, field: "multibase")
            case .base64: try Base64.decode(utf8: Array(body), alphabet: .standard, field: "multibase")
            case .base64url: try Base64.decode(utf8: Array(body), alphabet: .url, field: "multibase")
            }
        return (base, bytes)
    }
}
