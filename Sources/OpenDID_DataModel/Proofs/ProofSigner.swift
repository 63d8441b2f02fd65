import HeraldKeys
import HeraldP256

/// Makes signatures. A key in hardware or behind a passcode conforms to this; ``SigningKey`` is a key in memory.
public protocol ProofSigner: Sendable {
    /// The public half.
    var verificationKey: VerificationKey { get async throws }
    /// Signs a 32-byte digest as it is.
    /// - Returns: a signature with its recovery id (OpenDID sheet 2.3). A high s is made low before it is written, and a signature that does
    ///   not lead back to ``verificationKey`` is refused.
    func sign(digest: [UInt8]) async throws -> CompactSignature
}

/// A signer with a key in memory: it signs by code of this package, which looks at each signature itself, so that nobody looks once more.
package protocol SelfCheckingSigner: ProofSigner {}

/// A private key in memory. It does not print itself.
public enum SigningKey: SelfCheckingSigner, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    case p256(P256PrivateKey)
    case secp256k1(Secp256k1PrivateKey)

    public var verificationKey: VerificationKey {
        switch self {
        case .p256(let key): .p256(key.publicKey)
        case .secp256k1(let key): .secp256k1(key.publicKey)
        }
    }

    /// - Throws: `KeysError` `length` when the digest is not 32 bytes long.
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
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}
