/// Reads a datetime in the only form that the model allows, a subset of RFC 3339 (OpenDID sheet 1.3). It does not allocate memory.
struct DatetimeReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func read() -> UTCInstant? {
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
            let day = number(digits: 2),
            take("T"), let hour = number(digits: 2), take(":"), let minute = number(digits: 2), take(":"),
            let second = number(digits: 2), hour < 24, minute < 60, second < 60,
            let date = CivilDate(year: year, month: month, day: day), let nanoseconds = fraction(),
            let offset = offset(),
            position == bytes.count
        else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
        guard (UTCInstant.earliest...UTCInstant.latest).contains(seconds) else { return nil }
        return UTCInstant(seconds: seconds, nanoseconds: nanoseconds)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func digit() -> Int64? {
        guard position < bytes.count else { return nil }
        guard case let value = bytes[position] &- UInt8(ascii: "0"), value < 10 else { return localDigit() }
        position += 1
        return Int64(value)
    }

    /// Reads a digit of another script. Upstream's Android SDK writes dates in the digits of the phone's language (did-client-sdk-aos V1.0.0,
    /// WalletUtil.java). There are phones with the digits of Arabic, Persian, Hindi, Bengali, Dzongkha and Burmese.
    private mutating func localDigit() -> Int64? {
        let first = bytes[position], length = first < 0xE0 ? 2 : 3
        // The bytes are those of a string, so they are valid UTF-8.
        guard (0xC0..<0xF0).contains(first), bytes.count - position >= length else { return nil }
        var scalar = UInt32(first & (length == 2 ? 0x1F : 0x0F))
        for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[position + offset] & 0x3F) }
        let zero: UInt32
        switch scalar {
        case 0x0660...0x0669: zero = 0x0660
        case 0x06F0...0x06F9: zero = 0x06F0
        case 0x0966...0x096F: zero = 0x0966
        case 0x09E6...0x09EF: zero = 0x09E6
        case 0x0F20...0x0F29: zero = 0x0F20
        case 0x1040...0x1049: zero = 0x1040
        default: return nil
        }
        position += length
        return Int64(scalar - zero)
    }

    private mutating func number(digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Reads the fraction of a second and returns it in nanoseconds. Returns 0 if the text has no fraction.
    private mutating func fraction() -> Int32? {
        guard take(".") else { return 0 }
        var value: Int32 = 0
        var count = 0
        while count < 9, let digit = digit() {
            value = value * 10 + Int32(digit)
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in count..<9 { value *= 10 }
        return value
    }

    /// Reads the time zone's offset from UTC and returns it in seconds. The offset is positive for time zones that are ahead of UTC.
    private mutating func offset() -> Int64? {
        if take("Z") { return 0 }
        let sign: Int64
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hour = number(digits: 2), take(":"), let minute = number(digits: 2), hour < 24, minute < 60 else {
            return nil
        }
        return sign * (hour * 3600 + minute * 60)
    }
}
