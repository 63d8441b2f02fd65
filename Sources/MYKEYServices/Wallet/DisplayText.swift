import Foundation

/// Prepares received text for display to the user (MYKEY sheet 5.2).
public enum DisplayText {
    /// The longest claim that is shown, in Unicode scalars. Scalars are counted, because a `Character` has no maximum length.
    public static let limit = 256

    /// Returns a claim, such as a dapp's name, for display: composed (NFC), without control, bidi and other invisible characters, cut at
    /// ``limit``. Every run of blanks becomes one space. Otherwise a dapp could use many blanks to move its text to the place where the
    /// user expects this program's own words.
    public static func claim(_ text: String) -> String {
        // The text is cut twice, before and after it is composed, so that a long text of combining marks does not take much time.
        let visible = text.unicodeScalars.prefix(limit * 4).filter { !isInvisible($0) && $0 != "\n" && $0 != "\t" }
        let words = visible.split { $0.properties.isWhitespace }.map { String(String.UnicodeScalarView($0)) }
        let composed = words.joined(separator: " ").precomposedStringWithCanonicalMapping.unicodeScalars.prefix(limit)
        return String(String.UnicodeScalarView(composed)).trimmingCharacters(in: .whitespaces)
    }

    /// Returns a text that is to be signed, for display. Characters that a screen would hide or interpret are escaped, such as `\u{202E}`.
    /// Line breaks are not escaped. A backslash is doubled, so that the escape and the text `\u{202E}` look different.
    ///
    /// The result must not be passed to this function again.
    public static func exact(_ text: String) -> String { escaped(text, doublesBackslashes: true) }

    /// Returns a text in which the characters that a screen would hide or interpret are escaped, except line breaks and tabs. Backslashes
    /// are unchanged, so a text that was prepared for display before stays as it is.
    package static func visible(_ text: String) -> String { escaped(text, doublesBackslashes: false) }

    private static func escaped(_ text: String, doublesBackslashes: Bool) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            if isInvisible(scalar) {
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                if doublesBackslashes, scalar == "\\" { shown.unicodeScalars.append(scalar) }
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// True for control, format (including bidi), private-use, surrogate and unassigned characters, and for line and paragraph separators.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\n" || scalar == "\t" { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
