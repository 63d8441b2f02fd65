import GRDB

/// Texts for the search index. In scripts without spaces between words, each character becomes a word.
///
/// SQLite's tokenizer takes a whole line of Chinese as one word. With spaces around every character, a part of such a line is a phrase, which the
/// index finds at any place.
enum SearchText {
    /// The SQL function `search_text(text)`. A value that is no text stays unchanged.
    static let function = DatabaseFunction("search_text", argumentCount: 1, pure: true) { values in
        guard let value = values.first, case .string(let text) = value.storage else { return values.first }
        return spaced(text)
    }

    static func spaced(_ text: String) -> String {
        // In UTF-8, a character of these scripts takes at least three bytes.
        guard text.utf8.contains(where: { $0 >= 0xE0 }) else { return text }
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isWord(scalar) else {
                out.append(scalar)
                continue
            }
            out.append(" ")
            out.append(scalar)
            out.append(" ")
        }
        return String(out)
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // The scripts of Thai, Lao, Burmese and Khmer.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
        // The scripts Kana, Bopomofo and Han.
        case 0x3040...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        // Hangul. Korean endings are attached to words, so Korean is also indexed by character.
        case 0xAC00...0xD7AF: true
        default: false
        }
    }
}
