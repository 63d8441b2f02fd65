import CSecp256k1

extension EOSPrivateKey {
    /// Signs a 32-byte digest: deterministic, low s, canonical (MYKEY sheet 6.5, variant A).
    ///
    /// The nonce of attempt 0 is that of RFC 6979 for the digest d; attempt i takes it for SHA-256 of d and i zero bytes, until the signature
    /// is canonical. What is signed stays d.
    /// - Throws: ``KeysError`` with code `length` (digest), `curve` (P-256) or `refused`, which a valid key does not cause.
    public func sign(digest: [UInt8]) throws(KeysError) -> EOSSignature { try signCounting(digest: digest).signature }

    /// Signs SHA-256 of these bytes.
    /// - Throws: as ``sign(digest:)``.
    public func sign(_ message: [UInt8]) throws(KeysError) -> EOSSignature { try sign(digest: HeraldSHA256.hash(message)) }

    /// Signs SHA-256 of the UTF-8 bytes of `message`.
    /// - Throws: as ``sign(digest:)``.
    public func sign(_ message: String) throws(KeysError) -> EOSSignature { try sign(Array(message.utf8)) }

    /// ``sign(digest:)``, and how many candidates were not canonical before.
    package func signCounting(digest: [UInt8]) throws(KeysError) -> (signature: EOSSignature, retries: Int) {
        guard curve == .k1 else {
            throw KeysError(.curve, field: "privateKey", reason: "a key for P-256 does not sign here")
        }
        guard digest.count == 32 else {
            throw KeysError(.length, field: "digest", reason: "32 bytes expected, \(digest.count) found")
        }
        for retries in 0..<Self.attempts {
            let nonceInput = retries == 0 ? digest : HeraldSHA256.hash(digest + [UInt8](repeating: 0, count: retries))
            let signature = EOSSignature(try candidate(digest, nonceInput))
            if signature.isCanonical { return (signature, retries) }
        }
        throw KeysError(.refused, field: "signature", reason: "none of \(Self.attempts) candidates is canonical")
    }

    /// About every second candidate is canonical, so that this many fail once in 2^256 digests.
    private static let attempts = 256

    private func candidate(_ digest: [UInt8], _ nonceInput: [UInt8]) throws(KeysError) -> RecoverableSignature {
        var signature = secp256k1_ecdsa_recoverable_signature()
        var input = nonceInput
        let made = secret.withBytes { key in
            input.withUnsafeMutableBytes { input in
                secp256k1_ecdsa_sign_recoverable(
                    Secp256k1Context.shared.pointer, &signature, digest, key,
                    { nonce, _, key, algorithm, input, attempt in
                        secp256k1_nonce_function_rfc6979(nonce, input?.assumingMemoryBound(to: UInt8.self), key, algorithm, nil, attempt)
                    }, input.baseAddress)
            }
        }
        guard made == 1 else { throw KeysError(.refused, field: "signature", reason: "the curve library did not sign") }
        return RecoverableSignature(signature)
    }
}
