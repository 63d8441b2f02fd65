/// Base64 of RFC 4648, written without padding and read with or without it.
///
/// Written by hand because Foundation's reader refuses unpadded text and knows no URL alphabet.
public enum Base64 {
    /// Which two characters follow the 62 letters and digits.
    public enum Alphabet: Sendable, Hashable {
        /// `+` and `/` (RFC 4648 section 4).
        case standard
        /// `-` and `_` (RFC 4648 section 5).
        case url
    }

    /// Writes base64.
    /// - Parameters:
    ///   - bytes: what to write.
    ///   - alphabet: which two characters follow the 62 letters and digits.
    ///   - padding: whether `=` fills the last group up to four characters.
    public static func encode(_ bytes: [UInt8], alphabet: Alphabet = .standard, padding: Bool = false) -> String {
        let characters = alphabet == .standard ? standardCharacters : urlCharacters
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var pending: UInt32 = 0
        var bits = 0
        for byte in bytes {
            pending = pending &<< 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(characters[Int(pending &>> UInt32(bits)) & 63])
            }
        }
        if bits > 0 { text.append(characters[Int(pending &<< UInt32(6 - bits)) & 63]) }
        while padding, text.count % 4 != 0 { text.append(equalsSign) }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Throws: ``KeysError`` with code `character`, `length` or `padding` (wrong number of `=`, or leftover bits that are not 0).
    public static func decode(_ text: some StringProtocol, alphabet: Alphabet = .standard) throws(KeysError) -> [UInt8] {
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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end / 4 * 3 + 2)
        var pending: UInt32 = 0
        var bits = 0
        for (index, character) in text[..<end].enumerated() {
            guard let value = value(character, alphabet) else {
                throw KeysError(.character, field: field, reason: "character \(index + 1) is outside the alphabet")
            }
            pending = pending &<< 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending &>> UInt32(bits)))
            }
        }
        guard pending & ((1 &<< UInt32(bits)) &- 1) == 0 else {
            throw KeysError(.padding, field: field, reason: "the leftover bits of the last character are not 0")
        }
        return bytes
    }

    private static let equalsSign: UInt8 = 0x3D
    private static let standardCharacters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlCharacters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(_ character: UInt8, _ alphabet: Alphabet) -> UInt32? {
        switch (character, alphabet) {
        case (0x41...0x5A, _): UInt32(character &- 0x41)
        case (0x61...0x7A, _): UInt32(character &- 0x61 &+ 26)
        case (0x30...0x39, _): UInt32(character &- 0x30 &+ 52)
        case (0x2B, .standard), (0x2D, .url): 62
        case (0x2F, .standard), (0x5F, .url): 63
        default: nil
        }
    }
}

/// Base64 with the URL alphabet, written without padding and read with or without it.
public enum Base64URL {
    /// The base64url alphabet, without padding.
    public static func encode(_ bytes: [UInt8]) -> String { Base64.encode(bytes, alphabet: .url) }
    /// - Throws: ``KeysError`` as ``Base64/decode(_:alphabet:)`` does.
    public static func decode(_ text: some StringProtocol) throws(KeysError) -> [UInt8] { try Base64.decode(text, alphabet: .url) }
}
