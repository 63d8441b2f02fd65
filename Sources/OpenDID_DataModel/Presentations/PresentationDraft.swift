/// A presentation before the holder signs it (OpenDID sheet 3.4).
public struct PresentationDraft: Sendable, Hashable {
    /// How long a presentation holds by default, in seconds; as the iOS wallet does.
    public static let defaultLifetime: Int64 = 5000

    /// A UUID.
    public var id: String
    /// The holder's DID.
    public var holder: String
    /// The text of the verifier's profile, unchanged: verifiers may compare it as text (OpenDID sheet 1.1).
    public var verifierNonce: String
    /// From when until when it holds.
    public var validity: ValidityWindow
    /// The credentials, each with the claims that are shown.
    public private(set) var credentials: [VerifiableCredential] = []

    /// A draft without credentials.
    /// - Parameters:
    ///   - id: a UUID.
    ///   - holder: the holder's DID.
    ///   - verifierNonce: the text of the verifier's profile.
    ///   - now: from when it holds.
    ///   - lifetime: how long it holds, in seconds; less than 0 counts as 0.
    public init(id: String, holder: String, verifierNonce: String, now: UTCInstant, lifetime: Int64 = PresentationDraft.defaultLifetime) {
        self.id = id
        self.holder = holder
        self.verifierNonce = verifierNonce
        // Dates are written in whole seconds; so is the window, lest it start later than its text.
        let start = UTCInstant(seconds: now.seconds)
        let end = start.adding(seconds: max(0, lifetime))
        validity = ValidityWindow(from: start, until: end) ?? ValidityWindow(instant: start)
    }

    /// Adds a credential with the chosen claims.
    /// - Throws: `DataModelError` `duplicate` when it is there already, `did` when it is about somebody else than the holder, and as
    ///   `VerifiableCredential.disclosing(_:)`.
    public mutating func add(_ credential: VerifiableCredential, showing selection: ClaimSelection) throws(DataModelError) {
        let field = "verifiableCredential[\(credentials.count)]"
        guard !credentials.contains(where: { $0.id == credential.id }) else {
            throw DataModelError(.duplicate, field: field + ".id", reason: "the credential is in the presentation already")
        }
        guard credential.credentialSubject.id == holder else {
            throw DataModelError(
                .did, field: field + ".credentialSubject.id", reason: "the credential is about somebody else than the holder")
        }
        credentials.append(try credential.disclosing(selection))
    }

    /// Adds what a verifier's profile asks for, from the credentials of a wallet: one credential for each schema, with the required
    /// claims, or all of them when the profile says so (OpenDID sheet 5.8). A credential that answers two entries is added once, with the
    /// claims of both.
    /// - Parameters:
    ///   - filter: what the verifier asks for.
    ///   - wallet: the holder's credentials. The first one that fits is taken.
    ///   - extra: codes of further claims that the holder agrees to show, where a credential has them.
    /// - Throws: `DataModelError` `missing` when no credential fits, and as ``add(_:showing:)``. The draft is then as it was.
    public mutating func add(
        for filter: VerifyProfile.Profile.ProfileFilter, from wallet: [VerifiableCredential], extra: Set<String> = []
    ) throws(DataModelError) {
        var chosen: [(credential: VerifiableCredential, selection: ClaimSelection)] = []
        for (index, schema) in filter.credentialSchemas.enumerated() {
            guard let credential = wallet.first(where: { $0.credentialSubject.id == holder && schema.accepts($0) }) else {
                throw DataModelError(
                    .missing, field: "filter.credentialSchemas[\(index)]", reason: "no credential is what the verifier asks for")
            }
            let selection = schema.selection(of: credential, extra: extra)
            if let place = chosen.firstIndex(where: { $0.credential.id == credential.id }) {
                chosen[place].selection = chosen[place].selection.union(selection)
            } else {
                chosen.append((credential, selection))
            }
        }
        var draft = self
        for (credential, selection) in chosen { try draft.add(credential, showing: selection) }
        self = draft
    }

    /// The presentation without proof.
    public var unsigned: VerifiablePresentation {
        VerifiablePresentation(
            context: VerifiablePresentation.standardContext, id: id, type: [VerifiablePresentation.baseType], holder: holder,
            validFrom: validity.from.text, validUntil: validity.until.text, verifierNonce: verifierNonce,
            verifiableCredential: credentials)
    }

    /// The presentation, signed by one key of the holder or by several.
    /// - Parameter requests: how to sign; the purpose has to be assertionMethod and the keys the holder's.
    /// - Throws: `DataModelError` `purpose` or `did` when a request is for something else, the first of
    ///   `VerifiablePresentation.validationErrors()`, and what signing throws.
    public func signed(by requests: [ProofRequest]) async throws -> VerifiablePresentation {
        for request in requests {
            guard request.purpose == .assertionMethod else {
                throw DataModelError(.purpose, field: "proof.proofPurpose", reason: "a presentation is signed for assertionMethod")
            }
            guard try DIDURL(request.verificationMethod).did == holder else {
                throw DataModelError(.did, field: "proof.verificationMethod", reason: "the key belongs to another DID than the holder")
            }
        }
        let presentation = unsigned
        try presentation.validate()
        return try await presentation.signed(by: requests)
    }
}
