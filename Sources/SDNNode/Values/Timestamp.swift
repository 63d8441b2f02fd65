import Foundation
import SDNWire

/// A point in time with a precision of a millisecond, as events and the database store it.
///
/// A sum or difference outside of the range of `Int64` is the first or the last point in time, because times may come from outside.
public struct Timestamp: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The milliseconds since 1970.
    public let milliseconds: Int64

    /// Creates a point in time.
    /// - Parameter milliseconds: the milliseconds since 1970.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Reads the number of milliseconds since 1970.
    /// - Throws: `DecodingError` if there is no whole number.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// The current time of the system's clock.
    public static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    /// The point in time as a `Date`.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// The milliseconds since 1970, as a number.
    public var description: String { "\(milliseconds)" }

    /// Writes the number of milliseconds since 1970.
    /// - Throws: the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Returns the point in time after a duration.
    public static func + (start: Timestamp, duration: Duration) -> Timestamp {
        let (sum, overflow) = start.milliseconds.addingReportingOverflow(duration.milliseconds)
        return Timestamp(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// Returns the point in time before a duration.
    public static func - (end: Timestamp, duration: Duration) -> Timestamp { end + (.zero - duration) }

    /// Returns the duration from an earlier point in time. It is negative if that one is later.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds(since: earlier))
    }

    /// Returns the milliseconds since an earlier point in time. Writing many events calls this, and it costs less than a `Duration`.
    func milliseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return overflow ? (milliseconds < earlier.milliseconds ? .min : .max) : difference
    }

    /// True if this point in time is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

/// Times in DID documents: RFC 3339 in UTC with milliseconds.
extension Timestamp {
    /// Reads a text that ``rfc3339`` wrote; `nil` if it is none.
    init?(rfc3339 text: String) {
        guard let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text) else { return nil }
        // Binary fractions can be slightly too small.
        guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    var rfc3339: String {
        // Half a millisecond is added, because the formatter rounds down and binary fractions can be slightly too small.
        let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

/// Deadlines that are stored in the database.
///
/// They outlive the process and its monotonic clock, but the wall clock may be set back. A creation time in the future shows that.
enum StoredDeadline {
    /// The longest time that a creation time may lie in the future. A well-kept clock is set back by less.
    static let tolerance = Duration.seconds(60)

    /// True if the deadline has not passed and the creation time shows no change of the clock.
    static func isAhead(_ deadline: Timestamp, madeAt: Timestamp, now: Timestamp) -> Bool {
        guard now < deadline else { return false }
        return madeAt - now <= tolerance
    }
}
