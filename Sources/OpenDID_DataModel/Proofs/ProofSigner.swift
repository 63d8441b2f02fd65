import HeraldKeys
import HeraldP256

/// A type that makes signatures. Implement it for a key in hardware or a key that a passcode protects. ``SigningKey`` is a key in memory.
public protocol ProofSigner: Sendable {
    /// The public key.
    var verificationKey: VerificationKey { get async throws }
    /// Signs a 32-byte digest without hashing it again.
    /// - Returns: a signature with its recovery id (OpenDID sheet 2.3). A high s is converted to a low s before it is written. A signature
    ///   from which ``verificationKey`` cannot be recovered is refused.
    /// - Throws: an error if the key cannot sign.
    func sign(digest: [UInt8]) async throws -> CompactSignature
}

/// A signer with a key in memory. It signs with code of this package that checks each signature itself, so that no second check is needed.
package protocol SelfCheckingSigner: ProofSigner {}

/// A private key in memory. Its description is redacted.
public enum SigningKey: SelfCheckingSigner, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    case p256(P256PrivateKey)
    case secp256k1(Secp256k1PrivateKey)

    public var verificationKey: VerificationKey {
        switch self {
        case .p256(let key): .p256(key.publicKey)
        case .secp256k1(let key): .secp256k1(key.publicKey)
        }
    }

    /// Signs a digest.
    /// - Throws: `KeysError` with code `length` if the digest does not have 32 bytes.
    public func sign(digest: [UInt8]) throws(KeysError) -> CompactSignature {
        switch self {
        case .p256(let key): try key.compactSignature(digest: digest)
        case .secp256k1(let key): try key.compactSignature(digest: digest)
        }
    }

    public var description: String {
        switch self {
        case .p256: "SigningKey.p256(redacted)"
        case .secp256k1: "SigningKey.secp256k1(redacted)"
        }
    }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}
