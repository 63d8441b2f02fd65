/// Writes JSON string literals.
public enum JSONText {
    /// Returns a string as a JSON literal with quotes. It uses the fewest and shortest escapes: `\"`, `\\`, `\b`, `\t`, `\n`, `\f`, `\r`
    /// and lower-case `\u00xx` for other control characters. All other characters are raw UTF-8.
    public static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 2)
        appendQuoted(text, to: &bytes)
        return bytes
    }

    /// Appends the literal that ``quoted(_:)`` returns.
    public static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { appendEscaped(UnsafeRawBufferPointer($0), to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    static func appendQuoted(utf8: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        let quick: Void? = utf8.withContiguousStorageIfAvailable {
            appendEscaped(UnsafeRawBufferPointer($0), to: &bytes)
        }
        if quick == nil { Array(utf8).withUnsafeBytes { appendEscaped($0, to: &bytes) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func appendEscaped(_ source: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        guard let base = source.baseAddress else { return }
        var plainStart = 0
        while let index = firstEscape(base, from: plainStart, end: source.count) {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: source[plainStart..<index]))
            appendEscape(source[index], to: &bytes)
            plainStart = index + 1
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: source[plainStart..<source.count]))
    }

    private static func firstEscape(_ base: UnsafeRawPointer, from start: Int, end: Int) -> Int? {
        var position = start
        while position + 8 <= end {
            let escapes = WordScan.escapes(WordScan.load(base, position))
            if escapes != 0 { return position + (escapes.trailingZeroBitCount >> 3) }
            position += 8
        }
        while position < end {
            let byte = base.load(fromByteOffset: position, as: UInt8.self)
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return position }
            position += 1
        }
        return nil
    }

    private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: byte < 0x10 ? "0" : "1"))
            let low = byte & 0x0F
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + (low - 10))
        default: bytes.append(byte)
        }
    }
}
