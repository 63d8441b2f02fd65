import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel

extension JSONReader {
    /// Returns the case of an enumeration that a member names.
    func named<Name: RawRepresentable>(_ key: String, _: Name.Type) throws -> Name where Name.RawValue == String {
        let text = try string(key)
        guard let name = Name(rawValue: text) else {
            throw VectorFailure("malformed vector: \(key): \(text) is not known")
        }
        return name
    }

    /// Returns the cipher that the vector names.
    func cipher() throws -> SymmetricCipherType { try named("cipher", SymmetricCipherType.self) }

    /// Returns the public key in a member. Another member names its curve.
    func verificationKey(curve: String, _ key: String) throws -> VerificationKey {
        let algorithm = try named(curve, EllipticCurveType.self).convertTo()
        return try VerificationKey(type: DIDKeyType.convertFrom(algorithmType: algorithm), bytes: bytes(key))
    }

    /// Returns the shared secret of `private_key_hex` and `peer_public_key_hex`.
    func agreedSecret() throws -> AgreedSecret {
        let secret = try bytes("private_key_hex")
        let key: AgreementKey =
            switch try named("curve", EllipticCurveType.self) {
            case .secp256r1: .p256(try P256PrivateKey(bytes: secret))
            case .secp256k1: .secp256k1(try Secp256k1PrivateKey(bytes: secret))
            }
        return try key.agree(with: bytes("peer_public_key_hex"))
    }
}
