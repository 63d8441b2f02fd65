import CSecp256k1

/// A public key of the curve secp256k1 (SEC 2): a point other than the point at infinity.
public struct Secp256k1PublicKey: Sendable, Hashable, CustomStringConvertible {
    /// 65 bytes: `04`, x and y, big-endian.
    public let uncompressed: [UInt8]

    /// Reads a public key from 33 bytes (`02` or `03`, then x) or 65 bytes (`04`, x and y).
    /// - Throws: ``KeysError`` with code `length`, `prefix` or `point`.
    public init(bytes: [UInt8]) throws(KeysError) {
        switch (bytes.count, bytes.first) {
        case (33, 2), (33, 3), (65, 4): break
        case (33, _), (65, _):
            // The prefix is checked here, because libsecp256k1 also accepts the hybrid forms 06 and 07, which no sheet allows.
            throw KeysError(
                .prefix, field: "publicKey", reason: "the first byte must be 02 or 03 for 33 bytes and 04 for 65 bytes")
        default:
            throw KeysError(.length, field: "publicKey", reason: "33 or 65 bytes expected, \(bytes.count) found")
        }
        var point = secp256k1_pubkey()
        guard secp256k1_ec_pubkey_parse(Secp256k1Context.shared.pointer, &point, bytes, bytes.count) == 1 else {
            throw KeysError(.point, field: "publicKey", reason: "not a point on secp256k1")
        }
        self.init(point)
    }

    /// Converts a public key of libsecp256k1.
    /// - Parameter point: a point that libsecp256k1 produced, so it is valid.
    init(_ point: secp256k1_pubkey) {
        var bytes = [UInt8](repeating: 0, count: 65)
        var length = bytes.count
        withUnsafePointer(to: point) {
            _ = secp256k1_ec_pubkey_serialize(
                Secp256k1Context.shared.pointer, &bytes, &length, $0, UInt32(SECP256K1_EC_UNCOMPRESSED))
        }
        uncompressed = bytes
    }

    /// 33 bytes: `02` for an even y or `03` for an odd y, then x, big-endian.
    public var compressed: [UInt8] {
        let odd = (uncompressed.last ?? 0) & 1
        return [2 + odd] + uncompressed[1..<33]
    }

    /// Returns true when this key made `signature` over the 32-byte `digest`. Accepts a high s and ignores the recovery id.
    public func verify(_ signature: RecoverableSignature, digest: [UInt8]) -> Bool {
        guard digest.count == 32, var point, var parsed = signature.libraryForm else { return false }
        let context = Secp256k1Context.shared.pointer
        var plain = secp256k1_ecdsa_signature()
        guard secp256k1_ecdsa_recoverable_signature_convert(context, &plain, &parsed) == 1 else { return false }
        var low = secp256k1_ecdsa_signature()
        // The signature is normalised first, because libsecp256k1 accepts only a low s.
        _ = secp256k1_ecdsa_signature_normalize(context, &low, &plain)
        return secp256k1_ecdsa_verify(context, &low, digest, &point) == 1
    }

    /// The compressed form in lower-case hexadecimal, without `0x`.
    public var description: String { Hex.encode(compressed) }

    var point: secp256k1_pubkey? {
        var point = secp256k1_pubkey()
        guard secp256k1_ec_pubkey_parse(Secp256k1Context.shared.pointer, &point, uncompressed, uncompressed.count) == 1
        else { return nil }
        return point
    }
}
