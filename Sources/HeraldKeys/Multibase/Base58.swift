/// Base58 with Bitcoin's alphabet; each leading zero byte is a leading `1`.
///
/// Written by hand because neither Foundation nor swift-crypto has it.
public enum Base58 {
    /// The longest text that is read unless the caller says otherwise, in characters.
    ///
    /// Reading takes time with the square of the length; this much takes a few hundredths of a second and
    /// holds 47 KiB, more than any credential of the sheets.
    public static let defaultLimit = 65_536

    /// Takes time with the square of the length: for keys, signatures and documents, not for files.
    public static func encode(_ bytes: [UInt8]) -> String {
        let zeros = bytes.prefix { $0 == 0 }.count
        // The number as 32-bit limbs, most significant first, divided by 58^5 until nothing is left.
        var limbs = limbs(of: bytes.dropFirst(zeros))
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 7 / 5 + 5)
        var start = 0
        while start < limbs.count {
            var remainder: UInt64 = 0
            for index in start..<limbs.count {
                let value = remainder &<< 32 | UInt64(limbs[index])
                limbs[index] = UInt32(truncatingIfNeeded: value / fiveDigits)
                remainder = value % fiveDigits
            }
            for _ in 0..<5 {
                digits.append(UInt8(truncatingIfNeeded: remainder % 58))
                remainder /= 58
            }
            while start < limbs.count, limbs[start] == 0 { start += 1 }
        }
        while digits.last == 0 { digits.removeLast() }
        let ones = [UInt8](repeating: alphabet[0], count: zeros)
        return String(decoding: ones + digits.reversed().map { alphabet[Int($0)] }, as: UTF8.self)
    }

    /// Reads base58 in the Bitcoin alphabet; leading `1`s stand for zero bytes.
    /// - Parameters:
    ///   - text: base58 without a prefix.
    ///   - limit: the longest text that is worked on, in characters.
    /// - Throws: ``KeysError`` with code `tooLong` or `character`.
    public static func decode(_ text: some StringProtocol, limit: Int = defaultLimit) throws(KeysError) -> [UInt8] {
        try decode(utf8: text.utf8, limit: limit, field: "base58")
    }

    static func decode(utf8 text: some Collection<UInt8>, limit: Int, field: String) throws(KeysError) -> [UInt8] {
        guard text.count <= limit else {
            throw KeysError(.tooLong, field: field, reason: "\(text.count) characters, more than the \(limit) that are worked on")
        }
        var zeros = 0
        var leading = true
        // The number as 64-bit limbs, least significant first, built ten digits at a time.
        var limbs: [UInt64] = []
        limbs.reserveCapacity(text.count * 3 / 32 + 1)
        var pending: UInt64 = 0
        var factor: UInt64 = 1
        var offset = 0
        for character in text {
            guard let digit = values[Int(character)] else {
                throw KeysError(.character, field: field, reason: "character \(offset + 1) is outside the alphabet")
            }
            offset += 1
            leading = leading && digit == 0
            if leading { zeros += 1; continue }
            pending = pending * 58 + UInt64(digit)
            factor *= 58
            if factor == fiveDigits * fiveDigits {
                multiply(&limbs, by: factor, adding: pending)
                pending = 0
                factor = 1
            }
        }
        if factor > 1 { multiply(&limbs, by: factor, adding: pending) }
        let number = limbs.reversed().flatMap { limb in
            stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: limb &>> $0) }
        }
        return [UInt8](repeating: 0, count: zeros) + number.drop { $0 == 0 }
    }

    private static let fiveDigits: UInt64 = 58 * 58 * 58 * 58 * 58
    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
    private static let values: [UInt8?] = {
        var table = [UInt8?](repeating: nil, count: 256)
        for (index, character) in alphabet.enumerated() { table[Int(character)] = UInt8(index) }
        return table
    }()

    private static func multiply(_ limbs: inout [UInt64], by factor: UInt64, adding: UInt64) {
        var carry = adding
        for index in limbs.indices {
            let product = limbs[index].multipliedFullWidth(by: factor)
            let (low, over) = product.low.addingReportingOverflow(carry)
            limbs[index] = low
            // The product's high word is below the factor, so one more fits.
            carry = product.high &+ (over ? 1 : 0)
        }
        if carry > 0 { limbs.append(carry) }
    }

    private static func limbs(of bytes: ArraySlice<UInt8>) -> [UInt32] {
        var limbs: [UInt32] = []
        limbs.reserveCapacity(bytes.count / 4 + 1)
        var limb: UInt32 = 0
        var left = bytes.count
        for byte in bytes {
            limb = limb &<< 8 | UInt32(byte)
            left -= 1
            if left % 4 == 0 {
                limbs.append(limb)
                limb = 0
            }
        }
        return limbs
    }
}
