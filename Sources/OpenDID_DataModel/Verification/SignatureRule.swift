import HeraldJSON

/// The rules for checking signatures. Every ``VerificationPolicy`` has one.
public struct SignatureRule: Sendable, Hashable {
    /// The signatures of a credential that must hold (OpenDID sheet 2.2 and 3.3). No two claims may have the same code.
    ///
    /// The signatures of a credential leave two things open. If there is only one claim, the signed form of the whole is that of the claim.
    /// A credential with one claim may therefore be a part of a larger one, with the claim's signature in the place of the signature of the
    /// whole. Also, signatures of single claims bind each claim to its credential and do not bind the order of the claims. Only a schema
    /// can decide both: see ``ClaimsSchemaRule``.
    public enum Claims: Sendable, Hashable {
        /// The document is not a credential. Each proof has its `proofValue`, and claims are not checked.
        case none
        /// An issued credential: the signature of the whole and one for each claim must hold. ``ClaimsSchemaRule`` is also needed to ensure
        /// that the claims are complete, because a single claim of a larger credential passes this check too.
        case all
        /// A presented credential: the signature of the whole must hold if there is one, or else one for each claim.
        case whenReduced
    }

    /// The signatures of a credential that must hold.
    public var claims: Claims
    /// True if a signature over SHA-256 of SHA-256 is accepted too, which some foreign TAS create (OpenDID sheet 2.3). Set it only for
    /// AccEcdh and ServerTokenData.
    public var acceptsDoubleHash: Bool
    /// Another form of the document over which the signature may hold if it does not hold over the received form (OpenDID sheet 2.1).
    public var modelForm: ModelForm?

    /// Creates a rule. By default it checks signatures over the received form of a document that is not a credential.
    public init(claims: Claims = .none, acceptsDoubleHash: Bool = false, modelForm: ModelForm? = nil) {
        self.claims = claims
        self.acceptsDoubleHash = acceptsDoubleHash
        self.modelForm = modelForm
    }

    /// Checks the signatures that belong to one proof.
    /// - Returns: the form of the document over which they hold.
    func check(_ proof: ReceivedProof, of document: SignedDocument, with key: VerificationKey)
        async throws(VerificationFailure) -> VerifiedProof.Form
    {
        guard claims == .none else {
            try await checkCredential(proof, of: document, with: key)
            return .received
        }
        do {
            try document.checkSignature(proof.selection, with: key, acceptsDoubleHash: acceptsDoubleHash)
            return .received
        } catch {
            guard error.code == .signature, let edits = try modelForm?.edits(of: document) else { throw error }
            // If both forms fail, the error is the one about the received form.
            guard
                (try? document.checkSignature(
                    proof.selection, with: key, acceptsDoubleHash: acceptsDoubleHash, edits: edits)) != nil
            else {
                throw error
            }
            return .model
        }
    }

    private func checkCredential(_ proof: ReceivedProof, of document: SignedDocument, with key: VerificationKey)
        async throws(VerificationFailure)
    {
        guard proof.selection == .proof else {
            throw VerificationFailure(
                .malformedProof, at: proof.selection.proofPath, "a credential has one proof, as proof")
        }
        try Self.checkCodes(of: document)
        let whole = try document.hasSignature(.proof)
        if whole || claims == .all { try document.checkSignature(.proof, with: key) }
        if !whole || claims == .all { try await document.checkClaimSignaturesTogether(with: key) }
    }

    /// A document can repeat a claim with its signature, and a reader that finds claims by code would not know which one to use. This check
    /// comes before the signatures, so that a long list of one repeated claim causes no work.
    private static func checkCodes(of document: SignedDocument) throws(VerificationFailure) {
        guard let claims = document[["credentialSubject", "claims"]] else { return }
        var codes: Set<String> = []
        for (index, claim) in claims.elements.enumerated() {
            let code = claim["code"]?.string
            if let code, codes.insert(code).inserted { continue }
            throw .malformedDocument(
                "credentialSubject.claims[\(index)].code",
                code == nil ? "a code is required here" : "an earlier claim has this code")
        }
    }
}

/// The form of a document in its sender's model, if it differs from the form that the sender writes. Servers sign their model
/// (OpenDID sheet 2.1). If the two forms differ, a signature verifies only over this form.
public struct ModelForm: Sendable, Hashable {
    /// The names of top-level members that the sender adds after signing. They are removed. Members of other objects stay.
    public let unsigned: Set<String>
    /// The members that the sender signs as numbers and writes as texts.
    let numbers: SignedNumbers?

    /// The form of AttestedDIDDoc. The wallet provider of V1 adds an unsigned `did` and no other member (OpenDID sheet 2.1).
    public static let attestedDIDDoc = ModelForm(unsigned: ["did"])

    /// The form of IssueProfile. The issuer of release 2 signs the large numbers of a `credentialOffer` as numbers (OpenDID sheet 10).
    public static let issueProfile = ModelForm(numbers: .issueProfile)

    /// Creates a form from the names of the members to remove.
    public init(unsigned: Set<String>) {
        self.unsigned = unsigned
        numbers = nil
    }

    private init(numbers: SignedNumbers) {
        unsigned = []
        self.numbers = numbers
    }

    /// Returns the changes that convert the document to this form.
    /// - Returns: `nil` if the document has no such form beside the received one.
    /// - Throws: ``VerificationFailure`` with code `malformedDocument` if the document cannot be read.
    func edits(of document: SignedDocument) throws(VerificationFailure) -> [String: CanonicalEdit]? {
        var edits: [String: CanonicalEdit] = [:]
        for name in unsigned { edits[name] = .remove }
        guard let numbers else { return edits }
        do {
            guard let changed = try numbers.edits(of: document.root), !changed.isEmpty else { return nil }
            return edits.merging(changed) { removal, _ in removal }
        } catch {
            throw .malformedDocument(error)
        }
    }
}
