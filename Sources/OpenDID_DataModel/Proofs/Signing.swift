import HeraldJSON
import HeraldKeys
import HeraldP256

extension ProofContainer {
    /// Returns a copy with one proof of the whole document (OpenDID sheet 2.4). An existing proof is replaced.
    /// - Throws: `JSONError` if the document has no canonical form. Errors of the signer.
    public func signed(by request: ProofRequest) async throws -> Self {
        var document = self
        var proof = try await request.unsignedProof()
        document.proof = proof
        proof.proofValue = try await request.signatureText(over: UnsignedForm(document).digest())
        document.proof = proof
        return document
    }
}

extension ProofsContainer {
    /// Returns a copy with one proof for each request. Each proof covers the document without the other proofs (OpenDID sheet 2.2). One
    /// proof is written as `proof`, several are written as `proofs` in the order of the requests. Existing proofs are replaced.
    /// - Throws: ``VerificationFailure`` with code `missingProof` if there is no request, or `JSONError` if the document has no canonical
    ///   form. Errors of the signers.
    public func signed(by requests: [ProofRequest]) async throws -> Self {
        guard !requests.isEmpty else {
            throw VerificationFailure(.missingProof, at: "proofs", "no key was given to sign with")
        }
        var document = self
        document.proofs = nil
        var proofs: [Proof] = []
        for request in requests {
            var proof = try await request.unsignedProof()
            document.proof = proof
            proof.proofValue = try await request.signatureText(over: UnsignedForm(document).digest())
            proofs.append(proof)
        }
        document.setProofs(proofs)
        return document
    }
}

extension VerifiableCredential {
    /// Returns a copy that the issuer signed: once as a whole, and once for each claim in the order of the claims (OpenDID sheet 2.2). An
    /// existing proof is replaced.
    /// - Throws: `JSONError` if the credential has no canonical form. Errors of the signer.
    public func signed(by request: ProofRequest) async throws -> VerifiableCredential {
        var credential = self
        let unsigned = try await request.unsignedProof()
        credential.proof = VCProof(
            created: unsigned.created, proofPurpose: unsigned.proofPurpose,
            verificationMethod: unsigned.verificationMethod,
            type: unsigned.type, proofValue: nil, proofValueList: nil)
        let form = try UnsignedForm(credential)
        credential.proof.proofValue = try await request.signatureText(over: form.digest())
        let digests = try form.document().claimDigests()
        credential.proof.proofValueList = try await DividedWork.results(digests.count) { part in
            var texts: [String] = []
            for index in part { texts.append(try await request.signatureText(over: digests[index])) }
            return texts
        }
        return credential
    }
}

/// A request for one proof: the signer, the key, the purpose and the time (OpenDID sheet 2.4).
///
/// ```swift
/// let request = ProofRequest(signer: key, keyID: "assert", of: issuer, purpose: .assertionMethod, created: now)
/// let signed = try await profile.signed(by: request)
/// ```
public struct ProofRequest: Sendable {
    /// The signer of the proof.
    public var signer: any ProofSigner
    /// The key URL in the proof: `did?versionId=N#keyId`.
    public var verificationMethod: String
    /// The purpose of the proof.
    public var purpose: ProofPurpose
    /// The time in the proof.
    public var created: UTCInstant
    /// The number of digits after the decimal point of the seconds in ``created``, 0 to 9. Defaults to 0.
    public var fractionDigits = 0
    /// The encoding of the signature. Defaults to base58btc, as the wallet writes it (OpenDID sheet 1.1).
    public var encoding: Multibase.Base

    /// Creates a request for a proof with a key that its URL names.
    /// - Parameters:
    ///   - signer: the signer of the proof.
    ///   - verificationMethod: the key URL in the proof: `did?versionId=N#keyId`.
    ///   - purpose: the purpose of the proof.
    ///   - created: the time in the proof.
    ///   - encoding: the encoding of the signature. Defaults to base58btc.
    public init(
        signer: any ProofSigner, verificationMethod: String, purpose: ProofPurpose, created: UTCInstant,
        encoding: Multibase.Base = .base58btc
    ) {
        self.signer = signer
        self.verificationMethod = verificationMethod
        self.purpose = purpose
        self.created = created
        self.encoding = encoding
    }

    /// Creates a request for a proof with a key of a DID document. The proof names the key by its full URL (OpenDID sheet 1.5).
    public init(
        signer: any ProofSigner, keyID: String, of document: DIDDocument, purpose: ProofPurpose, created: UTCInstant,
        encoding: Multibase.Base = .base58btc
    ) {
        self.init(
            signer: signer, verificationMethod: "\(document.id)?versionId=\(document.versionId)#\(keyID)",
            purpose: purpose,
            created: created, encoding: encoding)
    }

    /// Returns the proof in the form that is signed: without a signature.
    func unsignedProof() async throws -> Proof {
        Proof(
            created: created.text(fractionDigits: fractionDigits), proofPurpose: purpose,
            verificationMethod: verificationMethod,
            type: try await signer.verificationKey.proofType, proofValue: nil)
    }

    /// Signs a digest and returns the signature as text, always with a low s.
    /// - Throws: ``VerificationFailure`` with code `signature` if the signature does not belong to the signer's key. The key is recovered
    ///   from the signature and compared. Errors of the signer.
    func signatureText(over digest: [UInt8]) async throws -> String {
        let signature = try await signer.sign(digest: digest)
        if signer is any SelfCheckingSigner { return Multibase.encode(signature.bytes, as: encoding) }
        guard let low = try await signer.verificationKey.checked(signature, digest: digest) else {
            throw VerificationFailure(
                .signature, at: "proof.proofValue", "the signer's signature does not match its key")
        }
        return Multibase.encode(low.bytes, as: encoding)
    }
}

/// A type that makes signatures. Implement it for a key in hardware or a key that a passcode protects. ``SigningKey`` is a key in memory.
public protocol ProofSigner: Sendable {
    /// The public key.
    /// - Throws: an error if the key cannot be read.
    var verificationKey: VerificationKey { get async throws }
    /// Signs a 32-byte digest without hashing it again.
    /// - Returns: a signature with its recovery id (OpenDID sheet 2.3). A high s is converted to a low s before it is written. If
    ///   ``verificationKey`` cannot be recovered from the signature, the signature is refused.
    /// - Throws: an error if the key cannot sign.
    func sign(digest: [UInt8]) async throws -> CompactSignature
}

/// A signer of this package that checks every new signature, and returns it with a low s. The caller therefore need not check the signature
/// again.
package protocol SelfCheckingSigner: ProofSigner {}

/// A private key in memory. Its description is redacted.
///
/// ```swift
/// let key = SigningKey.p256(P256PrivateKey())
/// let text = Multibase.encode(key.verificationKey.compressed, as: .base58btc)   // for the DID document
/// ```
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
