import Crypto
import HeraldJSON
import HeraldKeys

extension SignedDocument {
    /// Checks one signature with a key that the caller already trusts. ``VerificationPolicy`` also checks the owner of the key, its purpose
    /// and other conditions.
    ///
    /// The signature must have 65 bytes with a header of 31 to 34, and must be valid as ordinary ECDSA. A high s is accepted
    /// (OpenDID sheet 2.3).
    /// - Parameters:
    ///   - selection: the signature to check.
    ///   - key: the key that must have made it.
    ///   - acceptsDoubleHash: true to accept a signature over SHA-256 of SHA-256 too. Set it only for AccEcdh and ServerTokenData of a
    ///     foreign TAS (OpenDID sheet 2.3). Defaults to false.
    /// - Throws: ``VerificationFailure`` for the fault of the document, its proof or the signature.
    public func checkSignature(
        _ selection: ProofSelection, with key: VerificationKey, acceptsDoubleHash: Bool = false
    ) throws(VerificationFailure) {
        try checkSignature(selection, with: key, acceptsDoubleHash: acceptsDoubleHash, edits: [:])
    }

    /// Checks a signature over a changed form of the document.
    /// - Parameter edits: the changes that convert the document to the other form. See ``signedBytes(_:edits:)``.
    func checkSignature(
        _ selection: ProofSelection, with key: VerificationKey, acceptsDoubleHash: Bool, edits: [String: CanonicalEdit]
    ) throws(VerificationFailure) {
        try checkType(selection, of: key)
        let signature = try signature(selection)
        let digest = Array(SHA256.hash(data: try signedBytes(selection, edits: edits)))
        try Self.check(signature, over: digest, with: key, acceptsDoubleHash: acceptsDoubleHash, at: selection)
    }

    /// Checks the signatures of all claims (OpenDID sheet 2.2) with a key that the caller already trusts.
    /// - Throws: the first ``VerificationFailure``. Its code is `missingSignature` if the list of signatures is absent or empty, or if its
    ///   length differs from that of the list of claims.
    public func checkClaimSignatures(with key: VerificationKey) throws(VerificationFailure) {
        let texts = try claimSignatures(checkedWith: key)
        var digests = try ClaimDigests(of: self)
        for (index, text) in texts.enumerated() {
            for digest in try digests.next(1) { try Self.checkClaim(index, text, over: digest, with: key) }
        }
    }

    /// The number of claims whose signatures are checked at the same time. If one fails, the claims after these are not hashed.
    private static let claimsAtOnce = 64

    /// Checks the same as ``checkClaimSignatures(with:)``, but uses several processors.
    func checkClaimSignaturesTogether(with key: VerificationKey) async throws(VerificationFailure) {
        let texts = try claimSignatures(checkedWith: key)
        var digests = try ClaimDigests(of: self)
        for start in stride(from: 0, to: texts.count, by: Self.claimsAtOnce) {
            let batch = try digests.next(Self.claimsAtOnce)
            _ = try await DividedWork.results(batch.count) { (part) throws(VerificationFailure) -> [Never] in
                for index in part {
                    try Self.checkClaim(start + index, texts[start + index], over: batch[index], with: key)
                }
                return []
            }
        }
    }

    /// Returns the texts of the claims' signatures, after checking their number and the type of the key.
    private func claimSignatures(checkedWith key: VerificationKey) throws(VerificationFailure) -> [JSONView] {
        try checkType(.proof, of: key)
        let count = self[["credentialSubject", "claims"]]?.count ?? 0
        let place = "proof.proofValueList"
        guard let list = try proof(.proof)["proofValueList"], list.kind == .array else {
            throw VerificationFailure(.missingSignature, at: place, "the proof has no list of claim signatures")
        }
        let texts = Array(list.elements)
        guard count > 0, texts.count == count else {
            throw VerificationFailure(
                .missingSignature, at: place,
                "there are \(count) claims and \(texts.count) signatures; each claim needs one")
        }
        return texts
    }

    private static func checkClaim(_ index: Int, _ text: JSONView, over digest: [UInt8], with key: VerificationKey)
        throws(VerificationFailure)
    {
        let claim = ProofSelection.claim(index)
        try check(try signature(text, at: claim), over: digest, with: key, acceptsDoubleHash: false, at: claim)
    }

    /// Returns a signature of the document.
    /// - Throws: ``VerificationFailure`` with code `missingProof`, `malformedProof`, `missingSignature` or `malformedSignature`.
    public func signature(_ selection: ProofSelection) throws(VerificationFailure) -> CompactSignature {
        let proof = try proof(selection)
        let text: JSONView?
        switch selection {
        case .proof, .proofs: text = proof["proofValue"]
        case .claim(let index): text = element(index, of: proof["proofValueList"])
        }
        return try Self.signature(text, at: selection)
    }

    /// True if the proof has the selected signature.
    func hasSignature(_ selection: ProofSelection) throws(VerificationFailure) -> Bool {
        let value = try proof(selection)["proofValue"]
        return value.map { !$0.isNull } ?? false
    }

    private static func signature(_ text: JSONView?, at selection: ProofSelection) throws(VerificationFailure)
        -> CompactSignature
    {
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

    /// The longest base58 text that is decoded. 65 bytes need 89 characters.
    private static let signatureTextLimit = 128

    private static func check(
        _ signature: CompactSignature, over digest: [UInt8], with key: VerificationKey, acceptsDoubleHash: Bool,
        at selection: ProofSelection
    ) throws(VerificationFailure) {
        if key.verify(signature, digest: digest) { return }
        if acceptsDoubleHash, key.verify(signature, digest: Array(SHA256.hash(data: digest))) { return }
        throw VerificationFailure(
            .signature, at: selection.description, "the signature does not fit the document and the key")
    }

    /// Checks that the key is on the curve that the proof's type requires (OpenDID sheet 2.3).
    private func checkType(_ selection: ProofSelection, of key: VerificationKey) throws(VerificationFailure) {
        let place = selection.proofPath + ".type"
        guard let text = try proof(selection)["type"]?.string else {
            throw .malformedProof(place, "the proof has no type")
        }
        guard let type = ProofType(rawValue: text) else {
            throw .malformedProof(place, "this type of proof is not known")
        }
        guard type == key.proofType else {
            throw VerificationFailure(
                .typeMismatch, at: place,
                "a proof of type \(type.rawValue) cannot be made with a key for \(key.proofType.rawValue)")
        }
    }
}
