import HeraldJSON
import HeraldKeys
import HeraldP256

/// The parameters for making one proof (OpenDID sheet 2.4).
public struct ProofRequest: Sendable {
    public var signer: any ProofSigner
    /// The key URL in the proof: `did?versionId=N#keyId`.
    public var verificationMethod: String
    /// The purpose of the proof.
    public var purpose: ProofPurpose
    /// The time in the proof.
    public var created: UTCInstant
    /// The number of digits of the second's fraction in ``created``, 0 to 9. Defaults to 0.
    public var fractionDigits = 0
    /// The encoding of the signature. Defaults to base58btc, as the wallet writes it (OpenDID sheet 1.1).
    public var encoding: Multibase.Base

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

    /// Creates a request to sign with a key of a DID document. The proof names the key by its full URL (OpenDID sheet 1.5).
    public init(
        signer: any ProofSigner, keyID: String, of document: DIDDocument, purpose: ProofPurpose, created: UTCInstant,
        encoding: Multibase.Base = .base58btc
    ) {
        self.init(
            signer: signer, verificationMethod: "\(document.id)?versionId=\(document.versionId)#\(keyID)",
            purpose: purpose,
            created: created, encoding: encoding)
    }

    /// Returns the proof as it is signed: without a value.
    func unsignedProof() async throws -> Proof {
        Proof(
            created: created.text(fractionDigits: fractionDigits), proofPurpose: purpose,
            verificationMethod: verificationMethod,
            type: try await signer.verificationKey.proofType, proofValue: nil)
    }

    /// Signs a digest and returns the signature as text, always with a low s.
    /// - Throws: ``VerificationFailure`` with code `signature` if the recovery of the key from the signature does not give the signer's
    ///   key. Errors of the signer.
    func signatureText(over digest: [UInt8]) async throws -> String {
        let signature = try await signer.sign(digest: digest)
        if signer is any SelfCheckingSigner { return Multibase.encode(signature.bytes, as: encoding) }
        let key = try await signer.verificationKey
        guard let low = key.normalized(signature), key.isRecovered(from: low, digest: digest) else {
            throw VerificationFailure(
                .signature, at: "proof.proofValue", "the signer's signature does not match its key")
        }
        return Multibase.encode(low.bytes, as: encoding)
    }
}
