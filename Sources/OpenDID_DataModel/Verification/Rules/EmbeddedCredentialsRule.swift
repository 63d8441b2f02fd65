import HeraldJSON

/// Every credential of a presentation must be valid, must belong to the holder and must occur only once (OpenDID sheet 3.4). The issuer's
/// document is resolved separately for each credential.
public struct EmbeddedCredentialsRule: VerificationRule {
    /// The policy for each credential.
    public let policy: VerificationPolicy
    /// The largest number of credentials in a presentation. The limit exists because each credential needs look-ups.
    public let limit: Int

    /// Creates the rule.
    /// - Parameters:
    ///   - policy: the policy for each credential. Defaults to the standard policy for presented credentials.
    ///   - limit: the largest number of credentials. Defaults to 100.
    public init(_ policy: VerificationPolicy = .standard(for: .presentedCredential), limit: Int = 100) {
        self.policy = policy
        self.limit = limit
    }

    public var isCostly: Bool { true }

    public func failures(in subject: VerificationSubject) async -> [VerificationFailure] {
        let list = subject.document[["verifiableCredential"]]
        guard let list, list.kind == .array, list.count > 0 else {
            return [
                VerificationFailure(.credentials, at: "verifiableCredential", "the presentation has no credential")
            ]
        }
        guard list.count <= limit else {
            return [
                VerificationFailure(
                    .credentials, at: "verifiableCredential", "the presentation holds more than \(limit) credentials")
            ]
        }
        let holder = subject.document[["holder"]]?.string
        // The credentials were decoded together with the presentation.
        let decoded = (try? subject.document.model(VerifiablePresentation.self))?.verifiableCredential ?? []
        var failures: [VerificationFailure] = []
        var seen: Set<String> = []
        for (index, part) in list.elements.enumerated() {
            let place = "verifiableCredential[\(index)]"
            guard let id = part["id"]?.string, seen.insert(id).inserted else {
                failures.append(
                    VerificationFailure(
                        .credentials, at: place + ".id", "each credential needs an id and may be there once"))
                continue
            }
            if holder == nil || part["credentialSubject"]?["id"]?.string != holder {
                failures.append(
                    VerificationFailure(
                        .holder, at: place + ".credentialSubject.id",
                        "the credential is about somebody else than the holder of the presentation"))
            }
            do {
                let credential = try SignedDocument(part, decodedAs: index < decoded.count ? decoded[index] : nil)
                // A stranger could otherwise make the verifier check thousands of signatures in a presentation that is refused anyway.
                if subject.isRefused { continue }
                let refusals = refusals(of: credential, in: subject)
                guard refusals.isEmpty else {
                    failures += refusals.map { $0.inside(place) }
                    continue
                }
                let report = await policy.verify(credential, at: subject.now, resolver: subject.resolver)
                failures += report.failures.map { $0.inside(place) }
                if report.failures.isEmpty, !report.isValid {
                    failures.append(
                        VerificationFailure(.missingProof, at: place, "no proof of the credential was checked"))
                }
            } catch {
                failures.append(VerificationFailure.malformedDocument(error).inside(place))
            }
        }
        return failures
    }

    /// Returns the failures of the rules that only compare members: the issuer, the subject and the schema.
    private func refusals(of credential: SignedDocument, in subject: VerificationSubject) -> [VerificationFailure] {
        let unchecked = VerificationSubject(
            document: credential, proofs: [], verified: [], now: subject.now, resolver: subject.resolver)
        return policy.rules.flatMap { rule in
            switch rule {
            case let rule as IssuerRule: rule.failures(in: unchecked)
            case let rule as SubjectRule: rule.failures(in: unchecked)
            case let rule as SchemaRule: rule.failures(in: unchecked)
            default: [VerificationFailure]()
            }
        }
    }
}

/// A credential of a presentation, reduced to the members that a verifier's filter checks.
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

    /// Returns the reasons why the credential does not satisfy an entry of the filter.
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

    /// True if a credential with one claim is certainly complete. It is complete only if its schema defines this claim and no other.
    /// Otherwise the holder may have omitted an optional claim.
    private func isAll(of definition: VCSchema?) -> Bool {
        guard let definition, definition.items.count == 1,
            let credential = try? JSONModelDecoder().decode(VerifiableCredential.self, from: view)
        else { return false }
        return definition.errors(in: credential, coverage: .issued).isEmpty
    }
}
