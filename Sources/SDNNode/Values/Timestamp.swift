import Foundation

/// Times as clients see them in DID documents: RFC 3339, UTC, milliseconds.
enum Timestamp {
    /// - Parameter milliseconds: since 1970.
    static func text(_ milliseconds: Int64) -> String {
        // Half a millisecond more, because the formatter cuts off what binary fractions lack.
        let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
