/// How signatures are checked: the part of a ``VerificationPolicy`` that is always there.
public struct SignatureRule: Sendable, Hashable {
    /// Which signatures of a credential have to hold (OpenDID sheet 2.2 and 3.3).
    public enum Claims: Sendable, Hashable {
        /// The document is no credential: each proof has its `proofValue`, claims are not looked at.
        case none
        /// As issued: the signature over the whole, and one for each claim.
        case all
        /// As presented: the signature over the whole when there is one, else one for each claim.
        case whenReduced
    }

    /// Which signatures of a credential have to hold.
    public var claims: Claims
    /// Whether a signature over SHA-256 of SHA-256 counts too: a foreign TAS makes them (sheet 2.3). Set it for AccEcdh and
    /// ServerTokenData only.
    public var acceptsDoubleHash: Bool
    /// When set, and the signature does not hold over the document as received, it may hold over these members of it (sheet 2.1).
    public var modelForm: ModelForm?

    /// Signatures over the received form, of a document that is no credential, unless told.
    public init(claims: Claims = .none, acceptsDoubleHash: Bool = false, modelForm: ModelForm? = nil) {
        self.claims = claims
        self.acceptsDoubleHash = acceptsDoubleHash
        self.modelForm = modelForm
    }

    /// Checks the signatures that belong to one proof.
    /// - Returns: over which bytes they hold.
    func check(_ proof: ReceivedProof, of document: SignedDocument, with key: VerificationKey) throws(VerificationFailure) -> VerifiedProof.Form {
        guard claims == .none else {
            try checkCredential(proof, of: document, with: key)
            return .received
        }
        do {
            try document.checkSignature(proof.selection, with: key, acceptsDoubleHash: acceptsDoubleHash)
            return .received
        } catch {
            guard error.code == .signature, let reduced = try modelForm?.reduce(document) else { throw error }
            // The reason that counts is the one about the document that came.
            guard (try? reduced.checkSignature(proof.selection, with: key, acceptsDoubleHash: acceptsDoubleHash)) != nil else { throw error }
            return .model
        }
    }

    private func checkCredential(_ proof: ReceivedProof, of document: SignedDocument, with key: VerificationKey) throws(VerificationFailure) {
        guard proof.selection == .proof else {
            throw VerificationFailure(.malformedProof, at: proof.selection.proofPath, "a credential has one proof, as proof")
        }
        let whole = try document.hasSignature(.proof)
        if whole || claims == .all { try document.checkSignature(.proof, with: key) }
        if !whole || claims == .all { try document.checkClaimSignatures(with: key) }
    }
}
