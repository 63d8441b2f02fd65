/// A presentation before the holder signs it (OpenDID sheet 3.4).
///
/// ```swift
/// var draft = PresentationDraft(
///     id: UUID().uuidString.lowercased(), holder: holder, verifierNonce: profile.profile.process.verifierNonce, now: now)
/// try draft.add(for: profile.profile.filter, from: stored)
/// let presentation = try await draft.signed(by: [request])
/// ```
public struct PresentationDraft: Sendable, Hashable {
    /// The default period of validity of a presentation. Upstream's iOS wallet uses the same period.
    public static let defaultLifetime: Duration = .seconds(5_000)

    /// A UUID.
    public var id: String
    /// The holder's DID.
    public var holder: String
    /// The nonce of the verifier's profile. Its text must stay unchanged, because verifiers may compare it as text (OpenDID sheet 1.1).
    public var verifierNonce: String
    /// The validity of the presentation.
    public var validity: ValidityWindow
    /// The credentials, each with the claims to show.
    public private(set) var credentials: [VerifiableCredential] = []

    /// Creates a draft without credentials.
    /// - Parameters:
    ///   - id: a UUID.
    ///   - holder: the holder's DID.
    ///   - verifierNonce: the nonce of the verifier's profile.
    ///   - now: the start of the validity.
    ///   - lifetime: the length of the validity. A negative length counts as zero. Defaults to ``defaultLifetime``.
    public init(
        id: String, holder: String, verifierNonce: String, now: UTCInstant,
        lifetime: Duration = PresentationDraft.defaultLifetime
    ) {
        self.id = id
        self.holder = holder
        self.verifierNonce = verifierNonce
        // Dates are written in whole seconds. The start is rounded down to a whole second, so that it is equal to the written text.
        let start = UTCInstant(seconds: now.seconds)
        let end = start + max(.zero, lifetime)
        validity = ValidityWindow(from: start, until: end) ?? ValidityWindow(instant: start)
    }

    /// Adds a credential with the selected claims.
    /// - Throws: `DataModelError` with code `duplicate` if the presentation already contains the credential, with code `did` if its subject
    ///   is not the holder, and as `VerifiableCredential.disclosing(_:)` does.
    public mutating func add(_ credential: VerifiableCredential, showing selection: ClaimSelection)
        throws(DataModelError)
    {
        let field = "verifiableCredential[\(credentials.count)]"
        guard !credentials.contains(where: { $0.id == credential.id }) else {
            throw DataModelError(
                .duplicate, field: field + ".id", reason: "the credential is in the presentation already")
        }
        guard credential.credentialSubject.id == holder else {
            throw DataModelError(
                .did, field: field + ".credentialSubject.id",
                reason: "the credential's subject is not the holder")
        }
        credentials.append(try credential.disclosing(selection))
    }

    /// Adds the credentials that a verifier's profile requests, from the credentials of a wallet (OpenDID sheet 5.8). There is one
    /// credential for each requested schema, with the required claims, or with all claims if the profile requests all. A credential that
    /// satisfies two entries of the filter is added once, with the claims for both entries.
    /// - Parameters:
    ///   - filter: the verifier's filter.
    ///   - wallet: the holder's credentials. For each entry of the filter, the first credential that satisfies it is used.
    ///   - extra: codes of further claims that the holder agrees to show. Codes that a credential does not have are ignored.
    /// - Throws: `DataModelError` with code `missing` if no credential satisfies an entry of the filter, and as ``add(_:showing:)`` does.
    ///   After an error, the draft is unchanged.
    public mutating func add(
        for filter: VerifyProfile.Profile.ProfileFilter, from wallet: [VerifiableCredential], extra: Set<String> = []
    ) throws(DataModelError) {
        var chosen: [(credential: VerifiableCredential, selection: ClaimSelection)] = []
        for (index, schema) in filter.credentialSchemas.enumerated() {
            guard let credential = wallet.first(where: { $0.credentialSubject.id == holder && schema.accepts($0) })
            else {
                throw DataModelError(
                    .missing, field: "filter.credentialSchemas[\(index)]",
                    reason: "no credential matches the verifier's request")
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

    /// The presentation without a proof.
    public var unsigned: VerifiablePresentation {
        VerifiablePresentation(
            context: VerifiablePresentation.standardContext, id: id, type: [VerifiablePresentation.baseType],
            holder: holder,
            validFrom: validity.from.text, validUntil: validity.until.text, verifierNonce: verifierNonce,
            verifiableCredential: credentials)
    }

    /// Returns the presentation, signed by one or more keys of the holder.
    /// - Parameter requests: the requests for the proofs. The purpose must be assertionMethod, and the keys must be the holder's.
    /// - Throws: `DataModelError` with code `purpose` or `did` if a request has another purpose or DID, or the first fault of
    ///   `VerifiablePresentation.validationErrors()`. Errors of signing.
    public func signed(by requests: [ProofRequest]) async throws -> VerifiablePresentation {
        for request in requests {
            guard request.purpose == .assertionMethod else {
                throw DataModelError(
                    .purpose, field: "proof.proofPurpose", reason: "a presentation must be signed for assertionMethod")
            }
            guard try DIDURL(request.verificationMethod).did == holder else {
                throw DataModelError(
                    .did, field: "proof.verificationMethod", reason: "the key belongs to another DID than the holder")
            }
        }
        let presentation = unsigned
        try presentation.validate()
        return try await presentation.signed(by: requests)
    }
}
