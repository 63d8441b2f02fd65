/// A date and time of RFC 3339, such as `2025-03-16T17:29:26Z`. It stores the text that was read, because the characters are signed.
///
/// The parser is written here, because this module does not use Foundation. Foundation's parsers refuse some texts that the grammar allows,
/// such as fractions, and accept some that it does not allow.
public struct SignInTime: Sendable, Hashable, CustomStringConvertible {
    /// The time as written.
    public let text: String
    /// The point in time in whole seconds.
    public let time: UnixTime
    /// The fraction of the second in nanoseconds, 0 ..< 1,000,000,000. Digits after the ninth are dropped.
    public let nanoseconds: Int64

    /// Reads a time.
    /// - Throws: ``MYKEYError`` `value` when the text is not an existing date and time of RFC 3339. A leap second counts as the second after it.
    public init(_ text: String) throws(MYKEYError) {
        guard let parts = Self.parse(Array(text.utf8)) else {
            throw MYKEYError(.value, field: "time", reason: "a date and time of RFC 3339 was expected")
        }
        self.text = text
        time = UnixTime(seconds: parts.seconds)
        nanoseconds = parts.nanoseconds
    }

    /// Creates a time with whole seconds, written in UTC.
    /// - Parameter time: the point in time, limited to the years 0000 to 9999.
    public init(_ time: UnixTime) {
        let seconds = min(max(time.seconds, -62_167_219_200), 253_402_300_799)
        self.time = UnixTime(seconds: seconds)
        nanoseconds = 0
        text = Self.text(seconds)
    }

    /// True if this time is earlier than `other`.
    public func precedes(_ other: SignInTime) -> Bool { (time, nanoseconds) < (other.time, other.nanoseconds) }

    public var description: String { text }

    private static func parse(_ text: [UInt8]) -> (seconds: Int64, nanoseconds: Int64)? {
        guard text.count >= 20, text[4] == 0x2D, text[7] == 0x2D, text[10] & 0xDF == UInt8(ascii: "T"),
            text[13] == 0x3A, text[16] == 0x3A,
            let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
            let hour = number(text[11..<13]), let minute = number(text[14..<16]), let second = number(text[17..<19]),
            (1...12).contains(month), day >= 1, day <= daysInMonth(month, of: year), hour <= 23, minute <= 59,
            second <= 60
        else { return nil }
        var tail = text[19...]
        var nanoseconds: Int64 = 0
        if tail.first == UInt8(ascii: ".") {
            let digits = tail.dropFirst().prefix(while: ASCII.isDigit)
            guard !digits.isEmpty else { return nil }
            let kept = Array(digits.prefix(9)) + Array(repeating: 0x30, count: max(0, 9 - digits.count))
            guard let value = number(kept[...]) else { return nil }
            nanoseconds = value
            tail = tail[digits.endIndex...]
        }
        guard let offset = offset(tail) else { return nil }
        let days = days(year, month, day)
        let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
        // A leap second is accepted only as the last second of a day in UTC.
        guard second < 60 || seconds % 86400 == 0 else { return nil }
        return (seconds, nanoseconds)
    }

    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        if text.count == 1, let letter = text.first, letter & 0xDF == UInt8(ascii: "Z") { return 0 }
        let text = Array(text)
        guard text.count == 6, text[3] == 0x3A, text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-"),
            let hours = number(text[1..<3]), let minutes = number(text[4..<6]), hours <= 23, minutes <= 59
        else { return nil }
        let offset = hours * 3600 + minutes * 60
        return text[0] == UInt8(ascii: "-") ? -offset : offset
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy(ASCII.isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days since 1970-01-01 in the Gregorian calendar. The calculation begins each year in March, so that a leap day is the
    /// last day of its year.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func text(_ seconds: Int64) -> String {
        let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
        let time = seconds - days * 86400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return
            "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))Z"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
