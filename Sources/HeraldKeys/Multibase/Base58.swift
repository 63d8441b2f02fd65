/// Base58 with Bitcoin's alphabet (draft-msporny-base58); each leading zero byte is a leading `1`.
///
/// Written by hand because neither Foundation nor swift-crypto has it.
public enum Base58 {
    /// The longest text that is read unless the caller says otherwise, in characters: 107 KiB of data, which is a message with a
    /// credential and a small picture.
    ///
    /// Reading takes time with the square of the length. This much takes less than a tenth of a second of a processor's time in a release
    /// build; ten times as much would take ten seconds, which nobody may ask of a server. Whoever has more to say uses base64.
    public static let defaultLimit = 150_000

    /// Takes time with the square of the length: for keys, signatures and documents of a few kilobytes. What somebody else decides the length
    /// of goes into base64.
    public static func encode(_ bytes: [UInt8]) -> String {
        let zeros = bytes.prefix { $0 == 0 }.count
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 7 / 5 + 10)
        // The number as 32-bit limbs, most significant first, divided by 58^10 until nothing is left.
        var limbs = limbs(of: bytes.dropFirst(zeros))
        limbs.withUnsafeMutableBufferPointer { limbs in
            var start = 0
            while start < limbs.count {
                // Two divisions by 58^5 run side by side, the second over the quotients of the first: their remainders do not wait for each
                // other, which halves the time.
                var (first, second): (UInt64, UInt64) = (0, 0)
                for index in start..<limbs.count {
                    let value = first &<< 32 | UInt64(limbs[index])
                    let quotient = value / fiveDigits
                    first = value &- quotient &* fiveDigits
                    let next = second &<< 32 | quotient
                    let result = next / fiveDigits
                    second = next &- result &* fiveDigits
                    limbs[index] = UInt32(truncatingIfNeeded: result)
                }
                for var remainder in [first, second] {
                    for _ in 0..<5 {
                        digits.append(UInt8(truncatingIfNeeded: remainder % 58))
                        remainder /= 58
                    }
                }
                while start < limbs.count, limbs[start] == 0 { start += 1 }
            }
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
        var offset = 0
        var chunks: [UInt64] = []
        chunks.reserveCapacity(text.count / chunkLength + 1)
        var chunk: UInt64 = 0
        // The first chunk takes what does not fill one, so that all others are full.
        var missing = 0
        for character in text {
            guard let digit = values[Int(character)] else {
                throw KeysError(.character, field: field, reason: "character \(offset + 1) is outside the alphabet")
            }
            offset += 1
            if digit == 0, offset == zeros + 1 { zeros += 1; continue }
            if missing == 0 { missing = chunks.isEmpty ? (text.count - zeros - 1) % chunkLength + 1 : chunkLength }
            chunk = chunk * 58 + UInt64(digit)
            missing -= 1
            guard missing == 0 else { continue }
            chunks.append(chunk)
            chunk = 0
        }
        let number = number(chunks).reversed().flatMap { limb in
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

    /// What ten digits can say, and how many they are; the radix of ``number(_:)``.
    private static let chunkLength = 10
    private static let chunkRadix = fiveDigits * fiveDigits

    /// The number of these digits to the base 58^10, most significant first, in 64-bit limbs, least significant first.
    ///
    /// Two digits go in at a time: their carries do not wait for each other, which halves the time.
    private static func number(_ chunks: [UInt64]) -> [UInt64] {
        // A chunk is less than a limb, so there are never more limbs than chunks.
        var limbs = [UInt64](repeating: 0, count: chunks.count)
        var used = 0
        var rest = chunks[...]
        limbs.withUnsafeMutableBufferPointer { limbs in
            if rest.count % 2 == 1, let single = rest.popFirst() {
                limbs[0] = single
                used = 1
            }
            while let first = rest.popFirst(), let second = rest.popFirst() {
                var (carry, secondCarry) = (first, second)
                for index in 0..<used {
                    let (low, high) = step(limbs[index], carry)
                    carry = high
                    (limbs[index], secondCarry) = step(low, secondCarry)
                }
                let (low, high) = step(carry, secondCarry)
                for limb in [low, high] where used < limbs.count {
                    limbs[used] = limb
                    used += 1
                }
            }
        }
        return limbs
    }

    /// limb · 58^10 + carry in two words; both factors are below 2^64, so it fits.
    @inline(__always)
    private static func step(_ limb: UInt64, _ carry: UInt64) -> (low: UInt64, high: UInt64) {
        let product = limb.multipliedFullWidth(by: chunkRadix)
        let (low, over) = product.low.addingReportingOverflow(carry)
        return (low, product.high &+ (over ? 1 : 0))
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
