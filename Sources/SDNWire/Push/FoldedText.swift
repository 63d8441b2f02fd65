/// A text made ready for matching without regard to case: its scalars in lower case.
package struct FoldedText: Sendable, Hashable {
    package let scalars: [Unicode.Scalar]
    /// For each scalar whether it is part of a word.
    private let isWord: [Bool]

    package init(_ text: String) {
        self.scalars = Array(text.lowercased().unicodeScalars)
        self.isWord = scalars.map(\.isPartOfWord)
    }

    /// Whether a position, from 0 to the number of scalars, lies inside a word.
    package func splitsWord(at position: Int) -> Bool {
        guard position > 0, position < scalars.count else { return false }
        return isWord[position - 1] && isWord[position]
    }

    /// The longest runs of scalars that are parts of words.
    package var words: [ArraySlice<Unicode.Scalar>] { scalars.split { !$0.isPartOfWord } }
}

extension Unicode.Scalar {
    /// Letters, digits, marks and connectors of every script. The specification names those of ASCII alone, which would find a word of
    /// any other script inside every longer one; servers in use do as here.
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
