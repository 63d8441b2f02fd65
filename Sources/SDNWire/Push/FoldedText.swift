/// A text prepared for case-insensitive matching: its Unicode scalars in lower case.
package struct FoldedText: Sendable, Hashable {
    package let scalars: [Unicode.Scalar]
    /// For each scalar, true when it is part of a word.
    private let isWord: [Bool]

    package init(_ text: String) {
        self.scalars = Array(text.lowercased().unicodeScalars)
        self.isWord = scalars.map(\.isPartOfWord)
    }

    /// Returns true when a position, from 0 to the number of scalars, lies inside a word.
    package func splitsWord(at position: Int) -> Bool {
        guard position > 0, position < scalars.count else { return false }
        return isWord[position - 1] && isWord[position]
    }

    /// The words of the text: its longest runs of scalars that are parts of words.
    package var words: [ArraySlice<Unicode.Scalar>] {
        var words: [ArraySlice<Unicode.Scalar>] = [], start: Int?
        for (index, isPart) in isWord.enumerated() where isPart != (start != nil) {
            if let begun = start { words.append(scalars[begun..<index]) }
            start = isPart ? index : nil
        }
        if let start { words.append(scalars[start...]) }
        return words
    }
}

extension Unicode.Scalar {
    /// True for letters, digits, marks and connectors of every script. The Matrix specification names only ASCII characters. If only ASCII
    /// counted, a word of another script would also match inside longer words. Other servers count all scripts, too.
    package var isPartOfWord: Bool {
        if isASCII {
            return switch value {
            case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
            default: false
            }
        }
        return switch properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation, .letterNumber: true
        default: properties.isAlphabetic || properties.isJoinControl
        }
    }
}

extension FoldedText {
    /// Returns true when the text contains the phrase and neither end of the match lies inside a word. An empty phrase always matches.
    package func contains(phrase: [Unicode.Scalar]) -> Bool {
        guard !phrase.isEmpty else { return true }
        guard phrase.count <= scalars.count else { return false }
        var fallback = [Int](repeating: 0, count: phrase.count), matched = 0
        // The Knuth–Morris–Pratt algorithm takes linear time for every phrase and text.
        for index in phrase.indices.dropFirst() {
            while matched > 0, phrase[index] != phrase[matched] { matched = fallback[matched - 1] }
            if phrase[index] == phrase[matched] { matched += 1 }
            fallback[index] = matched
        }
        matched = 0
        for (index, scalar) in scalars.enumerated() {
            while matched > 0, scalar != phrase[matched] { matched = fallback[matched - 1] }
            if scalar == phrase[matched] { matched += 1 }
            guard matched == phrase.count else { continue }
            if !splitsWord(at: index + 1), !splitsWord(at: index + 1 - phrase.count) { return true }
            matched = fallback[matched - 1]
        }
        return false
    }
}
