/// The tokens that SQLite's tokenizer `unicode61` makes of a text. They are counted at least as high as SQLite counts them.
enum SearchTokens {
    /// Returns the start of a text that has at most a number of tokens, and subtracts its tokens from the number.
    static func start(of text: String, _ left: inout Int) -> String {
        var isInside = false, out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch Kind(scalar) {
            case .separator: isInside = false
            case .letter where isInside: break
            case .letter, .unknown:
                guard left > 0 else { return String(out) }
                left -= 1
                isInside = Kind(scalar) == .letter
            }
            out.append(scalar)
        }
        return String(out)
    }

    private enum Kind {
        /// The character is never part of a token.
        case separator
        /// The character begins a token or continues one.
        case letter
        /// Versions of SQLite take the character differently. It therefore counts as a token of its own.
        case unknown

        /// SQLite knows the characters of Unicode 6.1 and takes all later ones as parts of tokens.
        init(_ scalar: Unicode.Scalar) {
            let category = scalar.properties.generalCategory
            if !scalar.isASCII {
                guard let age = scalar.properties.age, (age.major, age.minor) < (6, 2), category != .unassigned,
                    !Self.hasChanged(scalar)
                else {
                    self = .unknown
                    return
                }
            }
            switch category {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .privateUse:
                self = .letter
            default: self = .separator
            }
        }

        /// True for characters that became letters after Unicode 6.1: vowel signs of New Tai Lue, and two Vedic signs.
        private static func hasChanged(_ scalar: Unicode.Scalar) -> Bool {
            (0x19B0...0x19C9).contains(scalar.value) || (0x1CF2...0x1CF3).contains(scalar.value)
        }
    }
}
