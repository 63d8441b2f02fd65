import Foundation

/// Prepares untrusted text for a terminal: claims, captions, names of verifiers, messages of servers. Characters that a terminal would obey become
/// visible.
enum PrintedText {
    /// Returns one line of plain text. Control characters, line ends and marks that change the writing direction are replaced by U+FFFD.
    static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isObeyed(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    /// Returns JSON text on one line. The same characters are escaped, so that a reader of JSON gets the original value.
    static func json(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        // Outside of strings, compact JSON contains none of them.
        return text.unicodeScalars.map { isObeyed($0) ? escape($0) : String($0) }.joined()
    }

    /// Returns true for a character that a terminal would obey. Joiners are invisible too, but change nothing, and names in some scripts need them.
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
