import HeraldJSON

/// Shortens texts that come from outside, so that an error can quote them. The limit counts code points, because a `Character` may consist
/// of any number of them.
package enum Excerpt {
    /// The longest name or code that an error quotes, in code points.
    package static let nameLength = 64
    /// The longest path or sentence of an error, in code points.
    package static let sentenceLength = 512

    /// Returns the text, or its beginning and an ellipsis if it is longer than the limit.
    package static func of(_ text: some StringProtocol, limit: Int = nameLength) -> String {
        // The number of bytes is checked first, because it is fast to get. A text never has more code points than bytes.
        guard text.utf8.count > limit else { return String(text) }
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else {
            return String(text)
        }
        return String(String.UnicodeScalarView(scalars[..<end])) + "…"
    }
}

extension JSONError {
    /// The reason of the error without a quotation from the text that was read. `invalidValue` and `outOfRange` quote the value, and an
    /// error about a received document must not disclose it.
    package var unquotedReason: String {
        switch code {
        case .invalidValue: "the value is not one that its type allows"
        case .outOfRange: "the number is not one that its type allows"
        default: Excerpt.of(reason, limit: Excerpt.sentenceLength)
        }
    }
}
