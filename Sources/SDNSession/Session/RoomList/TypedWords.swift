import Foundation

/// The words of a search text, and the names that they match.
struct TypedWords: Sendable {
    private let words: [[Unicode.Scalar]]

    init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { TypedWords.folded(String($0)) }.filter { !$0.isEmpty }
    }

    /// True when each word stands at the beginning of a word of the name.
    func match(_ name: String) -> Bool {
        guard !words.isEmpty else { return true }
        let name = TypedWords.folded(name)
        return words.allSatisfy { TypedWords.occurs($0, in: name) }
    }

    private static func occurs(_ word: [Unicode.Scalar], in name: [Unicode.Scalar]) -> Bool {
        guard word.count <= name.count else { return false }
        return (0...(name.count - word.count)).contains { start in
            beginsWord(at: start, in: name) && name[start..<(start + word.count)].elementsEqual(word)
        }
    }

    private static func beginsWord(at index: Int, in name: [Unicode.Scalar]) -> Bool {
        guard index > 0 else { return true }
        return !isPartOfWord(name[index - 1]) || isUnspaced(name[index]) || isUnspaced(name[index - 1])
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// True for a character of a script that has no spaces between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Returns the text without differences of case, accents and width, which people ignore when they search.
    private static func folded(_ text: String) -> [Unicode.Scalar] {
        let folded = text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return Array(folded.unicodeScalars)
    }
}
