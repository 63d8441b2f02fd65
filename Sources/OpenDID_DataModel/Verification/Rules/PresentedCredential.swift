import HeraldJSON

/// A credential of a presentation with the members that a verifier's filter checks.
struct PresentedCredential {
    typealias Wanted = VerifyProfile.Profile.ProfileFilter.CredentialSchema

    let place: String
    private let view: JSONView
    private let schema: String?
    private let schemaType: String?
    private let issuer: String?
    private let claimCount: Int
    private let codes: Set<String>
    private let hasWholeSignature: Bool

    init(_ view: JSONView, place: String) {
        self.place = place
        self.view = view
        schema = view["credentialSchema"]?["id"]?.string
        schemaType = view["credentialSchema"]?["type"]?.string
        issuer = view["issuer"]?["id"]?.string
        let claims = view["credentialSubject"]?["claims"]
        claimCount = claims?.count ?? 0
        codes = Set(claims?.elements.compactMap { $0["code"]?.string } ?? [])
        hasWholeSignature = view["proof"]?["proofValue"]?.string != nil
    }

    func follows(_ entry: Wanted) -> Bool { schema == entry.id && schemaType == entry.type.rawValue }

    func isIssuerAllowed(under entry: Wanted) -> Bool { issuer.map(entry.allows) ?? false }

    /// Returns the failures of the credential under an entry of the filter.
    /// - Parameter definition: the schema, if it is available.
    func failures(under entry: Wanted, schema definition: VCSchema?) -> [VerificationFailure] {
        var failures: [VerificationFailure] = []
        for code in entry.requiredClaims ?? [] where !codes.contains(code) {
            failures.append(
                VerificationFailure(
                    .missingClaim, at: place + ".credentialSubject.claims",
                    "the required claim \(Excerpt.of(code)) is missing"))
        }
        guard entry.presentAll == true else { return failures }
        if !hasWholeSignature {
            failures.append(
                VerificationFailure(
                    .missingSignature, at: place + ".proof.proofValue",
                    "all claims were asked for, under the signature of the whole"))
        } else if claimCount == 1, !isAll(of: definition) {
            failures.append(
                VerificationFailure(
                    .incompleteClaims, at: place + ".credentialSubject.claims",
                    "all claims were asked for; one claim is shown, and no schema at hand says that there are no others"
                ))
        }
        return failures
    }

    /// True if a credential with one claim cannot have had more. The holder may have left out a claim that the schema makes optional, so
    /// the schema must define only this one claim.
    private func isAll(of definition: VCSchema?) -> Bool {
        guard let definition, definition.items.count == 1,
            let credential = try? JSONModelDecoder().decode(VerifiableCredential.self, from: view)
        else { return false }
        return definition.errors(in: credential, coverage: .issued).isEmpty
    }
}
