import OpenDID_DataModel
import Synchronization

/// Caches certificates whose signatures were checked. Otherwise each token or credential would cost three more signature checks for the
/// same certificate.
///
/// Only facts that cannot change are cached: that the bytes are a certificate of this provider and role, and that a key in this version of
/// the trust agent's document signed them. The dates, and the status of the certificate and of the trust agent, are checked each time.
final class CertificateMemory: Sendable {
    private struct Entry: Sendable {
        let certificate: [UInt8]
        let role: RoleTypeEnum
        let credential: VerifiableCredential
        let trustAgent: DIDDocument
    }

    /// The most cached certificates. Each provider has one entry.
    private static let limit = 1024
    /// The most certificates of one provider that a check reads while other instances of the provider enrol.
    static let readings = 4
    private let entries = Mutex<[String: Entry]>([:])

    /// Checks that a provider has a valid certificate for a role.
    /// - Parameter checks: the checks that are made each time, with the current time.
    /// - Throws: ``ServiceError`` 18511, as ``MessageChecks/certificate(_:of:role:)`` does.
    func require(_ certificate: [UInt8], of provider: String, role: RoleTypeEnum, by checks: MessageChecks) async throws
    {
        let known = entries.withLock { $0[provider] }
        if let known, known.certificate == certificate, known.role == role, try await stillHolds(known, checks) {
            return
        }
        // The trust agent's document is resolved before the check. If the document changes during the check, the new cache entry is never
        // used, which does no harm.
        let trustAgent = try await checks.resolver.resolve(checks.trustAgent, versionId: nil)?.document
        try await checks.certificate(certificate, of: provider, role: role)
        guard let trustAgent, let credential = try? VerifiableCredential(jsonBytes: certificate) else { return }
        let entry = Entry(certificate: certificate, role: role, credential: credential, trustAgent: trustAgent)
        entries.withLock { entries in
            if entries.count >= Self.limit { entries.removeAll() }
            entries[provider] = entry
        }
    }

    /// Checks that a provider has a valid certificate for a role. Another instance of the provider may enrol while the certificate is checked,
    /// which revokes it. If the provider has another certificate after a refusal, that one is checked too, until ``readings`` were checked.
    /// - Parameters:
    ///   - certificate: the certificate of the provider's entry in the registry.
    ///   - newest: reads the provider's entry again.
    /// - Throws: ``ServiceError`` 18511, and the errors of `newest`.
    func require(
        _ certificate: [UInt8], of provider: String, role: RoleTypeEnum, by checks: MessageChecks,
        newest: () async throws -> RegisteredProvider?
    ) async throws {
        var (certificate, reading) = (certificate, 1)
        while true {
            do {
                return try await require(certificate, of: provider, role: role, by: checks)
            } catch {
                guard reading < Self.readings, let entry = try await newest(), entry.role == role,
                    let newer = entry.certificate, newer != certificate
                else { throw error }
                (certificate, reading) = (newer, reading + 1)
            }
        }
    }

    private func stillHolds(_ entry: Entry, _ checks: MessageChecks) async throws -> Bool {
        guard entry.credential.validity?.state(at: checks.now) == .valid else { return false }
        guard let trustAgent = try await checks.resolver.resolve(checks.trustAgent, versionId: nil),
            trustAgent.status == .activated,
            trustAgent.document == entry.trustAgent,
            let standing = try await checks.statuses.standing(ofCredential: entry.credential.id)
        else { return false }
        return standing.status == .ACTIVE && standing.issuer == checks.trustAgent
    }
}
