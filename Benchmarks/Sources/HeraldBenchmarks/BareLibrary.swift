import CSecp256k1

/// libsecp256k1 without our types: opaque structures in, opaque structures out, no bytes copied.
struct BareLibrary {
    private let context: OpaquePointer = secp256k1_context_create(
        UInt32(SECP256K1_CONTEXT_SIGN | SECP256K1_CONTEXT_VERIFY))

    @inline(never)
    func recover(_ compact: [UInt8], _ id: Int32, _ digest: [UInt8]) -> secp256k1_pubkey {
        var form = secp256k1_ecdsa_recoverable_signature()
        var point = secp256k1_pubkey()
        _ = secp256k1_ecdsa_recoverable_signature_parse_compact(context, &form, compact, id)
        _ = secp256k1_ecdsa_recover(context, &point, &form, digest)
        return point
    }

    @inline(never)
    func sign(_ secret: [UInt8], _ digest: [UInt8]) -> secp256k1_ecdsa_recoverable_signature {
        var form = secp256k1_ecdsa_recoverable_signature()
        _ = secp256k1_ecdsa_sign_recoverable(context, &form, digest, secret, nil, nil)
        return form
    }

    /// - Returns: the key and the signature in the library's own forms.
    func parse(_ publicKey: [UInt8], _ compact: [UInt8]) -> (
        key: secp256k1_pubkey, signature: secp256k1_ecdsa_signature
    ) {
        var key = secp256k1_pubkey()
        var signature = secp256k1_ecdsa_signature()
        _ = secp256k1_ec_pubkey_parse(context, &key, publicKey, publicKey.count)
        _ = secp256k1_ecdsa_signature_parse_compact(context, &signature, compact)
        return (key, signature)
    }

    @inline(never)
    func verify(_ parsed: (key: secp256k1_pubkey, signature: secp256k1_ecdsa_signature), _ digest: [UInt8]) -> Bool {
        var (key, signature) = parsed
        return secp256k1_ecdsa_verify(context, &signature, digest, &key) == 1
    }
}
