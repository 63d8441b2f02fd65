import HeraldKeys

extension CompactSignature {
    /// Recovers the P-256 key that made this signature over the 32-byte `digest`: Q = (s/r) · R - (z/r) · G (SEC 1, 4.1.6).
    ///
    /// It processes only public values and is not constant-time.
    /// - Throws: `KeysError` with code `length` (digest), `range` (r or s is not below the order) or `unrecoverable`.
    public func recoverP256PublicKey(digest: [UInt8]) throws(KeysError) -> P256PublicKey {
        guard let message = Words256(bigEndian: digest) else {
            throw KeysError(.length, field: "digest", reason: "32 bytes expected, \(digest.count) found")
        }
        guard let r = Words256(bigEndian: r), OrderScalar.contains(r) else {
            throw KeysError(.range, field: "signature.r", reason: "must be above 0 and below the curve order")
        }
        guard let s = Words256(bigEndian: s), OrderScalar.contains(s) else {
            throw KeysError(.range, field: "signature.s", reason: "must be above 0 and below the curve order")
        }
        guard let key = Self.recover(r: r, s: s, recoveryID: recoveryID, digest: message) else {
            throw KeysError(
                .unrecoverable, field: "signature", reason: "no public key can have made it over this digest")
        }
        return key
    }

    /// Returns true when `key` is the key that ``recoverP256PublicKey(digest:)`` returns. It is several times as fast for a key that has made
    /// several signatures, because the nonce point is computed from the key (``RecoveryIDFinder``).
    package func recovers(_ key: P256PublicKey, digest: [UInt8]) -> Bool {
        guard let message = Words256(bigEndian: digest), let r = Words256(bigEndian: r), let s = Words256(bigEndian: s)
        else { return false }
        return RecoveryIDFinder(publicKey: key).recoveryID(r: r, s: s, digest: message) == recoveryID
    }

    /// Returns the same signature with s at most n / 2 and the recovery id adjusted to it (OpenDID sheet 2.3).
    /// - Throws: `KeysError` with code `range` when s is not below the order.
    public func p256Normalized() throws(KeysError) -> CompactSignature {
        guard let number = Words256(bigEndian: s), OrderScalar.contains(number) else {
            throw KeysError(.range, field: "signature.s", reason: "must be above 0 and below the curve order")
        }
        guard !OrderScalar.isLow(number) else { return self }
        var low: [UInt8] = []
        OrderScalar.negated(number).append(to: &low)
        return try CompactSignature(r: r, s: low, recoveryID: recoveryID ^ 1)
    }

    private static func recover(r: Words256, s: Words256, recoveryID: UInt8, digest: Words256) -> P256PublicKey? {
        var x = r
        if recoveryID & 2 != 0 {
            let (sum, carry) = r.adding(OrderScalar.order)
            guard carry == 0 else { return nil }
            x = sum
        }
        guard let nonce = AffinePoint(x: x, oddY: recoveryID & 1 == 1) else { return nil }
        let (u1, u2) = OrderScalar.quotients(OrderScalar.reduced(digest), s, by: r)
        var entries: [AffinePoint] = []
        if !u1.isZero { CombTable.generator.appendEntries(for: OrderScalar.negated(u1), to: &entries) }
        guard let point = PointSum.of(entries, startingWith: .product(u2, nonce)).affine else { return nil }
        return try? P256PublicKey(bytes: point.uncompressed)
    }
}
