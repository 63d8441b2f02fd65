import HeraldJSON

extension VerificationFailure.Code {
    /// The credential is not a certificate, or the certificate belongs to another provider.
    public static let certificate = VerificationFailure.Code(rawValue: "certificate")
    /// The certificate gives another role or an unknown one, or it gives no role.
    public static let certificateRole = VerificationFailure.Code(rawValue: "certificate_role")
}

/// The credential must be a certificate for a provider and a role, with the signature of the whole (OpenDID sheet 6.5).
public struct CertificateRule: VerificationRule {
    /// The provider's DID.
    public let provider: String
    /// The required role.
    public let role: RoleTypeEnum

    /// Creates the rule.
    /// - Parameters:
    ///   - provider: the provider's DID.
    ///   - role: the required role.
    public init(provider: String, role: RoleTypeEnum) {
        self.provider = provider
        self.role = role
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let credential: VerifiableCredential, certificate: ProviderCertificate
        do {
            credential = try JSONModelDecoder().decode(VerifiableCredential.self, from: subject.document.root)
        } catch {
            return [.malformedDocument(error)]
        }
        do {
            certificate = try ProviderCertificate(credential)
        } catch {
            let roles = credential.credentialSubject.claims.filter { $0.code == ProviderCertificate.roleCode }
            let isAboutRole = error.field != "type" && roles.map(\.value) != [role.rawValue]
            return [VerificationFailure(isAboutRole ? .certificateRole : .certificate, at: error.field, error.reason)]
        }
        var failures: [VerificationFailure] = []
        // A certificate is never reduced to some of its claims, so signatures of the claims do not replace this one.
        if (try? subject.document.hasSignature(.proof)) != true {
            failures.append(
                VerificationFailure(
                    .missingSignature, at: "proof.proofValue", "a certificate needs the signature of the whole"))
        }
        if certificate.provider != provider {
            failures.append(
                VerificationFailure(
                    .certificate, at: "credentialSubject.id", "the certificate belongs to another provider"))
        }
        if certificate.role != role {
            failures.append(
                VerificationFailure(
                    .certificateRole, at: "credentialSubject.claims", "the certificate gives another role"))
        }
        return failures
    }
}

extension VerificationPolicy {
    /// Returns the policy for trust in a provider (OpenDID sheet 6.5). The certificate must come from a known TAS, which must have signed
    /// it as a whole; signatures of the claims are not required. The certificate must be valid and active, and must name the given provider
    /// and role.
    /// - Parameters:
    ///   - provider: the provider's DID.
    ///   - role: the required role.
    ///   - issuers: the DIDs of the trusted TAS.
    ///   - statuses: the source of the status of credentials.
    ///   - pinned: the keys of the TAS, if they are known. Defaults to `nil`, which trusts the keys that the resolver
    ///     returns.
    ///   - signerStatus: the accepted statuses of the TAS. By default, only activated DIDs are accepted.
    ///   - earlyBy: the time by which the start of the validity may be in the future; see ``TimeWindowRule``.
    public static func certificate(
        of provider: String, role: RoleTypeEnum, issuers: Set<String>, statuses: any CredentialStatusSource,
        pinned: Set<VerificationKey>? = nil, signerStatus: DIDStatusRule = .activeOnly, earlyBy: Duration = .zero
    ) -> VerificationPolicy {
        var policy = VerificationPolicy.standard(for: .credential, signerStatus: signerStatus, earlyBy: earlyBy).adding(
            [
                CertificateRule(provider: provider, role: role), IssuerRule(allowed: issuers),
                CredentialStatusRule(statuses),
            ])
        policy.signature.claims = .whenReduced
        return pinned.map { policy.adding([PinnedKeyRule($0)]) } ?? policy
    }
}
