import Foundation

/// Times in DID documents: RFC 3339 in UTC with milliseconds.
enum Timestamp {
    /// - Parameter milliseconds: milliseconds since 1970.
    static func text(_ milliseconds: Int64) -> String {
        // Half a millisecond is added, because the formatter rounds down and binary fractions can be slightly too small.
        let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
