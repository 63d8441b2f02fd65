import Foundation

/// Text of others on its way to a terminal: claims, captions, names of verifiers, what servers say. A terminal obeys some characters; here
/// they become visible instead.
enum PrintedText {
    /// One line of plain text: control characters, line ends and the marks that turn the direction of writing are shown as U+FFFD.
    static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isObeyed(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    /// JSON text of one line: the same characters as escapes, so that a reader of JSON gets what was there.
    static func json(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        // Outside of strings compact JSON has none of them.
        return text.unicodeScalars.map { isObeyed($0) ? escape($0) : String($0) }.joined()
    }

    /// Joiners are invisible likewise and turn nothing; names in some scripts need them.
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
