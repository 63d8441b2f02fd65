import Foundation

/// How a stranger's text is shown to a person (MYKEY sheet 5.2).
public enum DisplayText {
    /// The longest claim that is shown, in Unicode scalars: a `Character` has no upper length.
    public static let limit = 256

    /// A claim such as a dapp's name: composed (NFC), without control, bidi and other invisible characters, cut at ``limit``. Every run of
    /// blanks is one space, since many of them would push what follows to where a reader expects this program's own words.
    public static func claim(_ text: String) -> String {
        // Cut before and after: composing a long text of marks is work that nobody asked for.
        let visible = text.unicodeScalars.prefix(limit * 4).filter { !isInvisible($0) && $0 != "\n" && $0 != "\t" }
        let words = visible.split { $0.properties.isWhitespace }.map { String(String.UnicodeScalarView($0)) }
        let composed = words.joined(separator: " ").precomposedStringWithCanonicalMapping.unicodeScalars.prefix(limit)
        return String(String.UnicodeScalarView(composed)).trimmingCharacters(in: .whitespaces)
    }

    /// A text that is signed, with every character that a screen would hide or act on written out, such as `\u{202E}`. Line ends stay.
    public static func exact(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            if isInvisible(scalar) {
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Control, format (bidi among them), private, surrogate and unassigned characters, and the separators of lines and paragraphs.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\n" || scalar == "\t" { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
