import HeraldKeys
import HeraldLocks
import HeraldP256

/// A public key for checking signatures.
public enum VerificationKey: Sendable, Hashable {
    case p256(P256PublicKey)
    case secp256k1(Secp256k1PublicKey)

    /// Creates a key from its bytes.
    /// - Parameters:
    ///   - type: the type of the verification method.
    ///   - bytes: 33 bytes compressed (OpenDID sheet 1.2), or 65 uncompressed.
    /// - Throws: ``VerificationFailure`` with code `unsupportedKey` for RSA, or with code `malformedKey` if the bytes are not a point on
    ///   the curve.
    public init(type: DIDKeyType, bytes: [UInt8]) throws(VerificationFailure) {
        do {
            switch type {
            case .secp256r1VerificationKey2018: self = .p256(try P256PublicKey(bytes: bytes))
            case .secp256k1VerificationKey2018: self = .secp256k1(try Secp256k1PublicKey(bytes: bytes))
            case .rsaVerificationKey2018:
                throw VerificationFailure(
                    .unsupportedKey, at: "verificationMethod",
                    "RSA is named by the specification and implemented nowhere")
            }
        } catch let failure as VerificationFailure {
            throw failure
        } catch {
            throw VerificationFailure(.malformedKey, at: "verificationMethod", "\(error)")
        }
    }

    /// Creates the key of a verification method in a DID document.
    /// - Throws: ``VerificationFailure`` with code `unsupportedKey` or `malformedKey`.
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
    /// The longest base58 text of a key that is decoded. RSA keys of 8192 bits are shorter.
    static let textLimit = 2_048

    /// The type of proofs that are made with this key.
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

    /// The compressed key, 33 bytes: the byte `02` or `03`, followed by the x coordinate.
    public var compressed: [UInt8] {
        switch self {
        case .p256(let key): key.compressed
        case .secp256k1(let key): key.compressed
        }
    }

    /// Returns the signature with a low s. Returns `nil` if it is not a valid signature on the curve of this key.
    func normalized(_ signature: CompactSignature) -> CompactSignature? {
        switch self {
        case .p256: try? signature.p256Normalized()
        case .secp256k1: try? signature.secp256k1Normalized()
        }
    }

    /// True if this key can be recovered from the signature. Some programs check signatures in this way (OpenDID sheet 2.3).
    func isRecovered(from signature: CompactSignature, digest: [UInt8]) -> Bool {
        switch self {
        case .p256(let key): signature.recovers(key, digest: digest)
        case .secp256k1(let key): (try? signature.recoverSecp256k1PublicKey(digest: digest)) == key
        }
    }

    /// Returns the signature with a low s. Returns `nil` if this key did not make it over the 32-byte `digest`, or cannot be recovered from it.
    package func checked(_ signature: CompactSignature, digest: [UInt8]) -> CompactSignature? {
        // A key that can be recovered from a signature has made it, so no other check is needed.
        guard let low = normalized(signature), isRecovered(from: low, digest: digest) else { return nil }
        return low
    }

    /// True if this key made `signature` over the 32-byte `digest`. A high s is accepted (OpenDID sheet 2.3).
    public func verify(_ signature: CompactSignature, digest: [UInt8]) -> Bool {
        switch self {
        case .p256(let key): key.verify(signature, digest: digest)
        case .secp256k1(let key): key.verify(signature, digest: digest)
        }
    }
}

/// A cache of decoded keys. It saves time because decompressing a key takes half as long as checking a signature, and successive documents
/// name the same few keys.
///
/// The cache only maps the text of a key to the decoded key. It does not store whether a key is accepted; that is decided each time.
final class ReadKeys: Sendable {
    private struct Name: Hashable {
        let type: DIDKeyType
        let text: String
    }

    static let shared = ReadKeys()

    /// The largest number of keys in the cache. The limit exists because a document from any sender can add keys.
    private static let limit = 1024
    /// The longest text of a cached key. A key of 33 bytes has at most 46 base58 characters.
    private static let textLimit = 128
    private let keys = Mutex<[Name: VerificationKey]>([:])

    func key(_ method: DIDDocument.VerificationMethod) -> VerificationKey? {
        let name = Name(type: method.type, text: method.publicKeyMultibase)
        return keys.withLock { $0[name] }
    }

    func keep(_ key: VerificationKey, of method: DIDDocument.VerificationMethod) {
        guard method.publicKeyMultibase.utf8.count <= Self.textLimit else { return }
        let name = Name(type: method.type, text: method.publicKeyMultibase)
        keys.withLock { keys in
            if keys.count >= Self.limit { keys.removeAll(keepingCapacity: true) }
            keys[name] = key
        }
    }
}
