/// A moment in UTC, to the nanosecond, in the years 0000 to 9999 of the Gregorian calendar (OpenDID sheet 1.3).
///
/// Written without Foundation so that reading a date costs little beside reading the document, and is the same everywhere.
public struct UTCInstant: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Whole seconds since 1970-01-01T00:00:00Z, negative before it.
    public let seconds: Int64
    /// What comes on top of ``seconds``: 0 to 999 999 999.
    public let nanoseconds: Int32

    /// A moment by its seconds since 1970. What lies outside the years 0000 to 9999 becomes the nearest moment inside.
    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = min(max(seconds, Self.earliest), Self.latest)
        self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
    }

    /// Reads `yyyy-MM-ddTHH:mm:ss`, optionally a point and one to nine digits, and `Z` or `±HH:MM`. Days that no calendar has,
    /// and second 60, are refused.
    /// - Throws: ``DataModelError`` `datetime`.
    public init(_ text: String) throws(DataModelError) {
        guard let instant = Self.parsed(text) else {
            throw DataModelError(.datetime, reason: "a datetime such as 2024-08-28T09:30:00Z expected")
        }
        self = instant
    }

    /// As ``init(_:)`` reads it; `nil` when malformed.
    static func parsed(_ text: String) -> UTCInstant? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = DatetimeReader(bytes: bytes)
            return reader.read()
        }
    }

    /// `yyyy-MM-ddTHH:mm:ssZ`: whole seconds, as everything made here is written.
    public var text: String { text(fractionDigits: 0) }

    /// `yyyy-MM-ddTHH:mm:ss`, a point and so many digits (0 to 9; the rest is cut off), `Z`.
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

    /// With as many digits of the fraction as it has.
    public var description: String {
        var digits = 9
        var rest = nanoseconds
        while digits > 0, rest % 10 == 0 {
            rest /= 10
            digits -= 1
        }
        return text(fractionDigits: digits)
    }

    /// The moment so many seconds later, or earlier when negative; at most the end of year 9999.
    public func adding(seconds count: Int64) -> UTCInstant {
        let (sum, overflow) = seconds.addingReportingOverflow(count)
        return UTCInstant(seconds: overflow ? (count > 0 ? .max : .min) : sum, nanoseconds: nanoseconds)
    }

    /// The same day and time so many years later, or earlier when negative; 29 February becomes the 28th where there is none. The year
    /// stays within 0 to 9999.
    public func adding(years count: Int) -> UTCInstant {
        let (days, second) = Self.floorDivide(seconds, by: 86_400)
        let date = CivilDate(daysSince1970: days)
        let year = min(max(date.year + Int64(min(max(count, -10_000), 10_000)), 0), 9999)
        guard let moved = CivilDate(year: year, month: date.month, day: date.day) ?? CivilDate(year: year, month: 2, day: 28) else {
            return self
        }
        return UTCInstant(seconds: moved.daysSince1970 * 86_400 + second, nanoseconds: nanoseconds)
    }

    public static func < (left: UTCInstant, right: UTCInstant) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// 0000-01-01T00:00:00Z.
    static let earliest: Int64 = -62_167_219_200
    /// 9999-12-31T23:59:59Z.
    static let latest: Int64 = 253_402_300_799

    static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
