import HeraldJSON

/// The presentation holds what the verifier's profile asks for (OpenDID sheet 3.4): for each schema a credential that follows it, from an
/// allowed issuer, with every required claim, and under the signature of the whole when all claims were asked for.
///
/// It looks at the filter only; that the credentials hold and are the holder's is for ``EmbeddedCredentialsRule``.
public struct ProfileFilterRule: VerificationRule {
    /// What the verifier asked for. Lists that are absent ask for nothing.
    public let filter: VerifyProfile.Profile.ProfileFilter

    /// - Parameter filter: what the verifier asked for.
    public init(_ filter: VerifyProfile.Profile.ProfileFilter) { self.filter = filter }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let views = subject.document[["verifiableCredential"]].map { Array($0.elements) } ?? []
        let credentials = views.enumerated().map { Presented($1, place: "verifiableCredential[\($0)]") }
        return filter.credentialSchemas.enumerated().flatMap { index, schema -> [VerificationFailure] in
            let candidates = credentials.filter { $0.schema == schema.id && $0.schemaType == schema.type.rawValue }
            guard let first = candidates.first else {
                return [VerificationFailure(
                    .schema, at: "verifiableCredential", "no credential follows the schema that was asked for in place \(index)")]
            }
            // Of several one is enough; the first one's failures say what was missing.
            guard !candidates.contains(where: { $0.failures(under: schema).isEmpty }) else { return [] }
            return first.failures(under: schema)
        }
    }

    /// A credential of the presentation, as far as the filter looks at it.
    private struct Presented {
        let place: String
        let schema: String?
        let schemaType: String?
        let issuer: String?
        let codes: Set<String>
        let hasWholeSignature: Bool

        init(_ view: JSONView, place: String) {
            self.place = place
            schema = view["credentialSchema"]?["id"]?.string
            schemaType = view["credentialSchema"]?["type"]?.string
            issuer = view["issuer"]?["id"]?.string
            codes = Set(view["credentialSubject"]?["claims"]?.elements.compactMap { $0["code"]?.string } ?? [])
            hasWholeSignature = view["proof"]?["proofValue"]?.string != nil
        }

        func failures(under schema: VerifyProfile.Profile.ProfileFilter.CredentialSchema) -> [VerificationFailure] {
            var failures: [VerificationFailure] = []
            if !(issuer.map(schema.allows) ?? false) {
                failures.append(VerificationFailure(.issuer, at: place + ".issuer.id", "the issuer is not one of those that are accepted"))
            }
            for code in schema.requiredClaims ?? [] where !codes.contains(code) {
                failures.append(VerificationFailure(
                    .missingClaim, at: place + ".credentialSubject.claims", "the required claim \(code.prefix(64)) is missing"))
            }
            if schema.presentAll == true, !hasWholeSignature {
                failures.append(VerificationFailure(
                    .missingSignature, at: place + ".proof.proofValue", "all claims were asked for, under the signature of the whole"))
            }
            return failures
        }
    }
}
