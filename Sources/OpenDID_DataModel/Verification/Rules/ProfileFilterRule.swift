import HeraldJSON

/// The presentation holds what the verifier's profile asks for, and nothing else (OpenDID sheet 3.4): for each schema a credential that
/// follows it, from an allowed issuer, with every required claim, and under the signature of the whole when all claims were asked for.
/// Every credential has to answer one of the entries in full, also beside another one that does: whoever reads the presentation afterwards
/// must not meet one that nobody vouches for, or that was cut down although all of it was asked for.
///
/// It looks at the filter only; that the credentials hold and are the holder's is for ``EmbeddedCredentialsRule``.
public struct ProfileFilterRule: VerificationRule {
    /// What the verifier asked for. Required claims and issuers that are absent restrict nothing; an empty list of schemas asks for no
    /// credential.
    public let filter: VerifyProfile.Profile.ProfileFilter
    /// Schemas at hand, beside those that the filter itself brings.
    public let schemas: [VCSchema]

    /// - Parameters:
    ///   - filter: what the verifier asked for.
    ///   - schemas: schemas at hand, for entries with `presentAll` that bring none. The signature of the whole says nothing when one claim
    ///     is shown, because the signature of that claim is one (``SignatureRule/Claims``); then the schema decides whether there can be
    ///     others, and without schema the credential is refused.
    public init(_ filter: VerifyProfile.Profile.ProfileFilter, schemas: [VCSchema] = []) {
        self.filter = filter
        self.schemas = schemas
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let entries = filter.credentialSchemas.map { Entry(wanted: $0, schema: $0.presentAll == true ? schema(of: $0) : nil) }
        let views = subject.document[["verifiableCredential"]].map { Array($0.elements) } ?? []
        let credentials = views.enumerated().map { PresentedCredential($1, place: "verifiableCredential[\($0)]") }
        return credentials.flatMap { unasked($0, by: entries) } + entries.enumerated().flatMap { unmet($1, at: $0, by: credentials) }
    }

    private struct Entry {
        let wanted: PresentedCredential.Wanted
        let schema: VCSchema?

        func failures(of credential: PresentedCredential) -> [VerificationFailure] { credential.failures(under: wanted, schema: schema) }
    }

    /// What is wrong with a credential, whether or not there is a better one.
    private func unasked(_ credential: PresentedCredential, by entries: [Entry]) -> [VerificationFailure] {
        let followed = entries.filter { credential.follows($0.wanted) }
        guard !followed.isEmpty else {
            return [VerificationFailure(
                .schema, at: credential.place + ".credentialSchema.id", "no credential of this schema was asked for")]
        }
        let allowed = followed.filter { credential.isIssuerAllowed(under: $0.wanted) }
        guard let first = allowed.first else {
            return [VerificationFailure(.issuer, at: credential.place + ".issuer.id", "the issuer is not one of those that are accepted")]
        }
        // Of several entries one is enough; the first one's failures say what was missing.
        return allowed.contains { $0.failures(of: credential).isEmpty } ? [] : first.failures(of: credential)
    }

    /// What of an entry no credential answers.
    private func unmet(
        _ entry: Entry, at index: Int, by credentials: [PresentedCredential]
    ) -> [VerificationFailure] {
        let followers = credentials.filter { $0.follows(entry.wanted) }
        guard !followers.isEmpty else {
            return [VerificationFailure(
                .schema, at: "verifiableCredential", "no credential follows the schema that was asked for in place \(index)")]
        }
        let candidates = followers.filter { $0.isIssuerAllowed(under: entry.wanted) }
        guard let first = candidates.first else {
            return [VerificationFailure(
                .issuer, at: "verifiableCredential", "no issuer is one of those that are accepted in place \(index)")]
        }
        return candidates.contains { entry.failures(of: $0).isEmpty } ? [] : entry.failures(of: first)
    }

    /// The schema of an entry, when there is one at hand. One that cannot be read is none.
    private func schema(of entry: PresentedCredential.Wanted) -> VCSchema? {
        schemas.first { $0.id == entry.id } ?? (try? entry.openSchema())
    }
}
