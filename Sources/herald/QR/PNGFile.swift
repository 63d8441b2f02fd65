/// A greyscale PNG. No library is needed, because the compressed data of a PNG may consist of blocks that are not compressed.
enum PNGFile {
    /// Returns a picture as the bytes of a PNG file.
    /// - Parameter shade: returns the shade of the pixel at a column and row. 0 is black.
    static func grey(width: Int, height: Int, shade: (_ x: Int, _ y: Int) -> UInt8) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (width + 1))
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { rows.append(shade(x, y)) }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk(
            "IHDR", bigEndian(UInt32(clamping: width)) + bigEndian(UInt32(clamping: height)) + [8, 0, 0, 0, 0])
        file += chunk("IDAT", zlib(rows))
        file += chunk("IEND", [])
        return file
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return bigEndian(UInt32(clamping: data.count)) + body + bigEndian(crc32(body))
    }

    /// Returns a zlib stream of blocks that are not compressed (RFC 1950, RFC 1951 3.2.4).
    private static func zlib(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            stream += [UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)]
            stream += [UInt8(truncatingIfNeeded: ~length), UInt8(truncatingIfNeeded: ~length >> 8)]
            stream += block
        } while !rest.isEmpty
        return stream + bigEndian(adler32(data))
    }

    private static func adler32(_ data: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in data {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }

    private static let crcTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private static func crc32(_ data: [UInt8]) -> UInt32 {
        ~data.reduce(0xFFFF_FFFF) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [
            UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
            UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
        ]
    }
}
