import Foundation

/// A picture that is computed, so that no file is needed.
enum TwinPicture {
    /// Returns a grey gradient as an uncompressed PNG of at most 65 thousand pixels.
    static func png(width: UInt16, height: UInt16) -> Data {
        var rows: [UInt8] = []
        for y in 0..<Int(height) {
            rows.append(0)
            for x in 0..<Int(width) { rows.append(UInt8(truncatingIfNeeded: x &+ y)) }
        }
        let length = UInt16(truncatingIfNeeded: rows.count)
        // One stored block of deflate, between zlib's header and its checksum.
        let stored: [UInt8] =
            [0x78, 0x01, 0x01] + bytes(length).reversed() + bytes(~length).reversed() + rows + bytes(adler(rows))
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        png += chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 0, 0, 0, 0])
        png += chunk("IDAT", stored)
        png += chunk("IEND", [])
        return Data(png)
    }

    /// Returns the size in the header of a PNG, such as `32x16`. For other data it returns what the data is.
    static func size(of data: Data) -> String {
        let head = [UInt8](data.prefix(24))
        guard head.count == 24, Array(head[1..<4]) == Array("PNG".utf8) else { return "no PNG" }
        let numbers = [16, 20].map { start in head[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        return "\(numbers[0])x\(numbers[1])"
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return bytes(UInt32(truncatingIfNeeded: content.count)) + checked + bytes(crc(checked))
    }

    /// Returns the bytes of a number in big-endian order.
    private static func bytes<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { (crc: UInt32, byte: UInt8) -> UInt32 in
            (0..<8).reduce(crc ^ UInt32(byte)) { (crc: UInt32, _: Int) -> UInt32 in
                let half = crc >> 1
                return crc & 1 == 1 ? half ^ 0xEDB8_8320 : half
            }
        }
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        let sums = bytes.reduce((a: UInt32(1), b: UInt32(0))) { sums, byte in
            let a = (sums.a + UInt32(byte)) % 65_521
            return (a, (sums.b + a) % 65_521)
        }
        return sums.b << 16 | sums.a
    }
}
