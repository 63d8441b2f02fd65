import HeraldJSON

/// What of a text from outside may stand in an error: so many code points, and no more. A `Character` may hold any number of them, so
/// counting characters bounds nothing.
package enum Excerpt {
    /// The longest piece of a name or code that an error quotes, in code points.
    package static let nameLength = 64
    /// The longest path or sentence of an error, in code points.
    package static let sentenceLength = 512

    /// The text, or its beginning and an ellipsis.
    package static func of(_ text: some StringProtocol, limit: Int = nameLength) -> String {
        // Most texts have fewer bytes than that, and no code point has less than one byte.
        guard text.utf8.count > limit else { return String(text) }
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex), end < scalars.endIndex else {
            return String(text)
        }
        return String(String.UnicodeScalarView(scalars[..<end])) + "…"
    }
}

extension JSONError {
    /// ``reason`` without anything of the text: `invalidValue` and `outOfRange` quote what was read, which an error about a document that
    /// somebody sent must not pass on.
    package var unquotedReason: String {
        switch code {
        case .invalidValue: "the value is not one that its type allows"
        case .outOfRange: "the number is not one that its type allows"
        default: Excerpt.of(reason, limit: Excerpt.sentenceLength)
        }
    }
}
