import HeraldKeys
import HeraldP256

/// A public key under which signatures are checked.
public enum VerificationKey: Sendable, Hashable {
    case p256(P256PublicKey)
    case secp256k1(Secp256k1PublicKey)

    /// - Parameters:
    ///   - type: the type of the verification method.
    ///   - bytes: 33 bytes compressed (OpenDID sheet 1.2), or 65 uncompressed.
    /// - Throws: ``VerificationFailure`` `unsupportedKey` for RSA, `malformedKey` for bytes that are no point of the curve.
    public init(type: DIDKeyType, bytes: [UInt8]) throws(VerificationFailure) {
        do {
            switch type {
            case .secp256r1VerificationKey2018: self = .p256(try P256PublicKey(bytes: bytes))
            case .secp256k1VerificationKey2018: self = .secp256k1(try Secp256k1PublicKey(bytes: bytes))
            case .rsaVerificationKey2018:
                throw VerificationFailure(.unsupportedKey, at: "verificationMethod", "RSA is named by the specification and implemented nowhere")
            }
        } catch let failure as VerificationFailure {
            throw failure
        } catch {
            throw VerificationFailure(.malformedKey, at: "verificationMethod", "\(error)")
        }
    }

    /// The key of a verification method of a DID document.
    /// - Throws: ``VerificationFailure`` `unsupportedKey` or `malformedKey`.
    public init(_ method: DIDDocument.VerificationMethod) throws(VerificationFailure) {
        if let known = ReadKeys.shared.key(method) {
            self = known
            return
        }
        let bytes: [UInt8]
        do {
            bytes = try Multibase.decode(method.publicKeyMultibase, base58Limit: Self.textLimit).bytes
        } catch {
            throw VerificationFailure(.malformedKey, at: "verificationMethod", "\(error)")
        }
        try self.init(type: method.type, bytes: bytes)
        ReadKeys.shared.keep(self, of: method)
    }

    /// The length of a compressed key, in bytes (OpenDID sheet 1.2).
    static let compressedByteCount = 33
    /// The longest base58 text of a key that is worked on; RSA keys of 8192 bits are shorter.
    static let textLimit = 2_048

    /// The type of proof that this key can have made.
    public var proofType: ProofType {
        switch self {
        case .p256: .secp256r1Signature2018
        case .secp256k1: .secp256k1Signature2018
        }
    }

    /// The type under which a DID document lists this key.
    public var keyType: DIDKeyType {
        switch self {
        case .p256: .secp256r1VerificationKey2018
        case .secp256k1: .secp256k1VerificationKey2018
        }
    }

    /// 33 bytes: `02` or `03` and x.
    public var compressed: [UInt8] {
        switch self {
        case .p256(let key): key.compressed
        case .secp256k1(let key): key.compressed
        }
    }

    /// The same signature with low s; `nil` when it is none of this key's curve.
    func normalized(_ signature: CompactSignature) -> CompactSignature? {
        switch self {
        case .p256: try? signature.p256Normalized()
        case .secp256k1: try? signature.secp256k1Normalized()
        }
    }

    /// Whether recovering the key from the signature, as some readers check it (OpenDID sheet 2.3), gives this one.
    func isRecovered(from signature: CompactSignature, digest: [UInt8]) -> Bool {
        switch self {
        case .p256(let key): (try? signature.recoverP256PublicKey(digest: digest)) == key
        case .secp256k1(let key): (try? signature.recoverSecp256k1PublicKey(digest: digest)) == key
        }
    }

    /// Whether this key made `signature` over the 32-byte `digest`. Accepts high s (OpenDID sheet 2.3).
    public func verify(_ signature: CompactSignature, digest: [UInt8]) -> Bool {
        switch self {
        case .p256(let key): key.verify(signature, digest: digest)
        case .secp256k1(let key): key.verify(signature, digest: digest)
        }
    }
}
