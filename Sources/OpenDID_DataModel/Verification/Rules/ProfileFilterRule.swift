import HeraldJSON

/// The presentation must have exactly the credentials that the verifier's profile requests (OpenDID sheet 3.4). For each entry of the
/// filter, there must be a credential that follows the schema, has an allowed issuer and has every required claim. If the entry requests
/// all claims, the credential must also have the signature of the whole. Every credential in the presentation must satisfy an entry, even
/// if another credential already satisfies it. Otherwise a later reader of the presentation could use a credential that is incomplete or
/// whose issuer is not accepted.
///
/// The rule checks only the filter. ``EmbeddedCredentialsRule`` checks that the credentials are valid and belong to the holder.
public struct ProfileFilterRule: VerificationRule {
    /// The verifier's filter. If the list of required claims or issuers is absent, every claim or issuer is accepted. An empty list of
    /// schemas requests no credential.
    public let filter: VerifyProfile.Profile.ProfileFilter
    /// Further schemas, for entries of the filter that do not contain a schema.
    public let schemas: [VCSchema]

    /// Creates the rule.
    /// - Parameters:
    ///   - filter: the verifier's filter.
    ///   - schemas: schemas for entries with `presentAll` that do not contain a schema. They are needed for a credential that shows one
    ///     claim, because the signature of that claim is then also valid as the signature of the whole (``SignatureRule/Claims``). The
    ///     schema shows whether there can be other claims. Without a schema, such a credential is refused.
    public init(_ filter: VerifyProfile.Profile.ProfileFilter, schemas: [VCSchema] = []) {
        self.filter = filter
        self.schemas = schemas
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let entries = filter.credentialSchemas.map {
            Entry(wanted: $0, schema: $0.presentAll == true ? schema(of: $0) : nil)
        }
        let views = subject.document[["verifiableCredential"]].map { Array($0.elements) } ?? []
        let credentials = views.enumerated().map { PresentedCredential($1, place: "verifiableCredential[\($0)]") }
        return credentials.flatMap { unasked($0, by: entries) }
            + entries.enumerated().flatMap { unmet($1, at: $0, by: credentials) }
    }

    private struct Entry {
        let wanted: PresentedCredential.Wanted
        let schema: VCSchema?

        func failures(of credential: PresentedCredential) -> [VerificationFailure] {
            credential.failures(under: wanted, schema: schema)
        }
    }

    /// Returns the faults of a credential if it satisfies no entry of the filter. Returns an empty array if it satisfies one.
    private func unasked(_ credential: PresentedCredential, by entries: [Entry]) -> [VerificationFailure] {
        let followed = entries.filter { credential.follows($0.wanted) }
        guard !followed.isEmpty else {
            return [
                VerificationFailure(
                    .schema, at: credential.place + ".credentialSchema.id", "no credential of this schema was asked for"
                )
            ]
        }
        let allowed = followed.filter { credential.isIssuerAllowed(under: $0.wanted) }
        guard let first = allowed.first else {
            return [
                VerificationFailure(
                    .issuer, at: credential.place + ".issuer.id", "the issuer is not one of those that are accepted")
            ]
        }
        // It is enough that the credential satisfies one entry. If it satisfies none, the failures for the first entry are reported.
        return allowed.contains { $0.failures(of: credential).isEmpty } ? [] : first.failures(of: credential)
    }

    /// Returns the faults for an entry of the filter if no credential satisfies it. Returns an empty array if one does.
    private func unmet(
        _ entry: Entry, at index: Int, by credentials: [PresentedCredential]
    ) -> [VerificationFailure] {
        let followers = credentials.filter { $0.follows(entry.wanted) }
        guard !followers.isEmpty else {
            return [
                VerificationFailure(
                    .schema, at: "verifiableCredential",
                    "no credential follows the schema that was asked for in place \(index)")
            ]
        }
        let candidates = followers.filter { $0.isIssuerAllowed(under: entry.wanted) }
        guard let first = candidates.first else {
            return [
                VerificationFailure(
                    .issuer, at: "verifiableCredential", "no issuer is one of those that are accepted in place \(index)"
                )
            ]
        }
        return candidates.contains { entry.failures(of: $0).isEmpty } ? [] : entry.failures(of: first)
    }

    /// Returns the schema of an entry, or `nil` if there is none or it cannot be read.
    private func schema(of entry: PresentedCredential.Wanted) -> VCSchema? {
        schemas.first { $0.id == entry.id } ?? (try? entry.openSchema())
    }
}
