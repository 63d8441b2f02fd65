import HeraldJSON
import OpenDID_DataModel

/// Enrols the servers of the trust agent's own process (OpenDID sheet 5.12). After that, the DID document of each server is in the
/// registry, and each server has a valid certificate.
struct Enrolment: Sendable {
    /// The remaining validity below which a certificate is renewed.
    private static let margin: Duration = .seconds(30 * 86_400)
    let registrar: Registrar
    let registry: Registry
    let now: @Sendable () -> UTCInstant

    /// Enrols a server. The trust agent must be enrolled first. A registration and a certificate that are still valid are not replaced.
    /// - Parameter baseURL: the URL under which clients reach the server.
    /// - Throws: ``ServicesError`` `enrolment` if the registry has a document of this DID with other keys.
    func enrol(_ identity: ProviderIdentity, baseURL: String) async throws {
        guard let role = identity.role.certificateRole else { return }
        try await register(identity.document, role: role)
        var provider = RegisteredProvider(
            did: identity.did, role: role, name: identity.name, certVcRef: identity.certVcRef, baseURL: baseURL,
            certificate: try await registry.provider(identity.did)?.certificate)
        let current = provider.certificate.flatMap {
            try? JSONModelDecoder().decode(VerifiableCredential.self, from: $0)
        }
        if let current, try await isGood(current, for: identity, role: role) {
            return try await registry.save(provider)
        }
        let (certificate, entry) = try await registrar.certificate(for: identity.did, name: identity.name, role: role)
        provider.certificate = try certificate.canonicalBytes()
        var changes = [entry]
        if let current, try await registry.credential(current.id)?.status != .REVOKED {
            changes.append(.setCredentialStatus(id: current.id, .REVOKED, at: now()))
        }
        let (row, entries) = (provider, changes)
        try await registry.database.write { db in
            for change in entries { try change.apply(in: db) }
            try Registry.save(row, in: db)
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
