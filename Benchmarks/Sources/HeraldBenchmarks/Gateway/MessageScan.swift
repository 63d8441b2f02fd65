/// Finds the end of an HTTP message, as far as the small messages of a measurement need it.
enum MessageScan {
    private static let lastChunk = Array("0\r\n\r\n".utf8)
    private static let length = Array("content-length:".utf8), chunked = Array("transfer-encoding: chunked".utf8)

    /// Returns the number of bytes of the message at the beginning of `bytes`; `nil` if it is incomplete.
    ///
    /// A message in chunks must be the last one in `bytes`.
    static func length(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var line = 0, body = 0, isChunked = false, index = 0
        while index + 1 < bytes.count {
            guard bytes[index] == UInt8(ascii: "\r") else {
                index += 1
                continue
            }
            if index == line {
                let head = index + 2
                if isChunked { return bytes.count > head && ends(bytes, with: lastChunk) ? bytes.count : nil }
                return bytes.count >= head + body ? head + body : nil
            }
            if begins(bytes[line..<index], with: length) {
                body = digits(bytes[(line + length.count)..<index])
            } else if begins(bytes[line..<index], with: chunked) {
                isChunked = true
            }
            index += 2
            line = index
        }
        return nil
    }

    private static func begins(_ line: Slice<UnsafeBufferPointer<UInt8>>, with name: [UInt8]) -> Bool {
        // Most lines differ from the name in their length or in the first letter.
        guard line.count >= name.count, let first = line.first, first | 0x20 == name[0] else { return false }
        for (index, expected) in name.enumerated() {
            let byte = line[line.startIndex + index]
            guard ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte) == expected else {
                return false
            }
        }
        return true
    }

    private static func ends(_ bytes: UnsafeBufferPointer<UInt8>, with text: [UInt8]) -> Bool {
        bytes.count >= text.count && bytes[(bytes.count - text.count)...].elementsEqual(text)
    }

    private static func digits(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        text.reduce(0) { sum, byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && sum < 1 << 32 ? sum * 10 + Int(byte - 0x30) : sum
        }
    }
}
