import Crypto
import HeraldJSON

extension SignedDocument {
    /// The members of a proof that the signature does not cover (OpenDID sheet 2.2). Only a credential has signatures of claims. In other
    /// documents, such a list is an ordinary member that the signature covers. The signature also covers the member that makes the document
    /// a credential.
    private var unsigned: [String: CanonicalEdit] {
        let isCredential = self[["credentialSubject"]] != nil
        return isCredential ? ["proofValue": .remove, "proofValueList": .remove] : ["proofValue": .remove]
    }

    /// Returns the bytes that the signature covers (OpenDID sheet 2.1 and 2.2). They are the canonical form of the document with the
    /// selected proof as `proof`, without its value, and in a credential without the list of values. For ``ProofSelection/claim(_:)`` the
    /// credential has only that claim.
    /// - Throws: ``VerificationFailure`` with code `missingProof`, `malformedProof`, `missingClaim` or `malformedDocument`.
    public func signedBytes(_ selection: ProofSelection) throws(VerificationFailure) -> [UInt8] {
        try signedBytes(selection, edits: [:])
    }

    /// Returns these bytes for a changed document.
    /// - Parameter edits: the changes that give another form of the document. They do not apply to a proof or a claim.
    func signedBytes(_ selection: ProofSelection, edits: [String: CanonicalEdit]) throws(VerificationFailure) -> [UInt8]
    {
        if case .claim(let index) = selection {
            let frame = try claimFrame()
            guard let claim = element(index, of: self[["credentialSubject", "claims"]]) else {
                throw VerificationFailure(
                    .missingClaim, at: "credentialSubject.claims[\(index)]", "the credential has no claim here")
            }
            return frame.head + (try canonical(claim)) + frame.tail
        }
        let proof = try canonical(try proof(selection), edits: unsigned)
        return try canonical(root, edits: edits.merging(["proof": .set(proof), "proofs": .remove]) { $1 })
    }

    /// Returns SHA-256 of ``signedBytes(_:)`` (OpenDID sheet 2.3).
    /// - Throws: ``VerificationFailure`` as ``signedBytes(_:)`` does.
    public func digest(_ selection: ProofSelection) throws(VerificationFailure) -> [UInt8] {
        Array(SHA256.hash(data: try signedBytes(selection)))
    }

    /// Returns the digest of each claim's signed form, in the order of the claims. The common part is encoded only once.
    /// - Throws: ``VerificationFailure`` as ``signedBytes(_:)`` does, and with code `malformedDocument` if there is no list of claims.
    public func claimDigests() throws(VerificationFailure) -> [[UInt8]] {
        var digests = try ClaimDigests(of: self)
        return try digests.next(.max)
    }

    /// The digests of the claims' signed forms, made as they are needed.
    struct ClaimDigests {
        private let document: SignedDocument
        private let tail: [UInt8]
        /// The hash of the text before the claim.
        private let shared: SHA256
        private var claims: ArraySlice<JSONView>

        init(of document: SignedDocument) throws(VerificationFailure) {
            let frame = try document.claimFrame()
            var shared = SHA256()
            shared.update(data: frame.head)
            self.document = document
            self.shared = shared
            tail = frame.tail
            claims = document[["credentialSubject", "claims"]].map { ArraySlice($0.elements) } ?? []
        }

        /// Returns the digests of the next claims, at most `limit` of them.
        mutating func next(_ limit: Int) throws(VerificationFailure) -> [[UInt8]] {
            var digests: [[UInt8]] = []
            while digests.count < limit, let claim = claims.popFirst() {
                var hash = shared
                hash.update(data: try document.canonical(claim))
                hash.update(data: tail)
                digests.append(Array(hash.finalize()))
            }
            return digests
        }
    }

    /// Returns the text before and after the claim in the signed form of one claim.
    fileprivate func claimFrame() throws(VerificationFailure) -> CanonicalFrame {
        guard let subject = self[["credentialSubject"]], subject.kind == .object else {
            throw .malformedDocument("credentialSubject", "an object with claims was expected")
        }
        guard let claims = self[["credentialSubject", "claims"]], claims.kind == .array else {
            throw .malformedDocument("credentialSubject.claims", "an array of claims was expected")
        }
        let proof = try canonical(try proof(.proof), edits: unsigned)
        do {
            let outer = try CanonicalFrame(
                of: root, around: "credentialSubject", edits: ["proof": .set(proof), "proofs": .remove])
            let inner = try CanonicalFrame(of: subject, around: "claims")
            return CanonicalFrame(
                head: outer.head + inner.head + [UInt8(ascii: "[")], tail: [UInt8(ascii: "]")] + inner.tail + outer.tail
            )
        } catch {
            throw .malformedDocument(error.path, error.reason)
        }
    }

    fileprivate func canonical(_ view: JSONView, edits: [String: CanonicalEdit] = [:]) throws(VerificationFailure)
        -> [UInt8]
    {
        do {
            return try view.canonicalBytes(omittingNulls: true, edits: edits)
        } catch {
            throw .malformedDocument(error.path, error.reason)
        }
    }
}
