import CSecp256k1

extension Secp256k1PrivateKey {
    /// Signs a 32-byte digest and returns the signature in compact form. The signature is deterministic (RFC 6979, SHA-256) and has a low s (OpenDID
    /// sheet 2.3).
    /// - Throws: ``KeysError`` with code `length` when the digest is not 32 bytes long, or with code `refused`, which valid keys do not cause.
    public func compactSignature(digest: [UInt8]) throws(KeysError) -> CompactSignature {
        let signature = try sign(digest: digest)
        return try CompactSignature(r: signature.r, s: signature.s, recoveryID: signature.recoveryID)
    }
}

extension Secp256k1PublicKey {
    /// Returns true when this key made `signature` over the 32-byte `digest`. Accepts a high s and ignores the recovery id.
    public func verify(_ signature: CompactSignature, digest: [UInt8]) -> Bool {
        guard digest.count == 32, var point else { return false }
        let context = Secp256k1Context.shared.pointer
        var parsed = secp256k1_ecdsa_signature()
        let inRange = signature.bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count == 65, let base = bytes.baseAddress else { return false }
            return secp256k1_ecdsa_signature_parse_compact(context, &parsed, base + 1) == 1
        }
        guard inRange else { return false }
        var low = secp256k1_ecdsa_signature()
        // libsecp256k1 accepts only a low s.
        _ = secp256k1_ecdsa_signature_normalize(context, &low, &parsed)
        return secp256k1_ecdsa_verify(context, &low, digest, &point) == 1
    }
}

extension CompactSignature {
    /// Returns the same signature with s at most n / 2 and the recovery id adjusted to it (OpenDID sheet 2.3).
    /// - Throws: ``KeysError`` with code `range` when s is not below the order.
    public func secp256k1Normalized() throws(KeysError) -> CompactSignature {
        guard CurveOrder.contains(s) else {
            throw KeysError(.range, field: "signature.s", reason: "must be above 0 and below the curve order")
        }
        return CurveOrder.isLow(s)
            ? self : try CompactSignature(r: r, s: CurveOrder.negated(s), recoveryID: recoveryID ^ 1)
    }

    /// Recovers the secp256k1 key that made this signature over the 32-byte `digest`.
    /// - Throws: ``KeysError`` with code `length` (digest), `range` or `unrecoverable`.
    public func recoverSecp256k1PublicKey(digest: [UInt8]) throws(KeysError) -> Secp256k1PublicKey {
        try RecoverableSignature(r: r, s: s, recoveryID: recoveryID).recoverPublicKey(digest: digest)
    }
}
