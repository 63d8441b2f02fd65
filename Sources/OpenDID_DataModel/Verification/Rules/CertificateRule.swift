import HeraldJSON

extension VerificationFailure.Code {
    /// The credential is no certificate, belongs to another provider, or gives it another role.
    public static let certificate = VerificationFailure.Code(rawValue: "certificate")
}

/// The credential is a certificate that gives a provider a role (OpenDID sheet 6.5).
public struct CertificateRule: VerificationRule {
    /// The provider's DID.
    public let provider: String
    /// The role that it has to have.
    public let role: RoleTypeEnum

    /// - Parameters:
    ///   - provider: the provider's DID.
    ///   - role: the role that it has to have.
    public init(provider: String, role: RoleTypeEnum) {
        self.provider = provider
        self.role = role
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let certificate: ProviderCertificate
        do {
            certificate = try ProviderCertificate(try JSONModelDecoder().decode(VerifiableCredential.self, from: subject.document.root))
        } catch let error as DataModelError {
            return [VerificationFailure(.certificate, at: error.field, error.reason)]
        } catch let error as JSONError {
            return [.malformedDocument(error)]
        } catch {
            return [.foreign(error, .malformedDocument, at: "", "the certificate cannot be read")]
        }
        var failures: [VerificationFailure] = []
        if certificate.provider != provider {
            failures.append(VerificationFailure(.certificate, at: "credentialSubject.id", "the certificate belongs to another provider"))
        }
        if certificate.role != role {
            failures.append(VerificationFailure(.certificate, at: "credentialSubject.claims", "the certificate gives another role"))
        }
        return failures
    }
}

extension VerificationPolicy {
    /// What has to hold before a provider is trusted (OpenDID sheet 6.5): a certificate of a known TAS, signed over the whole and over each
    /// claim, valid, active, for this provider and role.
    /// - Parameters:
    ///   - provider: the provider's DID.
    ///   - role: the role that it has to have.
    ///   - issuers: the DIDs of the TAS that are trusted.
    ///   - statuses: where the status of credentials is kept.
    ///   - pinned: the keys of the TAS, when they are known beforehand; `nil` trusts the resolver.
    ///   - signerStatus: in which statuses the TAS counts. Defaults to DIDs in use only.
    ///   - earlyBy: by how many seconds the first moment may lie ahead of the clock; see ``TimeWindowRule``.
    public static func certificate(
        of provider: String, role: RoleTypeEnum, issuers: Set<String>, statuses: any CredentialStatusSource,
        pinned: Set<VerificationKey>? = nil, signerStatus: DIDStatusRule = .activeOnly, earlyBy: Int64 = 0
    ) -> VerificationPolicy {
        let policy = VerificationPolicy.standard(for: .credential, signerStatus: signerStatus, earlyBy: earlyBy).adding([
            CertificateRule(provider: provider, role: role), IssuerRule(allowed: issuers), CredentialStatusRule(statuses),
        ])
        return pinned.map { policy.adding([PinnedKeyRule($0)]) } ?? policy
    }
}
