import HeraldJSON

/// How signatures are checked: the part of a ``VerificationPolicy`` that is always there.
public struct SignatureRule: Sendable, Hashable {
    /// Which signatures of a credential have to hold (OpenDID sheet 2.2 and 3.3). No two claims may have the same code.
    ///
    /// Two things no signature of a credential says. The signed form of the whole is that of a claim when there is one claim only, so a
    /// credential of one claim may be one that was cut down from several, with the claim's signature in the place of the whole. And
    /// signatures of single claims bind each claim to its credential, but not the claims' order. Only a schema tells: see
    /// ``ClaimsSchemaRule``.
    public enum Claims: Sendable, Hashable {
        /// The document is no credential: each proof has its `proofValue`, claims are not looked at.
        case none
        /// As issued: the signature over the whole, and one for each claim. That the claims are complete needs ``ClaimsSchemaRule``
        /// beside it, because a single claim of a larger credential passes too.
        case all
        /// As presented: the signature over the whole when there is one, else one for each claim.
        case whenReduced
    }

    /// Which signatures of a credential have to hold.
    public var claims: Claims
    /// Whether a signature over SHA-256 of SHA-256 counts too: a foreign TAS makes them (OpenDID sheet 2.3). Set it for AccEcdh and
    /// ServerTokenData only.
    public var acceptsDoubleHash: Bool
    /// When set, and the signature does not hold over the document as received, it may hold over this form of it (OpenDID sheet 2.1).
    public var modelForm: ModelForm?

    /// By default, signatures over the received form of a document that is no credential.
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
            guard error.code == .signature, let edits = try modelForm?.edits(of: document) else { throw error }
            // The reason that counts is the one about the document that came.
            guard (try? document.checkSignature(proof.selection, with: key, acceptsDoubleHash: acceptsDoubleHash, edits: edits)) != nil else {
                throw error
            }
            return .model
        }
    }

    private func checkCredential(_ proof: ReceivedProof, of document: SignedDocument, with key: VerificationKey) throws(VerificationFailure) {
        guard proof.selection == .proof else {
            throw VerificationFailure(.malformedProof, at: proof.selection.proofPath, "a credential has one proof, as proof")
        }
        try Self.checkCodes(of: document)
        let whole = try document.hasSignature(.proof)
        if whole || claims == .all { try document.checkSignature(.proof, with: key) }
        if !whole || claims == .all { try document.checkClaimSignatures(with: key) }
    }

    /// A claim and its signature can be written twice, and a reader that looks claims up by code would not know which one counts. Looked at
    /// before any signature, so that a long list of one claim is no work.
    private static func checkCodes(of document: SignedDocument) throws(VerificationFailure) {
        guard let claims = document[["credentialSubject", "claims"]] else { return }
        var codes: Set<String> = []
        for (index, claim) in claims.elements.enumerated() {
            let code = claim["code"]?.string
            if let code, codes.insert(code).inserted { continue }
            throw .malformedDocument(
                "credentialSubject.claims[\(index)].code", code == nil ? "a code is required here" : "an earlier claim has this code")
        }
    }
}
