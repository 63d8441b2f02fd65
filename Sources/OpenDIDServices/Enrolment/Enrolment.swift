import HeraldJSON
import OpenDID_DataModel

/// Enrols the servers of the trust agent's own process (OpenDID sheet 5.12). After that, the DID document of each server is in the
/// registry, and each server has a valid certificate.
struct Enrolment: Sendable {
    /// The remaining validity below which a certificate is renewed.
    private static let margin: Duration = .seconds(30 * 86_400)
    /// The attempts if other instances enrol the same server.
    private static let attempts = 5
    let registrar: Registrar
    let registry: Registry
    let now: @Sendable () -> UTCInstant

    /// Enrols a server. The trust agent must be enrolled first. A registration and a certificate that are still valid are not replaced.
    /// - Parameter baseURL: the URL under which clients reach the server.
    /// - Throws: ``ServicesError`` `enrolment` if the registry has a document of this DID with other keys.
    func enrol(_ identity: ProviderIdentity, baseURL: String) async throws {
        guard let role = identity.role.certificateRole else { return }
        try await register(identity.document, role: role)
        // Another instance of the trust agent may enrol the same server at the same time.
        for _ in 0..<Self.attempts {
            if try await hasEnrolled(identity, role: role, baseURL: baseURL) { return }
        }
        throw ServicesError(
            .enrolment, field: identity.did, reason: "other instances change the server's certificate again and again")
    }

    /// Ensures that the server has a certificate, and enters it with its present name and URLs.
    /// - Returns: false if another instance changed the server's certificate meanwhile. Nothing was changed then.
    private func hasEnrolled(_ identity: ProviderIdentity, role: RoleTypeEnum, baseURL: String) async throws -> Bool {
        let stored = try await registry.provider(identity.did)?.certificate
        let current = stored.flatMap { try? JSONModelDecoder().decode(VerifiableCredential.self, from: $0) }
        var provider = RegisteredProvider(
            did: identity.did, role: role, name: identity.name, certVcRef: identity.certVcRef, baseURL: baseURL,
            certificate: stored)
        var changes: [LedgerChange] = []
        let isGood =
            if let current { try await isGood(current, for: identity, role: role) } else { false }
        if !isGood {
            let (certificate, entry) = try await registrar.certificate(
                for: identity.did, name: identity.name, role: role)
            provider.certificate = try certificate.canonicalBytes()
            changes.append(entry)
            if let current, try await registry.credential(current.id)?.status != .REVOKED {
                changes.append(.setCredentialStatus(id: current.id, .REVOKED, at: now()))
            }
        }
        let (entered, entries) = (provider, changes)
        return try await registry.database.write { rows in
            guard try rows.provider(entered.did, for: .change)?.certificate == stored else { return false }
            for change in entries { try change.apply(in: rows) }
            try rows.saveProvider(entered)
            return true
        }
    }

    private func register(_ document: DIDDocument, role: RoleTypeEnum) async throws {
        guard let known = try await registry.resolve(document.id, versionId: nil) else {
            return try await registry.apply([try await registrar.enter(document, role: role)])
        }
        guard known.document.verificationMethod == document.verificationMethod else {
            throw ServicesError(
                .enrolment, field: document.id,
                reason: "the registry has a document of this DID with other keys; it was not changed")
        }
    }

    private func isGood(_ certificate: VerifiableCredential, for identity: ProviderIdentity, role: RoleTypeEnum)
        async throws -> Bool
    {
        guard let content = try? ProviderCertificate(certificate), let end = certificate.$validUntil,
            let meta = try await registry.credential(certificate.id)
        else { return false }
        return content.provider == identity.did && content.role == role && content.name == identity.name
            && content.issuer == registrar.identity.did
            && certificate.credentialSchema.id == registrar.certificateSchema
            && end > now() + Self.margin && meta.status == .ACTIVE
            && meta.issuer.certVcRef == registrar.identity.certVcRef
    }
}
