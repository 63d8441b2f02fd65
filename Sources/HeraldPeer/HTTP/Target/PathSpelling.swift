/// Checks that a path is written in the only form that a proxy in front of the server recognises.
///
/// A proxy that blocks paths compares them as written, or after its own normalisation. A server that accepted another spelling of the same path
/// would let clients bypass that block.
package enum PathSpelling {
    /// Returns the fault of a path as it is on the wire, without its query. Returns `nil` when the path is acceptable.
    ///
    /// These are errors: escapes of characters that need none, escaped slashes, segments of one or two dots in any spelling, empty segments
    /// except the last one, and `#`, `\` and control characters.
    /// - Parameter path: the percent-encoded path, beginning with a slash.
    package static func fault(in path: some StringProtocol) -> String? {
        // Every request is checked, so its bytes are not copied.
        path.utf8.withContiguousStorageIfAvailable { fault(in: $0) }
            ?? Array(path.utf8).withUnsafeBufferPointer { fault(in: $0) }
    }

    private static func fault(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.first == UInt8(ascii: "/") else { return "a path begins with a slash" }
        var begin = 1, index = 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/"):
                if let fault = fault(ofSegment: bytes[begin..<index]) { return fault }
                index += 1
                begin = index
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, let high = PercentText.digit(bytes[index + 1]),
                    let low = PercentText.digit(bytes[index + 2])
                else { return "an escape is broken" }
                let byte = high << 4 | low
                if isUnreserved(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") {
                    return "a character is escaped that must not be"
                }
                index += 3
            case 0...0x20, 0x7F, UInt8(ascii: "#"), UInt8(ascii: "\\"): return "a character has no place in a path"
            default: index += 1
            }
        }
        return begin == bytes.count ? nil : fault(ofSegment: bytes[begin...])
    }

    private static func fault(ofSegment segment: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        if segment.isEmpty { return "a segment is empty" }
        // The segment is checked without its parameters. Some servers cut them off and read `..;a` as `..`.
        let name = segment.prefix { $0 != UInt8(ascii: ";") }
        let isDots = name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
        return isDots ? "a segment stands for another one" : nil
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
