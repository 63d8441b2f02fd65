import OpenDID_DataModel

extension VerifierContext {
    /// The most times that the issuers' certificates are read for one check.
    private static let readings = 4

    /// Returns the filter that a profile under a policy contains.
    /// - Throws: ``ServiceError`` 00201 if a schema's URL cannot be determined, because the schema's issuer or its plan is unknown.
    func filter(of policy: VerifierPolicy) async throws -> VerifyProfile.Profile.ProfileFilter {
        var schemas: [VerifyProfile.Profile.ProfileFilter.CredentialSchema] = []
        for requirement in policy.requirements {
            schemas.append(
                VerifyProfile.Profile.ProfileFilter.CredentialSchema(
                    id: try await schemaID(of: requirement.schema), presentAll: requirement.presentAll,
                    // `requiredClaims` is always present, because upstream's apps read it without a check (did-ca-ios,
                    // VerifyProfileViewController).
                    displayClaims: requirement.displayClaims, requiredClaims: requirement.requiredClaims ?? [],
                    allowedIssuers: requirement.allowedIssuers))
        }
        return VerifyProfile.Profile.ProfileFilter(credentialSchemas: schemas)
    }

    /// Returns the registered schemas that a filter names. The verifier needs them to determine if a credential is presented as a whole.
    func schemas(of filter: VerifyProfile.Profile.ProfileFilter) async throws -> [VCSchema] {
        var schemas: [VCSchema] = []
        for entry in filter.credentialSchemas {
            if let schema = try await registry.schema(id: entry.id) { schemas.append(schema) }
        }
        return schemas
    }

    /// Returns the DIDs of the trusted issuers. These issuers are enrolled with the trust agent, and their certificates are valid and
    /// active (OpenDID sheet 6.5, 11.3 #8). Without this check, any owner of a DID could be the issuer of a presented credential.
    ///
    /// The signatures of the certificates are not checked again, because only the trust agent can write these entries of the registry.
    ///
    /// Another instance of an issuer may enrol between the two look-ups, which revokes the certificate of the first one. If a certificate is not
    /// active, both look-ups are therefore made again, until only certificates are refused that were refused before.
    func trustedIssuers() async throws -> Set<String> {
        var (trusted, refused): (Set<String>, Set<String>) = ([], [])
        for _ in 0..<Self.readings {
            let certificates = try await issuerCertificates()
            let entries = try await registry.credentials(Array(certificates.values))
            let active = certificates.filter { entries[$0.value]?.status == .ACTIVE }
            trusted = Set(active.keys)
            let others = Set(certificates.values).subtracting(active.values)
            guard !others.isSubset(of: refused) else { break }
            refused = others
        }
        return trusted
    }

    /// Returns the ID of each issuer's certificate, if the certificate is valid at this time.
    private func issuerCertificates() async throws -> [String: String] {
        var certificates: [String: String] = [:]
        for provider in try await registry.providers(.Issuer) {
            guard let bytes = provider.certificate,
                let credential = try? readCertificates.value(of: bytes) as VerifiableCredential,
                let certificate = try? ProviderCertificate(credential), certificate.provider == provider.did,
                certificate.role == .Issuer,
                certificate.issuer == context.configuration.did(of: .tas),
                credential.validity?.state(at: now(), earlyBy: settings.earlyBy) == .valid
            else { continue }
            certificates[provider.did] = credential.id
        }
        return certificates
    }

    private func schemaID(of schema: VerifierPolicy.Requirement.Schema) async throws -> String {
        switch schema {
        case .id(let id): return id
        case .name(let name):
            if let did = context.configuration.did(of: .issuer),
                let schema = try await registry.schema(named: name, owner: did)
            {
                return schema.id
            }
            guard let issuer = try await context.publicURL(of: .issuer) else {
                throw VerifierError.policyUnknown(
                    "the policy's schema is not registered, and where its issuer is is not known")
            }
            return SchemaSeed.url(of: name, issuerURL: issuer)
        case .plan(let id):
            guard let plan = try await registry.plan(id) else {
                throw VerifierError.policyUnknown("the policy's plan is not known")
            }
            return plan.credentialSchema.id
        }
    }
}
