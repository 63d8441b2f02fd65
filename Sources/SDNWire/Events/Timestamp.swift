/// A point in time with millisecond precision, for events, requests and databases.
///
/// A sum or difference that `Int64` cannot express becomes the first or the last point in time. It must not fail, because times may come
/// from outside.
public struct Timestamp: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The milliseconds since 1970.
    public let milliseconds: Int64

    /// Creates a point in time.
    /// - Parameter milliseconds: the milliseconds since 1970.
    @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Reads the number of milliseconds since 1970.
    /// - Throws: `DecodingError` if there is no whole number.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// The milliseconds since 1970, as a number.
    public var description: String { "\(milliseconds)" }

    /// Writes the number of milliseconds since 1970.
    /// - Throws: the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Returns the point in time that is `duration` later than `start`.
    public static func + (start: Timestamp, duration: Duration) -> Timestamp {
        let (sum, overflow) = start.milliseconds.addingReportingOverflow(duration.milliseconds)
        return Timestamp(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// Returns the point in time that is `duration` earlier than `end`.
    public static func - (end: Timestamp, duration: Duration) -> Timestamp { end + (.zero - duration) }

    /// Returns the duration from `earlier` to `later`. It is negative if `earlier` is in fact the later one.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds(since: earlier))
    }

    /// Returns the milliseconds from `earlier` to this point in time. It costs less than a `Duration`, which matters when many events are
    /// written.
    @inlinable package func milliseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return overflow ? (milliseconds < earlier.milliseconds ? .min : .max) : difference
    }

    /// True if the left point in time is earlier.
    @inlinable public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
