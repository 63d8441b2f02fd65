import HeraldJSON

/// The rule for checking the signatures of a document. Every ``VerificationPolicy`` has one.
public struct SignatureRule: Sendable, Hashable {
    /// The signatures of a credential that must be valid (OpenDID sheet 2.2 and 3.3). In addition, no two claims may have the same code.
    ///
    /// The signatures alone do not prove two things. First, they do not prove that a credential with one claim is complete. The signature
    /// of a single claim is also valid as the signature of a credential with only this claim. The credential may therefore be a part of a
    /// larger one. Second, signatures of single claims do not prove the order of the claims. Only a schema can prove both; see
    /// ``ClaimsSchemaRule``.
    public enum Claims: Sendable, Hashable {
        /// The document is not a credential. Each proof has its `proofValue`, and claims are not checked.
        case none
        /// An issued credential: the signature of the whole and one for each claim must be valid. ``ClaimsSchemaRule`` is also needed to
        /// ensure that the claims are complete, because a credential that was reduced to a single claim also passes this check.
        case all
        /// A presented credential: if it has the signature of the whole, that signature must be valid. Otherwise the signature of each
        /// claim must be valid. It is also for certificates, for which ``CertificateRule`` requires the signature of the whole.
        case whenReduced
    }

    /// The signatures of a credential that must be valid.
    public var claims: Claims
    /// True if a signature over a double SHA-256 is also accepted, because the TAS of some vendors create such signatures (OpenDID sheet
    /// 2.3). Set it only for AccEcdh and ServerTokenData.
    public var acceptsDoubleHash: Bool
    /// Another form of the document, or `nil` if there is none. A signature is also accepted if it is valid only over this form (OpenDID
    /// sheet 2.1).
    public var modelForm: ModelForm?

    /// Creates a rule. By default it checks signatures over the received form of a document that is not a credential.
    public init(claims: Claims = .none, acceptsDoubleHash: Bool = false, modelForm: ModelForm? = nil) {
        self.claims = claims
        self.acceptsDoubleHash = acceptsDoubleHash
        self.modelForm = modelForm
    }

    /// Checks the signatures that belong to one proof.
    /// - Returns: the form of the document over which the signatures are valid.
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
            // If the signature is valid over neither form, the error for the received form is thrown.
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

    /// Refuses a document in which two claims have the same code. A reader that finds claims by code could not know which claim to use. The
    /// signatures do not prevent this, because a claim can be repeated together with its signature. The codes are checked before the
    /// signatures, so that a long list of one repeated claim causes no work.
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

/// A form of a document that differs from the form in which it is sent. Servers sign the document as their data model has it (OpenDID sheet
/// 2.1). If the sent form differs from the model, the signature is valid only over the model's form.
public struct ModelForm: Sendable, Hashable {
    /// The names of top-level members that the sender adds after signing. They are removed before the signature is checked. Members of the
    /// same name in inner objects are not removed.
    public let unsigned: Set<String>
    /// The members that the sender signs as numbers and writes as text.
    let numbers: SignedNumbers?

    /// The form of AttestedDIDDoc. The wallet provider of release 1 adds the member `did` after signing, and no other member (OpenDID sheet
    /// 2.1).
    public static let attestedDIDDoc = ModelForm(unsigned: ["did"])

    /// The form of IssueProfile. The issuer of release 2 signs the large numbers of a `credentialOffer` as numbers, but sends them as text
    /// (OpenDID sheet 10).
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
    /// - Returns: `nil` if the document has no form other than the received one.
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
