import HeraldKeys

/// Creates the ids of the protocol's messages and documents (OpenDID sheet 1.4). The caller supplies time and random bytes.
public enum MessageID {
    /// The number of random bytes that ``make(at:randomBytes:)`` needs.
    public static let randomByteCount = 4
    /// The number of random bytes that ``uuid(randomBytes:)`` needs.
    public static let uuidByteCount = 16

    /// Returns the `id` of a request, which has 28 characters: the time in UTC as `yyyyMMddHHmmss`, six digits of microseconds, and eight
    /// upper-case hexadecimal digits.
    /// - Parameters:
    ///   - now: the time of the request.
    ///   - randomBytes: 4 bytes. If there are more, they are ignored. Missing bytes count as zero.
    public static func make(at now: UTCInstant, randomBytes: [UInt8]) -> String {
        let digits = now.text(fractionDigits: 6).utf8.filter { $0 &- UInt8(ascii: "0") < 10 }
        let bytes = Array((randomBytes + [UInt8](repeating: 0, count: randomByteCount)).prefix(randomByteCount))
        return String(decoding: digits, as: UTF8.self) + Hex.encode(bytes, uppercase: true)
    }

    /// Returns a random UUID (version 4) in lower case, as used for transactions, offers, profiles, credentials and presentations.
    /// - Parameter randomBytes: 16 unpredictable bytes. If there are more, they are ignored. Missing bytes count as zero.
    public static func uuid(randomBytes: [UInt8]) -> String {
        var bytes = Array((randomBytes + [UInt8](repeating: 0, count: uuidByteCount)).prefix(uuidByteCount))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = Array(Hex.encode(bytes).utf8)
        let parts = [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]]
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }
}
