extension JSONStorage {
    /// Returns the range of the bytes between the quotes.
    @inline(__always)
    func rawContent(_ node: JSONNode) -> Range<Int> { node.offset + 1..<node.offset + 1 + node.length }

    /// Returns the string of a string node or member name, with escapes resolved.
    func string(_ node: JSONNode) -> String {
        if node.isFlagged { return String(decoding: unescaped(node), as: UTF8.self) }
        return bytes.withUnsafeBufferPointer { String(decoding: $0[rawContent(node)], as: UTF8.self) }
    }

    /// Returns the UTF-8 bytes of a string node, with escapes resolved.
    func unescaped(_ node: JSONNode) -> [UInt8] {
        let content = rawContent(node)
        guard node.isFlagged else { return Array(bytes[content]) }
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var position = content.lowerBound
        while position < content.upperBound {
            let byte = bytes[position]
            guard byte == UInt8(ascii: "\\"), position + 1 < content.upperBound else {
                result.append(byte)
                position += 1
                continue
            }
            switch bytes[position + 1] {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                position += appendScalar(at: position, end: content.upperBound, to: &result)
                continue
            case let other: result.append(other)
            }
            position += 2
        }
        return result
    }

    /// Resolves the `\uXXXX` or surrogate pair at `position`.
    /// - Returns: the number of text bytes that were read.
    private func appendScalar(at position: Int, end: Int, to result: inout [UInt8]) -> Int {
        let units = bytes.withUnsafeBytes { buffer -> (UInt16, UInt16?)? in
            guard let base = buffer.baseAddress, let first = StringScan.codeUnit(base, at: position, end: end) else {
                return nil
            }
            guard (0xD800...0xDBFF).contains(first) else { return (first, nil) }
            return (first, StringScan.codeUnit(base, at: position + 6, end: end))
        }
        // The scanner accepts only complete escapes and pairs, so the replacement character never appears in practice.
        guard let (first, second) = units else {
            result.append(contentsOf: "\u{FFFD}".utf8)
            return 2
        }
        guard let second else {
            result.append(contentsOf: String(decoding: [first], as: UTF16.self).utf8)
            return 6
        }
        result.append(contentsOf: String(decoding: [first, second], as: UTF16.self).utf8)
        return 12
    }

    /// Returns true when a string node has exactly these UTF-8 bytes as its content.
    @inline(__always)
    func isEqual(_ node: JSONNode, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if node.isFlagged { return unescaped(node).elementsEqual(text) }
        guard node.length == text.count else { return false }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, let other = text.baseAddress else { return text.isEmpty }
            return WordScan.areEqual(base + (node.offset + 1), UnsafeRawPointer(other), count: text.count)
        }
    }
}
