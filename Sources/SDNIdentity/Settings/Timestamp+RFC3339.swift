import Foundation
import SDNWire

/// Times in DID documents: RFC 3339 in UTC with milliseconds.
extension Timestamp {
    /// Reads a text that ``rfc3339`` wrote; `nil` for any other text.
    package init?(rfc3339 text: String) {
        guard let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text) else { return nil }
        // The product is rounded, because a time as a binary fraction can be slightly too small.
        guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// The text of the time.
    package var rfc3339: String {
        // Half a millisecond is added, because the formatter rounds down and binary fractions can be slightly too small.
        let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
