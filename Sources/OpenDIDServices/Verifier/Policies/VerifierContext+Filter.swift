import OpenDID_DataModel

extension VerifierContext {
    /// The most times that the issuers' certificates are read for one check.
    private static let readings = 4

    /// Returns the filter that a profile under a policy contains.
    /// - Throws: ``ServiceError`` 00201 if a schema's URL cannot be determined, because the schema's issuer or its plan is unknown, or if a
    ///   registered schema lacks a required claim.
    func filter(of policy: VerifierPolicy) async throws -> VerifyProfile.Profile.ProfileFilter {
        var schemas: [VerifyProfile.Profile.ProfileFilter.CredentialSchema] = []
        for requirement in policy.requirements {
            let (id, registered) = try await schema(of: requirement.schema)
            try await checkClaims(of: requirement, schemaID: id, registered, in: policy)
            schemas.append(
                VerifyProfile.Profile.ProfileFilter.CredentialSchema(
                    id: id, presentAll: requirement.presentAll,
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

    /// Checks that the registered schema has every required claim. The issuer may have changed the schema after the policy was written. No
    /// credential could then satisfy the profile, and upstream's iOS app of release 2 ends when it shows the profile.
    ///
    /// A schema that is not registered is not checked, because a policy may name a schema of an issuer that the registry does not have.
    /// - Parameter registered: the registered schema, if it was read already.
    /// - Throws: ``ServiceError`` 00201 if a claim is missing.
    private func checkClaims(
        of requirement: VerifierPolicy.Requirement, schemaID: String, _ registered: VCSchema?, in policy: VerifierPolicy
    ) async throws {
        guard let required = requirement.requiredClaims, !required.isEmpty else { return }
        var found = registered
        if found == nil { found = try await registry.schema(id: schemaID) }
        guard let items = found?.items else { return }
        let codes = Set(items.map(\.code))
        guard let missing = required.first(where: { !codes.contains($0) }) else { return }
        let reason = "the policy requires the claim \(missing), which its schema \(schemaID) does not have"
        policyFaults.note(policy.knownID, reason)
        throw VerifierError.policyUnknown(reason)
    }

    /// Returns the ID of a schema, and the registered schema if it was read for the ID.
    private func schema(
        of schema: VerifierPolicy.Requirement.Schema
    ) async throws -> (id: String, registered: VCSchema?) {
        switch schema {
        case .id(let id): return (id, nil)
        case .name(let name):
            if let did = context.configuration.did(of: .issuer),
                let schema = try await registry.schema(named: name, owner: did)
            {
                return (schema.id, schema)
            }
            guard let issuer = try await context.publicURL(of: .issuer) else {
                throw VerifierError.policyUnknown(
                    "the policy's schema is not registered, and where its issuer is is not known")
            }
            return (SchemaSeed.url(of: name, issuerURL: issuer), nil)
        case .plan(let id):
            guard let plan = try await registry.plan(id) else {
                throw VerifierError.policyUnknown("the policy's plan is not known")
            }
            return (plan.credentialSchema.id, nil)
        }
    }
}
