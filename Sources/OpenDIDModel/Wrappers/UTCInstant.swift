/// A point in time in UTC, to the nanosecond, in the years 0000 to 9999 of the Gregorian calendar (OpenDID sheet 1.3).
///
/// ```swift
/// let start = try UTCInstant("2026-01-31T18:00:00+09:00")
/// print(start.text, start.adding(years: 1).text)  // 2026-01-31T09:00:00Z 2027-01-31T09:00:00Z
/// ```
///
/// This type does not use Foundation. Reading a date is therefore fast compared with reading a document, and gives the same result on every
/// platform.
public struct UTCInstant: InstantProtocol, CustomStringConvertible {
    /// The whole seconds since 1970-01-01T00:00:00Z. The number is negative for earlier times.
    public let seconds: Int64
    /// The nanoseconds to add to ``seconds``: 0 to 999 999 999.
    public let nanoseconds: Int32

    /// The earliest point in time, 0000-01-01T00:00:00Z.
    public static let distantPast = UTCInstant(seconds: earliest)
    /// The last whole second, 9999-12-31T23:59:59Z.
    public static let distantFuture = UTCInstant(seconds: latest)

    /// Creates a point in time from its seconds since 1970. A time outside the years 0000 to 9999 is replaced with the nearest one inside.
    /// - Precondition: `nanoseconds` is 0 to 999 999 999.
    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        precondition((0...999_999_999).contains(nanoseconds), "the nanoseconds of a moment are 0 to 999,999,999")
        self.seconds = min(max(seconds, Self.earliest), Self.latest)
        self.nanoseconds = nanoseconds
    }

    /// Creates a point in time from its seconds since 1970. Returns `nil` if it is outside the years 0000 to 9999.
    public init?(exactly seconds: Int64) {
        guard (Self.earliest...Self.latest).contains(seconds) else { return nil }
        self.init(seconds: seconds)
    }

    /// Reads `yyyy-MM-ddTHH:mm:ss`, optionally a point and one to nine digits, and `Z` or `±HH:MM`. Days that do not exist, and the second
    /// 60, are refused.
    /// - Throws: ``DataModelError`` with code `datetime` if the text has another form.
    public init(_ text: String) throws(DataModelError) {
        guard let instant = Self.parsed(text) else {
            throw DataModelError(.datetime, reason: "a datetime such as 2024-08-28T09:30:00Z expected")
        }
        self = instant
    }

    /// Reads a text as ``init(_:)`` does. Returns `nil` if the text is malformed.
    static func parsed(_ text: String) -> UTCInstant? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = DatetimeReader(bytes: bytes)
            return reader.read()
        }
    }

    /// The text `yyyy-MM-ddTHH:mm:ssZ` in whole seconds, which is the form that this package writes.
    public var text: String { text(fractionDigits: 0) }

    /// Returns `yyyy-MM-ddTHH:mm:ss`, a point and the given number of digits (0 to 9), and `Z`. Further digits are cut off. With 0 digits
    /// there is no point.
    public func text(fractionDigits: Int) -> String {
        let (days, second) = Self.floorDivide(seconds, by: 86_400)
        let date = CivilDate(daysSince1970: days)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(30)
        func append(_ value: Int64, digits: Int) {
            var divisor: Int64 = 1
            for _ in 1..<max(digits, 1) { divisor *= 10 }
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
                divisor /= 10
            }
        }
        append(date.year, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        append(date.month, digits: 2)
        bytes.append(UInt8(ascii: "-"))
        append(date.day, digits: 2)
        bytes.append(UInt8(ascii: "T"))
        append(second / 3600, digits: 2)
        bytes.append(UInt8(ascii: ":"))
        append(second / 60 % 60, digits: 2)
        bytes.append(UInt8(ascii: ":"))
        append(second % 60, digits: 2)
        let kept = min(max(fractionDigits, 0), 9)
        if kept > 0 {
            bytes.append(UInt8(ascii: "."))
            var rest = Int64(nanoseconds)
            for _ in kept..<9 { rest /= 10 }
            append(rest, digits: kept)
        }
        bytes.append(UInt8(ascii: "Z"))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with only as many digits after the decimal point as are needed.
    public var description: String {
        var digits = 9
        var rest = nanoseconds
        while digits > 0, rest % 10 == 0 {
            rest /= 10
            digits -= 1
        }
        return text(fractionDigits: digits)
    }

    /// Returns the point in time that is later by a duration. If the duration is negative, the result is earlier. The result stays within
    /// the years 0000 to 9999. Parts of a nanosecond are cut off.
    public func advanced(by duration: Duration) -> UTCInstant {
        // `components` would trap for a duration of more seconds than an Int64 can hold.
        let whole: Int64, attoseconds: Int64
        if duration >= .seconds(Int64.max) {
            (whole, attoseconds) = (.max, 0)
        } else if duration <= .seconds(Int64.min) {
            (whole, attoseconds) = (.min, 0)
        } else {
            (whole, attoseconds) = duration.components
        }
        var (sum, overflow) = seconds.addingReportingOverflow(whole)
        var rest = Int64(nanoseconds) + attoseconds / 1_000_000_000
        if rest >= 1_000_000_000 {
            rest -= 1_000_000_000
            if !overflow { (sum, overflow) = sum.addingReportingOverflow(1) }
        } else if rest < 0 {
            rest += 1_000_000_000
            if !overflow { (sum, overflow) = sum.subtractingReportingOverflow(1) }
        }
        guard !overflow else { return whole < 0 ? .distantPast : .distantFuture }
        return UTCInstant(seconds: sum, nanoseconds: Int32(rest))
    }

    /// Returns the time from this point in time to another one. It is negative if the other one is earlier.
    public func duration(to other: UTCInstant) -> Duration {
        // The differences cannot overflow, because both points in time are within the years 0000 to 9999.
        .seconds(other.seconds - seconds) + .nanoseconds(other.nanoseconds - nanoseconds)
    }

    /// Returns the same day and time in a later year. If the number of years is negative, the year is earlier. In a year without a leap
    /// day, 29 February becomes 28 February. The year stays within 0 to 9999.
    public func adding(years count: Int) -> UTCInstant {
        let (days, second) = Self.floorDivide(seconds, by: 86_400)
        let date = CivilDate(daysSince1970: days)
        let year = min(max(date.year + Int64(min(max(count, -10_000), 10_000)), 0), 9999)
        guard
            let moved = CivilDate(year: year, month: date.month, day: date.day)
                ?? CivilDate(year: year, month: 2, day: 28)
        else {
            return self
        }
        return UTCInstant(seconds: moved.daysSince1970 * 86_400 + second, nanoseconds: nanoseconds)
    }

    /// Returns the point in time that is later by a duration; see ``advanced(by:)``.
    public static func + (left: UTCInstant, right: Duration) -> UTCInstant { left.advanced(by: right) }
    /// Returns the point in time that is earlier by a duration; see ``advanced(by:)``.
    public static func - (left: UTCInstant, right: Duration) -> UTCInstant { left.advanced(by: .zero - right) }
    /// Returns the time from `right` to `left`. It is negative if `left` is earlier.
    public static func - (left: UTCInstant, right: UTCInstant) -> Duration { right.duration(to: left) }

    public static func < (left: UTCInstant, right: UTCInstant) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// The seconds from 1970 to 0000-01-01T00:00:00Z.
    static let earliest: Int64 = -62_167_219_200
    /// The seconds from 1970 to 9999-12-31T23:59:59Z.
    static let latest: Int64 = 253_402_300_799

    static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
