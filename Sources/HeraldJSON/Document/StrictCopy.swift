/// Writes a copy of a text that a strict reader accepts, from the index of a tolerant scan.
///
/// An escape of half a surrogate pair becomes U+FFFD. A number beyond the range of a double and a container beyond the greatest depth become
/// `null`. Whatever reads, stores or compares the values therefore needs no second set of rules, and no value nests deeper than the limits allow.
struct StrictCopy {
    private let bytes: [UInt8]
    private let maxDepth: Int
    private var result: [UInt8] = []
    /// The end of the part of the text that was copied or replaced.
    private var done = 0

    private init(_ bytes: [UInt8], maxDepth: Int) {
        self.bytes = bytes
        self.maxDepth = maxDepth
        result.reserveCapacity(bytes.count)
    }

    /// Returns the copy of a text.
    /// - Parameter nodes: the index of the text.
    static func make(of bytes: [UInt8], _ nodes: [UInt64], maxDepth: Int) -> [UInt8] {
        var copy = StrictCopy(bytes, maxDepth: maxDepth)
        copy.write(nodes)
        return copy.result
    }

    private mutating func write(_ nodes: [UInt64]) {
        var index = 0
        var depth = 0
        while index < nodes.count {
            let node = JSONNode(bits: nodes[index])
            index += 1
            switch bytes[node.offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth == maxDepth else {
                    depth += 1
                    continue
                }
                index = Int(node.extra)
                replace(node.offset..<JSONNode(bits: nodes[index - 1]).offset + 1, with: "null")
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                if node.isFlagged { replaceHalves(in: node) }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if overflows(node) { replace(node.offset..<node.offset + node.length, with: "null") }
            default: break
            }
        }
        result.append(contentsOf: bytes[done...])
    }

    /// Replaces the escapes of half a surrogate pair in a string or a member name.
    private mutating func replaceHalves(in node: JSONNode) {
        let end = node.offset + 1 + node.length
        var position = node.offset + 1
        while position < end {
            guard bytes[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            switch (unit(at: position, end), unit(at: position + 6, end)) {
            case (.some(0xD800...0xDBFF), .some(0xDC00...0xDFFF)): position += 12
            case (.some(0xD800...0xDFFF), _):
                replace(position..<position + 6, with: "\\ufffd")
                position += 6
            // The digits after `\u` need no look, because they contain no backslash.
            default: position += 2
            }
        }
    }

    /// Returns the value of the escape `\uXXXX` at a position; `nil` when there is none.
    private func unit(at position: Int, _ end: Int) -> UInt16? {
        bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.flatMap { StringScan.codeUnit($0, at: position, end: end) }
        }
    }

    private func overflows(_ node: JSONNode) -> Bool {
        guard NumberScan.mayOverflow(length: node.length, isFraction: node.isFlagged) else { return false }
        return bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.map { NumberScan.overflows($0, from: node.offset, to: node.offset + node.length) }
                ?? false
        }
    }

    /// Writes a text in place of a range. The ranges come in ascending order.
    private mutating func replace(_ range: Range<Int>, with text: String) {
        result.append(contentsOf: bytes[done..<range.lowerBound])
        result.append(contentsOf: text.utf8)
        done = range.upperBound
    }
}
