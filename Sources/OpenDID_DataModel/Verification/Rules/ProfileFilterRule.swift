import HeraldJSON

/// The presentation must have exactly the credentials that the verifier's profile requests (OpenDID sheet 3.4). For each schema there must
/// be a credential that follows it, from an allowed issuer, with every required claim, and under the signature of the whole if the profile
/// requests all claims. Every credential in the presentation must satisfy an entry completely, even if another credential satisfies the
/// same entry. Otherwise a later reader of the presentation could find a credential from an issuer that is not accepted, or an incomplete
/// one.
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
    ///   - schemas: schemas for entries with `presentAll` that have none. The signature of the whole proves nothing
    ///     if the credential shows one claim, because it equals the signature of that claim
    ///     (``SignatureRule/Claims``). The schema then shows if there can be other claims. Without a schema, the
    ///     credential is refused.
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

    /// Returns the faults of a credential that satisfies no entry of the filter, even if another credential satisfies the entry.
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
        // It is enough that the credential satisfies one entry. Otherwise, the failures under the first entry are reported.
        return allowed.contains { $0.failures(of: credential).isEmpty } ? [] : first.failures(of: credential)
    }

    /// Returns the faults of an entry that no credential satisfies.
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
