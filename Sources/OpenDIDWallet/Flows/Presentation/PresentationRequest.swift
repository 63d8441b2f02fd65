import OpenDID_DataModel

/// What a verifier asks for, as the user is to be shown it before anything leaves the wallet (OpenDID sheet 5.8).
public struct PresentationRequest: Sendable {
    /// The verifier, with a certificate of the trust agent.
    public let verifier: ProviderDetail
    /// The verifier's words for what it wants.
    public let title: String
    /// How the user has to authenticate.
    public let authType: VerifyAuthType
    /// What is asked for, one entry for each schema.
    public let entries: [Entry]

    /// One schema of which the verifier wants a credential.
    public struct Entry: Sendable {
        /// The schema's URL.
        public let schemaID: String
        /// Codes of the claims that have to be shown, none when the verifier does not mind which; every claim of the credential when
        /// ``showsAll``.
        public let requiredClaims: [String]
        /// Codes of the claims that the verifier would have its users see.
        public let displayClaims: [String]
        /// Whether the whole credential is asked for.
        public let showsAll: Bool
        /// The wallet's credentials that would do, in the order in which they were stored.
        public let candidates: [StoredCredential]
        fileprivate let wanted: VerifyProfile.Profile.ProfileFilter.CredentialSchema

        /// What of a credential answers the verifier, and no more: the required claims; where none is required, those that the verifier
        /// would have its users see, or the credential's first.
        /// - Parameters:
        ///   - credential: one of ``candidates``.
        ///   - extra: codes of the claims that the user agrees to show beside those that are required, where the credential has them.
        public func selection(of credential: StoredCredential, showing extra: Set<String> = []) -> ClaimSelection {
            wanted.selection(of: credential.credential, extra: extra)
        }
    }

    init(_ profile: VerifyProfile, credentials: [StoredCredential], holder: String) {
        verifier = profile.profile.verifier
        title = profile.title
        authType = profile.profile.process.authType ?? []
        entries = profile.profile.filter.credentialSchemas.map { schema in
            Entry(
                schemaID: schema.id, requiredClaims: schema.requiredClaims ?? [], displayClaims: schema.displayClaims ?? [],
                showsAll: schema.presentAll == true,
                candidates: credentials.filter { $0.credential.credentialSubject.id == holder && schema.accepts($0.credential) },
                wanted: schema)
        }
    }

    /// The first credential that will do for each schema, and no claim that is not asked for; see ``Entry/selection(of:showing:)``.
    /// - Throws: ``WalletError`` `no_credential` when there is none for one of them.
    public func leastDisclosure() throws(WalletError) -> PresentationChoice {
        var choice = PresentationChoice()
        for (index, entry) in entries.enumerated() {
            guard let first = entry.candidates.first else {
                throw WalletError(
                    .noCredential, field: "credentialSchemas[\(index)]", reason: "no credential is what the verifier asks for")
            }
            choice.add(first.id, showing: entry.selection(of: first))
        }
        return choice
    }
}

/// What the user agrees to show.
public struct PresentationChoice: Sendable, Hashable {
    /// The credentials, each with its claims, in the order in which they are shown.
    public private(set) var shown: [Shown] = []

    /// One credential and what is shown of it.
    public struct Shown: Sendable, Hashable {
        /// The credential's id.
        public let credentialID: String
        /// Its claims.
        public fileprivate(set) var claims: ClaimSelection
    }

    /// Nothing yet.
    public init() {}

    /// Shows claims of a credential, in addition to those of it that are shown already.
    public mutating func add(_ credentialID: String, showing claims: ClaimSelection) {
        if let index = shown.firstIndex(where: { $0.credentialID == credentialID }) {
            shown[index].claims = shown[index].claims.union(claims)
        } else {
            shown.append(Shown(credentialID: credentialID, claims: claims))
        }
    }
}
