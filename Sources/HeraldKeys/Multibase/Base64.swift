/// Base64 (RFC 4648). Encoding omits padding by default. Decoding accepts text with and without padding.
///
/// Herald has its own implementation, because Foundation's decoder rejects unpadded text and does not support the URL alphabet.
public enum Base64 {
    /// The alphabet, which determines the last two of the 64 characters.
    public enum Alphabet: Sendable, Hashable {
        /// `+` and `/` (RFC 4648 section 4).
        case standard
        /// `-` and `_` (RFC 4648 section 5).
        case url
    }

    /// Encodes bytes as base64.
    /// - Parameters:
    ///   - bytes: the bytes to encode.
    ///   - alphabet: the alphabet. Defaults to the standard one.
    ///   - padding: true to append `=` until the length is a multiple of four. Defaults to false.
    public static func encode(_ bytes: [UInt8], alphabet: Alphabet = .standard, padding: Bool = false) -> String {
        let characters = alphabet == .standard ? standardCharacters : urlCharacters
        let whole = bytes.count / 3 * 3
        var text = [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text, count in
            var read = 0
            while read < whole {
                let (a, b, c) = (bytes[read], bytes[read + 1], bytes[read + 2])
                text[count] = characters[Int(a &>> 2)]
                text[count + 1] = characters[Int((a &<< 4 | b &>> 4) & 63)]
                text[count + 2] = characters[Int((b &<< 2 | c &>> 6) & 63)]
                text[count + 3] = characters[Int(c & 63)]
                count += 4
                read += 3
            }
        }
        switch bytes.count - whole {
        case 1: text += [characters[Int(bytes[whole] &>> 2)], characters[Int(bytes[whole] &<< 4 & 63)]]
        case 2:
            let (a, b) = (bytes[whole], bytes[whole + 1])
            text += [
                characters[Int(a &>> 2)], characters[Int((a &<< 4 | b &>> 4) & 63)], characters[Int(b &<< 2 & 63)],
            ]
        default: break
        }
        while padding, text.count % 4 != 0 { text.append(equalsSign) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes base64.
    /// - Throws: ``KeysError`` with code `character`, `length` or `padding` (a wrong number of `=`, or unused bits that are not 0).
    public static func decode(_ text: some StringProtocol, alphabet: Alphabet = .standard) throws(KeysError) -> [UInt8]
    {
        try decode(utf8: Array(text.utf8), alphabet: alphabet, field: alphabet == .standard ? "base64" : "base64url")
    }

    static func decode(utf8 text: [UInt8], alphabet: Alphabet, field: String) throws(KeysError) -> [UInt8] {
        let end = text.lastIndex { $0 != equalsSign }.map { $0 + 1 } ?? 0
        let pad = text.count - end
        guard pad == 0 || (pad < 3 && text.count % 4 == 0) else {
            throw KeysError(.padding, field: field, reason: "wrong number of = at the end")
        }
        guard end % 4 != 1 else {
            throw KeysError(.length, field: field, reason: "\(end) characters cannot hold whole bytes")
        }
        let values = alphabet == .standard ? standardValues : urlValues
        // Decodes whole groups of four characters, up to the first group with a character outside the alphabet.
        let whole = end / 4 * 4
        var read = 0
        var bytes = [UInt8](unsafeUninitializedCapacity: whole / 4 * 3 + 2) { bytes, count in
            while read < whole {
                let (a, b) = (values[Int(text[read])], values[Int(text[read + 1])])
                let (c, d) = (values[Int(text[read + 2])], values[Int(text[read + 3])])
                guard a | b | c | d < 64 else { break }
                bytes[count] = a &<< 2 | b &>> 4
                bytes[count + 1] = b &<< 4 | c &>> 2
                bytes[count + 2] = c &<< 6 | d
                count += 3
                read += 4
            }
        }
        var pending: UInt32 = 0
        var bits = 0
        while read < end {
            let value = values[Int(text[read])]
            guard value < 64 else {
                throw KeysError(.character, field: field, reason: "character \(read + 1) is outside the alphabet")
            }
            pending = pending &<< 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending &>> UInt32(bits)))
            }
            read += 1
        }
        guard pending & ((1 &<< UInt32(bits)) &- 1) == 0 else {
            throw KeysError(.padding, field: field, reason: "the leftover bits of the last character are not 0")
        }
        return bytes
    }

    private static let equalsSign: UInt8 = 0x3D
    private static let standardCharacters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlCharacters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let standardValues = values(of: standardCharacters)
    private static let urlValues = values(of: urlCharacters)

    /// Returns a table with the value of each byte, or 255 for bytes outside the alphabet.
    private static func values(of characters: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(truncatingIfNeeded: value) }
        return values
    }
}

/// Base64 with the URL alphabet. Encoding omits padding. Decoding accepts text with and without padding.
public enum Base64URL {
    /// Encodes bytes as base64url without padding.
    public static func encode(_ bytes: [UInt8]) -> String { Base64.encode(bytes, alphabet: .url) }
    /// Decodes base64url.
    /// - Throws: ``KeysError`` with the same codes as ``Base64/decode(_:alphabet:)``.
    public static func decode(_ text: some StringProtocol) throws(KeysError) -> [UInt8] {
        try Base64.decode(text, alphabet: .url)
    }
}
