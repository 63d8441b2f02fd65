/// RIPEMD-160 (Dobbertin, Bosselaers, Preneel 1996; ISO/IEC 10118-3). EOS uses it for the checksums of its text forms.
///
/// Herald has its own implementation, because neither Foundation nor swift-crypto has one.
///
/// ```swift
/// Hex.encode(RIPEMD160.hash(Array("abc".utf8)))   // 8eb208f7…
/// ```
public struct RIPEMD160: Sendable {
    private typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32)

    private var blocks = BlockBuffer()
    private var state: State = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)

    /// Creates a hash of empty input.
    public init() {}

    /// Adds input. Splitting the input over several calls does not change the digest.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// Adds input. Splitting the input over several calls does not change the digest.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var next = state
        blocks.update(bytes) { Self.compress($0, into: &next) }
        state = next
    }

    /// Returns the 20-byte digest of the input so far. More input may follow.
    public func finalize() -> [UInt8] {
        var last = state
        blocks.finish(.littleEndian) { Self.compress($0, into: &last) }
        return [last.0, last.1, last.2, last.3, last.4].flatMap { word in
            stride(from: UInt32(0), through: 24, by: 8).map { UInt8(truncatingIfNeeded: word &>> $0) }
        }
    }

    /// Returns the 20-byte digest of `bytes`.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = RIPEMD160()
        hash.update(bytes)
        return hash.finalize()
    }

    private static func compress(_ block: UnsafeRawPointer, into state: inout State) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { words in
            for index in 0..<16 {
                words[index] = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
            }
            let words = UnsafeBufferPointer(words)
            let left = left.run(words, from: state), right = right.run(words, from: state)
            state = (
                state.1 &+ left.2 &+ right.3, state.2 &+ left.3 &+ right.4, state.3 &+ left.4 &+ right.0,
                state.4 &+ left.0 &+ right.1, state.0 &+ left.1 &+ right.2
            )
        }
    }

    /// One of the two parallel lines of RIPEMD-160, each with 80 steps.
    private struct Line: Sendable {
        /// For each of the five rounds: the number of its function, and its constant.
        let rounds: [(function: Int, constant: UInt32)]
        /// For each step: the number of the word of the block that the step uses.
        let words: [Int]
        /// For each step: the number of bits to rotate by.
        let shifts: [UInt32]

        func run(_ block: UnsafeBufferPointer<UInt32>, from state: State) -> State {
            var (a, b, c, d, e) = state
            for (round, rule) in rounds.enumerated() {
                for step in round &* 16..<(round &+ 1) &* 16 {
                    let mixed = a &+ RIPEMD160.mix(rule.function, b, c, d) &+ block[words[step]] &+ rule.constant
                    (a, e, d, c, b) = (e, d, RIPEMD160.rotated(c, 10), b, RIPEMD160.rotated(mixed, shifts[step]) &+ e)
                }
            }
            return (a, b, c, d, e)
        }
    }

    private static func mix(_ function: Int, _ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 {
        switch function {
        case 0: x ^ y ^ z
        case 1: (x & y) | (~x & z)
        case 2: (x | ~y) ^ z
        case 3: (x & z) | (y & ~z)
        default: x ^ (y | ~z)
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &<< count | word &>> (32 &- count) }

    private static let left = Line(
        rounds: [(0, 0), (1, 0x5A82_7999), (2, 0x6ED9_EBA1), (3, 0x8F1B_BCDC), (4, 0xA953_FD4E)],
        words: [
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
            7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
            3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12,
            1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
            4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13,
        ],
        shifts: [
            11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8,
            7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
            11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5,
            11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
            9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
        ])

    private static let right = Line(
        rounds: [(4, 0x50A2_8BE6), (3, 0x5C4D_D124), (2, 0x6D70_3EF3), (1, 0x7A6D_76E9), (0, 0)],
        words: [
            5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12,
            6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
            15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13,
            8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
            12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11,
        ],
        shifts: [
            8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6,
            9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
            9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5,
            15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
            8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
        ])
}
