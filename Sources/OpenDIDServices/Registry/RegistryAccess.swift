import OpenDID_DataModel

/// The access of a server to the registry. The registry is in the database of the server's own process (``Registry``), or belongs to the
/// trust agent of another process (``RemoteRegistry``).
///
/// A request to the trust agent of another process may fail with ``RegistryUnreachable``.
package protocol RegistryAccess: DIDResolver, CredentialStatusSource {
    /// True if the registry is in this process's database. A protocol step then changes the registry inside its own transaction of the database.
    /// Otherwise the step first sends the changes to the trust agent, and is stored after the registry was changed.
    var isHere: Bool { get }

    /// Returns the record of a credential.
    func credential(_ id: String) async throws -> VCMeta?
    /// Returns the records of several credentials, by ID.
    func credentials(_ ids: [String]) async throws -> [String: VCMeta]
    /// Returns the status of each registered DID among the given ones.
    func statuses(of dids: [String]) async throws -> [String: DIDStatus]
    /// Returns the use of devices that the wallet provider has attested.
    func uses(ofDevices dids: [String]) async throws -> [String: DeviceUse]

    /// Returns a provider by its DID.
    func provider(_ did: String) async throws -> RegisteredProvider?
    /// Returns the providers of a role, sorted by DID.
    func providers(_ role: RoleTypeEnum) async throws -> [RegisteredProvider]

    /// Returns a schema by its URL, with its owner.
    func ownedSchema(_ id: String) async throws -> Owned<VCSchema>?
    /// Returns an issuer's schema by its name.
    func schema(named name: String, owner did: String) async throws -> VCSchema?
    /// Returns a plan by its ID, with its owner.
    func ownedPlan(_ id: String) async throws -> Owned<VCPlan>?
    /// Returns the plans for which the closure returns true, in their order, within the limits of ``ListCapacity``.
    func plans(_ isWanted: @escaping @Sendable (VCPlan) -> Bool) async throws -> [VCPlan]
    /// Returns the package names of the apps that may use a wallet, sorted.
    func allowedApps(wallet: String) async throws -> [String]

    /// Makes all changes, or none of them.
    /// - Throws: ``RegistryError`` if the registry refuses a change.
    func apply(_ changes: [LedgerChange]) async throws
    /// Enters or replaces an issuer's schema.
    func save(_ schema: VCSchema, name: String, owner did: String) async throws
    /// Enters or replaces a plan.
    /// - Parameter did: the issuer that owns the plan, or `nil` for the trust agent.
    func save(_ plan: VCPlan, owner did: String?) async throws
    /// Allows an app to use a wallet.
    func allow(app package: String, wallet: String) async throws
}

extension RegistryAccess {
    package func standing(ofCredential id: String) async throws -> CredentialStanding? {
        try await credential(id).map { CredentialStanding($0) }
    }

    /// Returns a schema by its URL.
    package func schema(id: String) async throws -> VCSchema? { try await ownedSchema(id)?.value }

    /// Returns a plan by its ID.
    package func plan(_ id: String) async throws -> VCPlan? { try await ownedPlan(id)?.value }

    /// Returns the plans that have one of the tags, within the limits of ``ListCapacity``. Without tags, returns all plans.
    package func plans(tags: [String] = []) async throws -> [VCPlan] { try await plans { $0.hasOne(of: tags) } }
}

extension VCPlan {
    /// True if the plan has one of the tags, or if no tags are given.
    func hasOne(of wanted: [String]) -> Bool { wanted.isEmpty || !Set(tags ?? []).isDisjoint(with: wanted) }
}

/// A schema or a plan with its owner.
package struct Owned<Value: Sendable>: Sendable {
    package let value: Value
    /// The DID of the issuer that entered the value, or `nil` if the trust agent entered it.
    package let owner: String?
}
