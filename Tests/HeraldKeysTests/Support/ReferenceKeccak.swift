/// Keccak-256 as FIPS 202 describes it, with loops over a grid and constants from the shift register: slow, and sharing
/// no line with the module under test.
enum ReferenceKeccak {
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x01]
        while padded.count % 136 != 0 { padded.append(0) }
        padded[padded.count - 1] |= 0x80
        var grid = [[UInt64]](repeating: [UInt64](repeating: 0, count: 5), count: 5)
        for block in stride(from: 0, to: padded.count, by: 136) {
            for lane in 0..<17 {
                for byte in 0..<8 {
                    grid[lane % 5][lane / 5] ^= UInt64(padded[block + lane * 8 + byte]) << UInt64(byte * 8)
                }
            }
            permute(&grid)
        }
        return (0..<32).map { UInt8(truncatingIfNeeded: grid[$0 / 8][0] >> UInt64($0 % 8 * 8)) }
    }

    private static func permute(_ a: inout [[UInt64]]) {
        var register: UInt16 = 1
        for _ in 0..<24 {
            let columns = (0..<5).map { x in a[x].reduce(0, ^) }
            for x in 0..<5 {
                let next = columns[(x + 1) % 5]
                for y in 0..<5 { a[x][y] ^= columns[(x + 4) % 5] ^ (next << 1 | next >> 63) }
            }
            var moved = a
            var x = 1, y = 0
            for step in 0..<24 {
                let bits = UInt64((step + 1) * (step + 2) / 2 % 64)
                let lane = a[x][y]
                (x, y) = (y, (2 * x + 3 * y) % 5)
                moved[x][y] = bits == 0 ? lane : lane << bits | lane >> (64 - bits)
            }
            moved[0][0] = a[0][0]
            for y in 0..<5 {
                for x in 0..<5 { a[x][y] = moved[x][y] ^ (~moved[(x + 1) % 5][y] & moved[(x + 2) % 5][y]) }
            }
            for bit in 0..<7 {
                if register & 1 == 1 { a[0][0] ^= 1 << UInt64((1 << bit) - 1) }
                register = register << 1 ^ (register & 0x80 == 0 ? 0 : 0x171)
            }
        }
    }
}
