// Exported, because the public API of this module uses the type. A program need not import SDNWire for it.
@_exported import struct SDNWire.Timestamp
import Foundation

extension Timestamp {
    /// The current time of the system's clock.
    public static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    /// The point in time as a `Date`.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

/// Times in DID documents: RFC 3339 in UTC with milliseconds.
extension Timestamp {
    /// Reads a text that ``rfc3339`` wrote; `nil` for any other text.
    init?(rfc3339 text: String) {
        guard let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text) else { return nil }
        // The product is rounded, because a time as a binary fraction can be slightly too small.
        guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    var rfc3339: String {
        // Half a millisecond is added, because the formatter rounds down and binary fractions can be slightly too small.
        let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
