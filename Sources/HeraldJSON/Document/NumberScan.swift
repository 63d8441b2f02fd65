/// Checks the grammar of a number (RFC 8259 section 6).
enum NumberScan {
    /// Checks the number that begins at `start`.
    /// - Returns: the offset after the number, or -1 minus the offset of the error.
    @inline(__always)
    static func run(_ base: UnsafeRawPointer, from start: Int, end: Int, isFraction: inout Bool) -> Int {
        var position = start
        if base.load(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: "-") { position += 1 }
        guard position < end else { return -1 - end }
        let first = base.load(fromByteOffset: position, as: UInt8.self)
        guard first &- UInt8(ascii: "0") < 10 else { return -1 - position }
        position += 1
        if first != UInt8(ascii: "0") { position = digits(base, from: position, end: end) }
        guard position < end else { return position }
        let next = base.load(fromByteOffset: position, as: UInt8.self)
        if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") {
            isFraction = true
            return rest(base, from: position, end: end)
        }
        return position
    }

    @inline(__always)
    private static func digits(_ base: UnsafeRawPointer, from start: Int, end: Int) -> Int {
        var position = start
        while position + 8 <= end, WordScan.areDigits(WordScan.load(base, position)) { position += 8 }
        while position < end, base.load(fromByteOffset: position, as: UInt8.self) &- UInt8(ascii: "0") < 10 {
            position += 1
        }
        return position
    }

    /// Checks the fraction and the exponent of a number, from the decimal point or the `e` on.
    @inline(never)
    private static func rest(_ base: UnsafeRawPointer, from start: Int, end: Int) -> Int {
        var position = start
        if base.load(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: ".") {
            let after = digits(base, from: position + 1, end: end)
            guard after > position + 1 else { return -1 - after }
            position = after
        }
        guard position < end, base.load(fromByteOffset: position, as: UInt8.self) | 0x20 == UInt8(ascii: "e") else {
            return position
        }
        position += 1
        if position < end {
            let sign = base.load(fromByteOffset: position, as: UInt8.self)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
        }
        let after = digits(base, from: position, end: end)
        guard after > position else { return -1 - after }
        return after
    }

    /// Returns false when a number is certainly within the range of a double: an integer of at most 300 digits.
    @inline(__always)
    static func mayOverflow(length: Int, isFraction: Bool) -> Bool { isFraction || length > 300 }

    /// Returns true when a number with correct grammar is too large for a double.
    @inline(never)
    static func overflows(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Bool {
        let text = UnsafeRawBufferPointer(start: base + start, count: end - start)
        guard let value = Double(String(decoding: text, as: UTF8.self)) else { return true }
        return !value.isFinite
    }
}
