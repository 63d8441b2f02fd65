import GRDB
import HeraldJSON
import OpenDID_DataModel

/// The trust agent. Its endpoints are extensions in the folders beside this file, one for each protocol.
struct TrustAgent: Sendable {
    let context: RoleContext
    let identity: ProviderIdentity
    let registrar: Registrar
    let certificates = CertificateMemory()

    init(_ context: RoleContext) throws(ServicesError) {
        self.context = context
        identity = try context.identity
        registrar = try context.registrar
    }

    var did: String { identity.did }
    var now: UTCInstant { context.now() }
    var registry: Registry { registrar.registry }
    var seal: StorageSeal { context.seal }
    var checks: MessageChecks { MessageChecks(trustAgent: did, resolver: registry, statuses: registry, now: now) }

    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await context.database.read(body)
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await context.database.write(body)
    }

    /// Returns the request to sign with one of the trust agent's keys, for the key's purpose.
    func proof(_ name: DIDKeyName) throws(ServicesError) -> ProofRequest {
        try identity.proofRequest(name, created: now)
    }
}
