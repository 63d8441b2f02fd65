import Crypto
import HeraldJSON

extension SignedDocument {
    /// What of a proof is not signed (OpenDID sheet 2.2). Only a credential has signatures of claims: anywhere else a list of them is a
    /// member like others, which nobody can add unseen. What makes it a credential is signed itself.
    private var unsigned: [String: CanonicalEdit] {
        let isCredential = self[["credentialSubject"]] != nil
        return isCredential ? ["proofValue": .remove, "proofValueList": .remove] : ["proofValue": .remove]
    }

    /// The bytes that were signed (OpenDID sheet 2.1 and 2.2): the canonical form of the document with the selected proof as `proof`,
    /// without its value, and without the list of values in a credential; for ``ProofSelection/claim(_:)`` with that claim alone.
    /// - Throws: ``VerificationFailure`` `missingProof`, `malformedProof`, `missingClaim` or `malformedDocument`.
    public func signedBytes(_ selection: ProofSelection) throws(VerificationFailure) -> [UInt8] { try signedBytes(selection, edits: [:]) }

    /// The same of a document that is changed before.
    /// - Parameter edits: what makes another form of the document. They do not count for a proof, nor for a claim.
    func signedBytes(_ selection: ProofSelection, edits: [String: CanonicalEdit]) throws(VerificationFailure) -> [UInt8] {
        if case .claim(let index) = selection {
            let frame = try claimFrame()
            guard let claim = element(index, of: self[["credentialSubject", "claims"]]) else {
                throw VerificationFailure(.missingClaim, at: "credentialSubject.claims[\(index)]", "the credential has no claim here")
            }
            return frame.head + (try canonical(claim)) + frame.tail
        }
        let proof = try canonical(try proof(selection), edits: unsigned)
        return try canonical(root, edits: edits.merging(["proof": .set(proof), "proofs": .remove]) { $1 })
    }

    /// SHA-256 of ``signedBytes(_:)`` (OpenDID sheet 2.3).
    /// - Throws: as ``signedBytes(_:)``.
    public func digest(_ selection: ProofSelection) throws(VerificationFailure) -> [UInt8] {
        Array(SHA256.hash(data: try signedBytes(selection)))
    }

    /// The digest of each claim's signed form, in the order of the claims. What the forms share is canonicalised once.
    /// - Throws: as ``signedBytes(_:)``; `malformedDocument` when there is no list of claims.
    public func claimDigests() throws(VerificationFailure) -> [[UInt8]] {
        var digests: [[UInt8]] = []
        try forEachClaimDigest { _, digest in digests.append(digest) }
        return digests
    }

    /// Makes one digest after the other: a check that ends at the first false signature does not work for a stranger's long list.
    func forEachClaimDigest(_ body: (Int, [UInt8]) throws(VerificationFailure) -> Void) throws(VerificationFailure) {
        let frame = try claimFrame()
        var shared = SHA256()
        shared.update(data: frame.head)
        guard let claims = self[["credentialSubject", "claims"]] else { return }
        for (index, claim) in claims.elements.enumerated() {
            var hash = shared
            hash.update(data: try canonical(claim))
            hash.update(data: frame.tail)
            try body(index, Array(hash.finalize()))
        }
    }

    /// What stands before and after the one claim in the signed form of a claim.
    private func claimFrame() throws(VerificationFailure) -> CanonicalFrame {
        guard let subject = self[["credentialSubject"]], subject.kind == .object else {
            throw .malformedDocument("credentialSubject", "an object with claims was expected")
        }
        guard let claims = self[["credentialSubject", "claims"]], claims.kind == .array else {
            throw .malformedDocument("credentialSubject.claims", "an array of claims was expected")
        }
        let proof = try canonical(try proof(.proof), edits: unsigned)
        do {
            let outer = try CanonicalFrame(of: root, around: "credentialSubject", edits: ["proof": .set(proof), "proofs": .remove])
            let inner = try CanonicalFrame(of: subject, around: "claims")
            return CanonicalFrame(
                head: outer.head + inner.head + [UInt8(ascii: "[")], tail: [UInt8(ascii: "]")] + inner.tail + outer.tail)
        } catch {
            throw .malformedDocument(error.path, error.reason)
        }
    }

    private func canonical(_ view: JSONView, edits: [String: CanonicalEdit] = [:]) throws(VerificationFailure) -> [UInt8] {
        do {
            return try view.canonicalBytes(omittingNulls: true, edits: edits)
        } catch {
            throw .malformedDocument(error.path, error.reason)
        }
    }
}
