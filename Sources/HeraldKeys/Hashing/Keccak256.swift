/// Keccak-256 with the original padding byte `0x01`, as Ethereum uses it (MYKEY sheet 8.1).
///
/// Herald has its own implementation, because swift-crypto has only SHA-3, whose padding byte `0x06` gives other digests.
///
/// ```swift
/// Hex.encode(Keccak256.hash(Array("abc".utf8)))   // 4e03657a…
/// ```
public struct Keccak256: Sendable {
    /// The number of input bytes per permutation: 200 minus twice the digest's length.
    static let rate = 136

    private var state = KeccakState()
    /// The number of bytes of the current block that are already absorbed. Always below ``rate``.
    private var position = 0

    /// Creates a hash of empty input.
    public init() {}

    /// Adds input. Splitting the input over several calls does not change the digest.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// Adds input. Splitting the input over several calls does not change the digest.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        if position > 0 {
            let count = min(rest.count, Self.rate - position)
            absorbPart(UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        let whole = rest.count - rest.count % Self.rate
        var offset = 0
        while offset < whole {
            absorbBlock(rest, at: offset)
            state.permute()
            offset += Self.rate
        }
        absorbPart(UnsafeRawBufferPointer(rebasing: rest.dropFirst(whole)))
    }

    /// Returns the 32-byte digest of the input so far. More input may follow.
    public func finalize() -> [UInt8] {
        var last = state
        withUnsafeMutableBytes(of: &last) { lanes in
            Self.mix(0x01, into: lanes, at: position)
            Self.mix(0x80, into: lanes, at: Self.rate - 1)
        }
        last.permute()
        return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let out = UnsafeMutableRawBufferPointer(buffer)
            out.storeBytes(of: last.a0.littleEndian, toByteOffset: 0, as: UInt64.self)
            out.storeBytes(of: last.a1.littleEndian, toByteOffset: 8, as: UInt64.self)
            out.storeBytes(of: last.a2.littleEndian, toByteOffset: 16, as: UInt64.self)
            out.storeBytes(of: last.a3.littleEndian, toByteOffset: 24, as: UInt64.self)
            count = 32
        }
    }

    /// Returns the 32-byte digest of `bytes`.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = Keccak256()
        hash.update(bytes)
        return hash.finalize()
    }

    private mutating func absorbPart(_ bytes: UnsafeRawBufferPointer) {
        let start = position
        withUnsafeMutableBytes(of: &state) { lanes in
            var at = start
            for byte in bytes {
                Self.mix(byte, into: lanes, at: at)
                at &+= 1
            }
        }
        position = start + bytes.count
        if position == Self.rate {
            state.permute()
            position = 0
        }
    }

    private static func mix(_ byte: UInt8, into lanes: UnsafeMutableRawBufferPointer, at position: Int) {
        let offset = position & ~7
        let lane = lanes.load(fromByteOffset: offset, as: UInt64.self)
        let shifted = UInt64(byte) &<< UInt64(truncatingIfNeeded: (position & 7) &* 8)
        lanes.storeBytes(of: lane ^ shifted, toByteOffset: offset, as: UInt64.self)
    }

    private mutating func absorbBlock(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        func word(_ index: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ index &* 8, as: UInt64.self))
        }
        state.a0 ^= word(0); state.a1 ^= word(1); state.a2 ^= word(2); state.a3 ^= word(3); state.a4 ^= word(4)
        state.a5 ^= word(5); state.a6 ^= word(6); state.a7 ^= word(7); state.a8 ^= word(8); state.a9 ^= word(9)
        state.a10 ^= word(10); state.a11 ^= word(11); state.a12 ^= word(12); state.a13 ^= word(13);
        state.a14 ^= word(14)
        state.a15 ^= word(15); state.a16 ^= word(16)
    }
}
