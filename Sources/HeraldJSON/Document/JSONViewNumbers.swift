extension JSONView {
    /// The integer, if it fits 64 bits. `nil` for a number with a fraction or an exponent, and for every other kind. `-0` is 0.
    public var int: Int64? {
        let node = node
        guard kind == .number, !node.isFlagged else { return nil }
        return Self.integer(storage.bytes[node.offset..<node.offset + node.length])
    }

    /// The number, rounded to the nearest double. `nil` for every other kind.
    public var double: Double? {
        let node = node
        guard kind == .number else { return nil }
        if let int { return Double(int) }
        return Double(String(decoding: storage.bytes[node.offset..<node.offset + node.length], as: UTF8.self))
    }

    private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        var result: Int64 = 0
        for byte in isNegative ? text.dropFirst() : text {
            let digit = Int64(byte) - 0x30
            let (tenfold, overflow) = result.multipliedReportingOverflow(by: 10)
            // A negative number is built by subtraction, because the negative range is larger by one.
            let (sum, carry) =
                isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
            if overflow || carry { return nil }
            result = sum
        }
        return result
    }
}
