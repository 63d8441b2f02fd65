import HeraldKeys
import HeraldP256

/// The private key of one party to a key agreement. It is usually created for one session and then discarded (OpenDID sheet 6.1, 6.2).
///
/// The description of a key is redacted.
public enum AgreementKey: Sendable, Equatable {
    case p256(P256PrivateKey)
    case secp256k1(Secp256k1PrivateKey)

    /// Creates a key with the system's random numbers.
    public init(curve: EllipticCurveType) {
        var random = SystemRandomNumberGenerator()
        self.init(curve: curve, using: &random)
    }

    /// Creates a key with random numbers from `rng`, which must be cryptographically secure outside tests.
    public init(curve: EllipticCurveType, using rng: inout some RandomNumberGenerator) {
        switch curve {
        case .secp256r1: self = .p256(P256PrivateKey(agreementUsing: &rng))
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

    /// The public key, 33 bytes, which the peer receives in multibase.
    public var compressedPublicKey: [UInt8] {
        switch self {
        case .p256(let key): key.publicKey.compressed
        case .secp256k1(let key): key.publicKey.compressed
        }
    }

    /// The 32 secret bytes. Use them only to store a key between two steps of a session.
    public var exposedBytes: [UInt8] {
        switch self {
        case .p256(let key): key.exposedBytes
        case .secp256k1(let key): key.exposedBytes
        }
    }

    /// Returns the secret that only the owners of this key and of `peer` can calculate.
    /// - Parameter peer: the peer's public key on the same curve, 33 or 65 bytes.
    /// - Throws: `DataModelError` with code `keyAgreement` if the peer's key is not on the curve or the agreement fails.
    public func agree(with peer: [UInt8]) throws(DataModelError) -> AgreedSecret {
        do {
            switch self {
            case .p256(let key): return AgreedSecret(erasing: try key.sharedSecretX(with: P256PublicKey(bytes: peer)))
            case .secp256k1(let key):
                return AgreedSecret(erasing: try key.sharedSecretX(with: Secp256k1PublicKey(bytes: peer)))
            }
        } catch {
            throw DataModelError(.keyAgreement, field: "publicKey", reason: error.reason)
        }
    }
}
