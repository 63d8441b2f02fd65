/// A 256-bit number in four words, least significant first.
///
/// Only ``isBelow(_:)`` runs in constant time. All other operations process only public values: signatures, digests and public keys.
package struct Words256: Sendable, Hashable {
    package var w0: UInt64
    package var w1: UInt64
    package var w2: UInt64
    package var w3: UInt64

    package static let zero = Words256(w0: 0, w1: 0, w2: 0, w3: 0)

    @inline(__always)
    package init(w0: UInt64, w1: UInt64, w2: UInt64, w3: UInt64) {
        self.w0 = w0
        self.w1 = w1
        self.w2 = w2
        self.w3 = w3
    }

    /// Reads 32 big-endian bytes. Returns nil for any other number of bytes.
    package init?(bigEndian bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 32 else { return nil }
        w3 = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        w2 = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        w1 = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        w0 = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
    }

    /// Reads 32 big-endian bytes. Returns nil for any other number of bytes.
    package init?(bigEndian bytes: [UInt8]) {
        guard let words = bytes.withUnsafeBytes({ Words256(bigEndian: $0) }) else { return nil }
        self = words
    }

    /// Appends 32 big-endian bytes.
    package func append(to bytes: inout [UInt8]) {
        for word in [w3, w2, w1, w0] {
            withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
        }
    }

    /// The number as 32 big-endian bytes.
    package var bigEndianBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        append(to: &bytes)
        return bytes
    }

    @inline(__always)
    package var isZero: Bool { w0 | w1 | w2 | w3 == 0 }

    @inline(__always)
    package var isOdd: Bool { w0 & 1 == 1 }

    /// Returns true when the number is below `limit`. It runs in constant time, as a chain of borrows without a branch, because it also
    /// checks private keys.
    @inline(__always)
    package func isBelow(_ limit: Words256) -> Bool { subtracting(limit).borrow == 1 }

    @inline(__always)
    package func adding(_ other: Words256) -> (sum: Words256, carry: UInt64) {
        let (r0, c0) = addWords(w0, other.w0, 0)
        let (r1, c1) = addWords(w1, other.w1, c0)
        let (r2, c2) = addWords(w2, other.w2, c1)
        let (r3, c3) = addWords(w3, other.w3, c2)
        return (Words256(w0: r0, w1: r1, w2: r2, w3: r3), c3)
    }

    @inline(__always)
    package func subtracting(_ other: Words256) -> (difference: Words256, borrow: UInt64) {
        let (r0, b0) = subtractWords(w0, other.w0, 0)
        let (r1, b1) = subtractWords(w1, other.w1, b0)
        let (r2, b2) = subtractWords(w2, other.w2, b1)
        let (r3, b3) = subtractWords(w3, other.w3, b2)
        return (Words256(w0: r0, w1: r1, w2: r2, w3: r3), b3)
    }

    /// Returns the number multiplied by `factor`, plus `summand`. The overflow is the part from 2^256 on.
    package func multiplied(by factor: UInt64, adding summand: UInt64) -> (result: Words256, overflow: UInt64) {
        let (r0, c0) = multiplyAdd(w0, factor, summand, 0)
        let (r1, c1) = multiplyAdd(w1, factor, c0, 0)
        let (r2, c2) = multiplyAdd(w2, factor, c1, 0)
        let (r3, c3) = multiplyAdd(w3, factor, c2, 0)
        return (Words256(w0: r0, w1: r1, w2: r2, w3: r3), c3)
    }

    /// Returns the quotient and the remainder of a division.
    /// - Parameter divisor: a number other than zero.
    package func divided(by divisor: UInt64) -> (quotient: Words256, remainder: UInt64) {
        precondition(divisor != 0, "a number is divided by a number other than zero")
        let (q3, r3) = divisor.dividingFullWidth((0, w3))
        let (q2, r2) = divisor.dividingFullWidth((r3, w2))
        let (q1, r1) = divisor.dividingFullWidth((r2, w1))
        let (q0, r0) = divisor.dividingFullWidth((r1, w0))
        return (Words256(w0: q0, w1: q1, w2: q2, w3: q3), r0)
    }

    /// Returns the number when all bits of `mask` are 1, and zero when `mask` is zero.
    @inline(__always)
    package func masked(_ mask: UInt64) -> Words256 {
        Words256(w0: w0 & mask, w1: w1 & mask, w2: w2 & mask, w3: w3 & mask)
    }

    /// Returns the number shifted right by 1 … 63 bits.
    @inline(__always)
    package func shiftedRight(_ bits: UInt64) -> Words256 {
        let up = 64 &- bits
        return Words256(
            w0: w0 &>> bits | w1 &<< up, w1: w1 &>> bits | w2 &<< up, w2: w2 &>> bits | w3 &<< up, w3: w3 &>> bits)
    }
}
