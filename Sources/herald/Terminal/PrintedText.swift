import Foundation

/// Prepares untrusted text for a terminal, such as claims, captions, names of verifiers and messages of servers. Characters that a terminal
/// would obey are replaced by visible ones.
enum PrintedText {
    /// Returns one line of plain text. U+FFFD replaces each control character, each line end and each mark that changes the writing
    /// direction.
    static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isObeyed(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    /// Returns JSON text in one line. The characters that a terminal would obey are escaped, so that a reader of the JSON gets the original
    /// value.
    static func json(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        // Only characters inside of strings are affected, because compact JSON contains none of them outside of strings.
        return text.unicodeScalars.map { isObeyed($0) ? escape($0) : String($0) }.joined()
    }

    /// True for a character that a terminal would obey. Joiners are not included. They are invisible, but change nothing, and names in some
    /// scripts need them.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
