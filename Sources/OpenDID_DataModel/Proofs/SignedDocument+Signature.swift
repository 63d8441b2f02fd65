import Crypto
import HeraldJSON
import HeraldKeys

extension SignedDocument {
    /// Checks one signature under a key that the caller already trusts. Whose key it is, its purpose and everything else is for
    /// ``VerificationPolicy``.
    ///
    /// The signature has 65 bytes with a header of 31 to 34 and holds as ordinary ECDSA; a high s is accepted (OpenDID sheet 2.3).
    /// - Parameters:
    ///   - selection: which signature.
    ///   - key: the key that has to have made it.
    ///   - acceptsDoubleHash: whether a signature over SHA-256 of SHA-256 counts too; only for AccEcdh and ServerTokenData of a foreign
    ///     TAS (OpenDID sheet 2.3).
    /// - Throws: ``VerificationFailure`` that says what is wrong with the document, its proof or the signature.
    public func checkSignature(
        _ selection: ProofSelection, with key: VerificationKey, acceptsDoubleHash: Bool = false
    ) throws(VerificationFailure) {
        try checkSignature(selection, with: key, acceptsDoubleHash: acceptsDoubleHash, edits: [:])
    }

    /// The same over another form of the document.
    /// - Parameter edits: what makes that form of this document. See ``signedBytes(_:edits:)``.
    func checkSignature(
        _ selection: ProofSelection, with key: VerificationKey, acceptsDoubleHash: Bool, edits: [String: CanonicalEdit]
    ) throws(VerificationFailure) {
        try checkType(selection, of: key)
        let signature = try signature(selection)
        let digest = Array(SHA256.hash(data: try signedBytes(selection, edits: edits)))
        try Self.check(signature, over: digest, with: key, acceptsDoubleHash: acceptsDoubleHash, at: selection)
    }

    /// Checks the signatures of all claims (OpenDID sheet 2.2) under a key that the caller already trusts.
    /// - Throws: the first ``VerificationFailure``; `missingSignature` when the list of signatures is absent, empty, or not as long as
    ///   the list of claims.
    public func checkClaimSignatures(with key: VerificationKey) throws(VerificationFailure) {
        try checkType(.proof, of: key)
        let count = self[["credentialSubject", "claims"]]?.count ?? 0
        let place = "proof.proofValueList"
        guard let list = try proof(.proof)["proofValueList"], list.kind == .array else {
            throw VerificationFailure(.missingSignature, at: place, "the proof has no list of claim signatures")
        }
        let texts = Array(list.elements)
        guard count > 0, texts.count == count else {
            throw VerificationFailure(
                .missingSignature, at: place, "there are \(count) claims and \(texts.count) signatures; each claim needs one")
        }
        try forEachClaimDigest { index, digest throws(VerificationFailure) in
            let signature = try Self.signature(texts[index], at: .claim(index))
            try Self.check(signature, over: digest, with: key, acceptsDoubleHash: false, at: .claim(index))
        }
    }

    /// The signature itself.
    /// - Throws: ``VerificationFailure`` `missingProof`, `malformedProof`, `missingSignature` or `malformedSignature`.
    public func signature(_ selection: ProofSelection) throws(VerificationFailure) -> CompactSignature {
        let proof = try proof(selection)
        let text: JSONView?
        switch selection {
        case .proof, .proofs: text = proof["proofValue"]
        case .claim(let index): text = element(index, of: proof["proofValueList"])
        }
        return try Self.signature(text, at: selection)
    }

    /// Whether the proof carries this signature at all.
    func hasSignature(_ selection: ProofSelection) throws(VerificationFailure) -> Bool {
        let value = try proof(selection)["proofValue"]
        return value.map { !$0.isNull } ?? false
    }

    private static func signature(_ text: JSONView?, at selection: ProofSelection) throws(VerificationFailure) -> CompactSignature {
        guard let text, !text.isNull else {
            throw VerificationFailure(.missingSignature, at: selection.description, "the proof has no signature here")
        }
        guard let text = text.string else {
            throw VerificationFailure(.malformedSignature, at: selection.description, "a multibase string was expected")
        }
        do {
            return try CompactSignature(bytes: Multibase.decode(text, base58Limit: signatureTextLimit).bytes)
        } catch {
            throw VerificationFailure(.malformedSignature, at: selection.description, "\(error)")
        }
    }

    /// The longest base58 text that is worked on; 65 bytes take 89 characters.
    private static let signatureTextLimit = 128

    private static func check(
        _ signature: CompactSignature, over digest: [UInt8], with key: VerificationKey, acceptsDoubleHash: Bool,
        at selection: ProofSelection
    ) throws(VerificationFailure) {
        if key.verify(signature, digest: digest) { return }
        if acceptsDoubleHash, key.verify(signature, digest: Array(SHA256.hash(data: digest))) { return }
        throw VerificationFailure(.signature, at: selection.description, "the signature does not fit the document and the key")
    }

    /// The curve follows from the proof's type (OpenDID sheet 2.3).
    private func checkType(_ selection: ProofSelection, of key: VerificationKey) throws(VerificationFailure) {
        let place = selection.proofPath + ".type"
        guard let text = try proof(selection)["type"]?.string else { throw .malformedProof(place, "the proof has no type") }
        guard let type = ProofType(rawValue: text) else { throw .malformedProof(place, "this type of proof is not known") }
        guard type == key.proofType else {
            throw VerificationFailure(
                .typeMismatch, at: place, "a proof of type \(type.rawValue) cannot be made with a key for \(key.proofType.rawValue)")
        }
    }
}
