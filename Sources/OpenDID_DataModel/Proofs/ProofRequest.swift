import HeraldJSON
import HeraldKeys
import HeraldP256

/// How one proof is to be made (OpenDID sheet 2.4).
public struct ProofRequest: Sendable {
    /// Makes the signature.
    public var signer: any ProofSigner
    /// The key URL that goes into the proof: `did?versionId=N#keyId`.
    public var verificationMethod: String
    /// What the signature is for.
    public var purpose: ProofPurpose
    /// The time that goes into the proof.
    public var created: UTCInstant
    /// The digits of the second's fraction in ``created`` as it is written, 0 to 9. Defaults to 0.
    public var fractionDigits = 0
    /// The encoding of the signature. Defaults to base58btc as the wallet writes it (OpenDID sheet 1.1).
    public var encoding: Multibase.Base

    /// A request from its parts.
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

    /// A request to sign with a key of a DID document, named by its full key URL (OpenDID sheet 1.5).
    public init(
        signer: any ProofSigner, keyID: String, of document: DIDDocument, purpose: ProofPurpose, created: UTCInstant,
        encoding: Multibase.Base = .base58btc
    ) {
        self.init(
            signer: signer, verificationMethod: "\(document.id)?versionId=\(document.versionId)#\(keyID)", purpose: purpose,
            created: created, encoding: encoding)
    }

    /// The proof as it is signed: without values.
    func unsignedProof() async throws -> Proof {
        Proof(
            created: created.text(fractionDigits: fractionDigits), proofPurpose: purpose, verificationMethod: verificationMethod,
            type: try await signer.verificationKey.proofType, proofValue: nil)
    }

    /// Signs a digest and writes the signature down, with a low s whatever the signer gives.
    /// - Throws: ``VerificationFailure`` `signature` when the signature does not lead back to the signer's key, and what the signer throws.
    func signatureText(over digest: [UInt8]) async throws -> String {
        let signature = try await signer.sign(digest: digest)
        if signer is any SelfCheckingSigner { return Multibase.encode(signature.bytes, as: encoding) }
        let key = try await signer.verificationKey
        guard let low = key.normalized(signature), key.isRecovered(from: low, digest: digest) else {
            throw VerificationFailure(.signature, at: "proof.proofValue", "the signer's signature does not fit its key")
        }
        return Multibase.encode(low.bytes, as: encoding)
    }
}
