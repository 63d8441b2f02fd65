extension ModelDecoding {
    func bool(_ index: Int) throws -> Bool {
        switch firstByte(index) {
        case UInt8(ascii: "t"): return true
        case UInt8(ascii: "f"): return false
        default: throw wrongKind(index, expected: JSONKind.bool.description)
        }
    }

    func string(_ index: Int) throws -> String {
        let node = node(index)
        guard storage.bytes[node.offset] == UInt8(ascii: "\"") else {
            throw wrongKind(index, expected: JSONKind.string.description)
        }
        return storage.string(node)
    }

    func strings(_ index: Int) throws -> [String] {
        guard firstByte(index) == UInt8(ascii: "[") else {
            throw wrongKind(index, expected: JSONKind.array.description)
        }
        var result: [String] = []
        let end = endOfContainer(index)
        var position = index + 1
        while position < end {
            result.append(try string(position))
            // A string takes one node of the index. Any other value has already caused an error.
            position += 1
        }
        return result
    }

    /// Decodes an integer literal. A number with a fraction or an exponent is an error even if its value is whole, because canonical JSON, which is
    /// what is signed, does not write integers in that form.
    func integer<I: FixedWidthInteger>(_ index: Int, _ type: I.Type = I.self) throws -> I {
        let node = node(index)
        let first = storage.bytes[node.offset]
        guard first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10 else {
            throw wrongKind(index, expected: "a whole number")
        }
        guard !node.isFlagged, let result: I = digits(node, isNegative: first == UInt8(ascii: "-")) else {
            throw outOfRange(index, expected: "a whole number from \(I.min) to \(I.max)")
        }
        return result
    }

    private func digits<I: FixedWidthInteger>(_ node: JSONNode, isNegative: Bool) -> I? {
        let text = storage.bytes[node.offset + (isNegative ? 1 : 0)..<node.offset + node.length]
        if text.count <= 18 {
            // Any 18 digits fit into 64 bits, so no overflow check is needed.
            var small: Int64 = 0
            for byte in text { small = small &* 10 &+ Int64(byte & 0x0F) }
            return I(exactly: isNegative ? -small : small)
        }
        var result: I = 0
        for byte in text {
            let (tenfold, overflow) = result.multipliedReportingOverflow(by: 10)
            // A negative number is built by subtraction, because the negative range is larger by one.
            let digit = I(byte & 0x0F)
            let (sum, carry) =
                isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
            if overflow || carry { return nil }
            result = sum
        }
        return result
    }

    func double(_ index: Int) throws -> Double {
        guard let value = view(index).double else { throw wrongKind(index, expected: JSONKind.number.description) }
        return value
    }

    func float(_ index: Int) throws -> Float {
        let value = Float(try double(index))
        guard value.isFinite else { throw outOfRange(index, expected: "a number of single precision") }
        return value
    }
}
