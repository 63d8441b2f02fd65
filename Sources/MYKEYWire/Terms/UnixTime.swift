/// A point in time in whole seconds since 1970, the form in which requests and callbacks write it.
///
/// ```swift
/// let begun = UnixTime(seconds: 1_606_900_362)
/// print(begun + .seconds(300), UnixTime(seconds: 1_606_900_370) - begun)  // 1606900662 8.0 seconds
/// ```
///
/// Times may come from outside. A sum or difference that `Int64` cannot hold is therefore replaced by the first or the last point in time.
public struct UnixTime: InstantProtocol, CustomStringConvertible {
    /// The seconds since 1970-01-01T00:00:00Z. The number is negative for earlier times.
    public let seconds: Int64

    /// Creates a point in time from its seconds since 1970.
    public init(seconds: Int64) { self.seconds = seconds }

    /// Returns the point in time that is later by a duration. If the duration is negative, the result is earlier. Parts of a second are cut
    /// off.
    public func advanced(by duration: Duration) -> UnixTime {
        // `components` would trap for a duration of more seconds than an Int64 can hold.
        let whole: Int64
        if duration >= .seconds(Int64.max) {
            whole = .max
        } else if duration <= .seconds(Int64.min) {
            whole = .min
        } else {
            whole = duration.components.seconds
        }
        let (sum, overflow) = seconds.addingReportingOverflow(whole)
        return UnixTime(seconds: overflow ? (whole < 0 ? .min : .max) : sum)
    }

    /// Returns the time from this point in time to `other`. The result is negative if `other` is earlier.
    public func duration(to other: UnixTime) -> Duration { .seconds(other.seconds) - .seconds(seconds) }

    /// The seconds since 1970, in decimal digits.
    public var description: String { "\(seconds)" }

    /// Returns the point in time after a duration; see ``advanced(by:)``.
    public static func + (start: UnixTime, duration: Duration) -> UnixTime { start.advanced(by: duration) }

    /// Returns the point in time before a duration; see ``advanced(by:)``.
    public static func - (end: UnixTime, duration: Duration) -> UnixTime { end.advanced(by: .zero - duration) }

    /// Returns the time from the second point in time to the first one.
    public static func - (later: UnixTime, earlier: UnixTime) -> Duration { earlier.duration(to: later) }

    /// True if this point in time is earlier.
    public static func < (left: UnixTime, right: UnixTime) -> Bool { left.seconds < right.seconds }
}
