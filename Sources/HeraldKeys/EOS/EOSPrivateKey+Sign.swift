import CSecp256k1

extension EOSPrivateKey {
    /// Signs a 32-byte digest. The signature is deterministic, has a low s and is canonical (MYKEY sheet 6.5, variant A).
    ///
    /// Attempt 0 uses the RFC 6979 nonce for the digest d. Attempt i uses the RFC 6979 nonce for SHA-256 of d followed by i zero bytes, until the
    /// signature is canonical. Every attempt signs d.
    /// - Throws: ``KeysError`` with code `length` (digest), `curve` (a P-256 key) or `refused`, which a valid key does not cause.
    public func sign(digest: [UInt8]) throws(KeysError) -> EOSSignature { try signCounting(digest: digest).signature }

    /// Signs the SHA-256 hash of these bytes.
    /// - Throws: ``KeysError``, like ``sign(digest:)``.
    public func sign(_ message: [UInt8]) throws(KeysError) -> EOSSignature {
        try sign(digest: HeraldSHA256.hash(message))
    }

    /// Signs the SHA-256 hash of the UTF-8 bytes of `message`.
    /// - Throws: ``KeysError``, like ``sign(digest:)``.
    public func sign(_ message: String) throws(KeysError) -> EOSSignature { try sign(Array(message.utf8)) }

    /// Does the same as ``sign(digest:)`` and counts the attempts that were not canonical.
    package func signCounting(digest: [UInt8]) throws(KeysError) -> (signature: EOSSignature, retries: Int) {
        guard curve == .k1 else {
            throw KeysError(.curve, field: "privateKey", reason: "a P-256 key cannot sign here")
        }
        guard digest.count == 32 else {
            throw KeysError(.length, field: "digest", reason: "32 bytes expected, \(digest.count) found")
        }
        for retries in 0..<Self.attempts {
            let nonceInput = retries == 0 ? digest : HeraldSHA256.hash(digest + [UInt8](repeating: 0, count: retries))
            let signature = EOSSignature(try candidate(digest, nonceInput))
            if signature.isCanonical { return (signature, retries) }
        }
        throw KeysError(.refused, field: "signature", reason: "none of \(Self.attempts) signatures is canonical")
    }

    /// About half of all attempts are canonical, so 256 in a row fail for one digest in 2^256.
    private static let attempts = 256

    private func candidate(_ digest: [UInt8], _ nonceInput: [UInt8]) throws(KeysError) -> RecoverableSignature {
        var signature = secp256k1_ecdsa_recoverable_signature()
        var input = nonceInput
        let made = secret.withBytes { key in
            input.withUnsafeMutableBytes { input in
                secp256k1_ecdsa_sign_recoverable(
                    Secp256k1Context.shared.pointer, &signature, digest, key,
                    { nonce, _, key, algorithm, input, attempt in
                        secp256k1_nonce_function_rfc6979(
                            nonce, input?.assumingMemoryBound(to: UInt8.self), key, algorithm, nil, attempt)
                    }, input.baseAddress)
            }
        }
        guard made == 1 else { throw KeysError(.refused, field: "signature", reason: "the curve library did not sign") }
        return RecoverableSignature(signature)
    }
}
