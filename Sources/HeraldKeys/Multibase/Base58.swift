/// Base58 with Bitcoin's alphabet. Each leading zero byte becomes a leading `1`.
///
/// Herald has its own implementation, because neither Foundation nor swift-crypto has one.
public enum Base58 {
    /// The default limit for decoding, in characters. It allows 107 KiB of data, such as a message with a credential and a small picture.
    ///
    /// Decoding time grows with the square of the length. A text of this length takes less than a tenth of a second of CPU time in a release build. A
    /// text ten times as long takes ten seconds, too much for a server. Use base64 for longer data.
    public static let defaultLimit = 150_000

    /// Encodes bytes as base58. The time grows with the square of the length, so use it for keys, signatures and documents of a few kilobytes. Use
    /// base64 for data whose length a peer determines.
    public static func encode(_ bytes: [UInt8]) -> String {
        let zeros = bytes.prefix { $0 == 0 }.count
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 7 / 5 + 10)
        // The number as 32-bit limbs, most significant first. Each pass divides it by 58^10 until it is zero.
        var limbs = limbs(of: bytes.dropFirst(zeros))
        limbs.withUnsafeMutableBufferPointer { limbs in
            var start = 0
            while start < limbs.count {
                // Two divisions by 58^5 run in one pass: the second one divides the quotients of the first. The processor can compute both at once,
                // which halves the time.
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

    /// Decodes base58. Each leading `1` becomes a zero byte.
    /// - Parameters:
    ///   - text: base58 without a prefix.
    ///   - limit: the longest text that is decoded, in characters. Longer texts are an error.
    /// - Throws: ``KeysError`` with code `tooLong` or `character`.
    public static func decode(_ text: some StringProtocol, limit: Int = defaultLimit) throws(KeysError) -> [UInt8] {
        try decode(utf8: text.utf8, limit: limit, field: "base58")
    }

    static func decode(utf8 text: some Collection<UInt8>, limit: Int, field: String) throws(KeysError) -> [UInt8] {
        guard text.count <= limit else {
            throw KeysError(
                .tooLong, field: field, reason: "\(text.count) characters, but at most \(limit) are allowed")
        }
        var zeros = 0
        var offset = 0
        var chunks: [UInt64] = []
        chunks.reserveCapacity(text.count / chunkLength + 1)
        var chunk: UInt64 = 0
        // Only the first chunk may be incomplete. All other chunks are full.
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
        let limbs = number(chunks)
        var bytes = [UInt8](repeating: 0, count: zeros)
        bytes.reserveCapacity(zeros + 8 * limbs.count)
        var isLeading = true
        for limb in limbs.reversed() {
            var shift: UInt64 = 64
            while shift > 0 {
                shift -= 8
                let byte = UInt8(truncatingIfNeeded: limb &>> shift)
                if isLeading, byte == 0 { continue }
                isLeading = false
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static let fiveDigits: UInt64 = 58 * 58 * 58 * 58 * 58
    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
    private static let values: [UInt8?] = {
        var table = [UInt8?](repeating: nil, count: 256)
        for (index, character) in alphabet.enumerated() { table[Int(character)] = UInt8(index) }
        return table
    }()

    /// The number of base58 digits in a chunk, and the number of values that a chunk can have.
    private static let chunkLength = 10
    private static let chunkRadix = fiveDigits * fiveDigits

    /// Returns a number as 64-bit limbs, least significant first. `chunks` are the digits of the number in base 58^10, most significant
    /// first.
    ///
    /// Each pass adds two digits. The carries of the two digits do not depend on each other, which halves the time.
    private static func number(_ chunks: [UInt64]) -> [UInt64] {
        // A chunk is smaller than a limb, so there are never more limbs than chunks.
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

    /// Computes limb · 58^10 + carry. The result always fits two words, because both factors are below 2^64.
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
