import OpenDID_DataModel

/// A verifier's request, for display to the user before any data leaves the wallet (OpenDID sheet 5.8).
public struct PresentationRequest: Sendable {
    /// The verifier. The trust agent has certified it.
    public let verifier: ProviderDetail
    /// The verifier's title for the request.
    public let title: String
    /// The ways in which the user must authenticate.
    public let authType: VerifyAuthType
    /// The requested credentials, one entry for each schema.
    public let entries: [Entry]

    /// The verifier's request for a credential of one schema.
    public struct Entry: Sendable {
        /// The schema's URL.
        public let schemaID: String
        /// The codes of the claims that must be shown. Empty if the verifier requires no single claim. If ``showsAll`` is true, every claim
        /// of the credential must be shown.
        public let requiredClaims: [String]
        /// The codes of the claims that the verifier displays to its users.
        public let displayClaims: [String]
        /// True if the verifier requests the whole credential.
        public let showsAll: Bool
        /// The wallet's credentials that satisfy the request, in the order in which they were stored.
        public let candidates: [StoredCredential]
        fileprivate let wanted: VerifyProfile.Profile.ProfileFilter.CredentialSchema

        /// Returns the fewest claims that satisfy the request. These are the required claims. If none is required, they are the claims that
        /// the verifier displays, or else the credential's first claim.
        /// - Parameters:
        ///   - credential: one of ``candidates``.
        ///   - extra: codes of further claims that the user agrees to show. Codes that the credential does not have are ignored.
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
                schemaID: schema.id, requiredClaims: schema.requiredClaims ?? [],
                displayClaims: schema.displayClaims ?? [],
                showsAll: schema.presentAll == true,
                candidates: credentials.filter {
                    $0.credential.credentialSubject.id == holder && schema.accepts($0.credential)
                },
                wanted: schema)
        }
    }

    /// Returns the first candidate for each schema with only the claims that the verifier requests; see ``Entry/selection(of:showing:)``.
    /// - Throws: ``WalletError`` with code `no_credential` if an entry has no candidate.
    public func leastDisclosure() throws(WalletError) -> PresentationChoice {
        var choice = PresentationChoice()
        for (index, entry) in entries.enumerated() {
            guard let first = entry.candidates.first else {
                throw WalletError(
                    .noCredential, field: "credentialSchemas[\(index)]",
                    reason: "the wallet has no credential that the verifier asks for")
            }
            choice.add(first.id, showing: entry.selection(of: first))
        }
        return choice
    }
}

/// The credentials and claims that the user agrees to show.
public struct PresentationChoice: Sendable, Hashable {
    /// The credentials with their claims, in the order in which they are shown.
    public private(set) var shown: [Shown] = []

    /// One credential and its claims to show.
    public struct Shown: Sendable, Hashable {
        /// The credential's id.
        public let credentialID: String
        /// The claims to show.
        public fileprivate(set) var claims: ClaimSelection
    }

    /// Creates an empty choice.
    public init() {}

    /// Adds claims of a credential. Claims that were added earlier remain in the choice.
    public mutating func add(_ credentialID: String, showing claims: ClaimSelection) {
        if let index = shown.firstIndex(where: { $0.credentialID == credentialID }) {
            shown[index].claims = shown[index].claims.union(claims)
        } else {
            shown.append(Shown(credentialID: credentialID, claims: claims))
        }
    }
}
