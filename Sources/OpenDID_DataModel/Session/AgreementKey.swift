import HeraldKeys
import HeraldP256

/// One side's key of a key agreement, usually made for one session and then forgotten (OpenDID sheet 6.1, 6.2).
///
/// It does not print its number, because the keys inside do not.
public enum AgreementKey: Sendable, Equatable {
    case p256(P256PrivateKey)
    case secp256k1(Secp256k1PrivateKey)

    /// A new key from the system's random numbers.
    public init(curve: EllipticCurveType) {
        var random = SystemRandomNumberGenerator()
        self.init(curve: curve, using: &random)
    }

    /// A new key from `rng`, which must be cryptographically secure outside tests.
    public init(curve: EllipticCurveType, using rng: inout some RandomNumberGenerator) {
        switch curve {
        case .secp256r1: self = .p256(P256PrivateKey(using: &rng))
        case .secp256k1: self = .secp256k1(Secp256k1PrivateKey(using: &rng))
        }
    }

    /// The curve of the key.
    public var curve: EllipticCurveType {
        switch self {
        case .p256: .secp256r1
        case .secp256k1: .secp256k1
        }
    }

    /// 33 bytes, what the other side is sent in multibase.
    public var compressedPublicKey: [UInt8] {
        switch self {
        case .p256(let key): key.publicKey.compressed
        case .secp256k1(let key): key.publicKey.compressed
        }
    }

    /// The 32 secret bytes. Ask only where a key is kept between two steps of a session.
    public var exposedBytes: [UInt8] {
        switch self {
        case .p256(let key): key.exposedBytes
        case .secp256k1(let key): key.exposedBytes
        }
    }

    /// The secret shared with the owner of `peer`.
    /// - Parameter peer: the other side's public key on the same curve, 33 or 65 bytes.
    /// - Throws: `DataModelError` with code `key_agreement`.
    public func agree(with peer: [UInt8]) throws(DataModelError) -> AgreedSecret {
        do {
            switch self {
            case .p256(let key): return AgreedSecret(erasing: try key.sharedSecretX(with: P256PublicKey(bytes: peer)))
            case .secp256k1(let key): return AgreedSecret(erasing: try key.sharedSecretX(with: Secp256k1PublicKey(bytes: peer)))
            }
        } catch {
            throw DataModelError(.keyAgreement, field: "publicKey", reason: error.reason)
        }
    }
}
