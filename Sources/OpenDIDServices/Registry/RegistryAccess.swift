import OpenDID_DataModel

/// The registry as a server asks it: in the database of its own process (``Registry``), or at the trust agent of another one
/// (``RemoteRegistry``).
///
/// The registry belongs to the trust agent. What is asked of another process may fail with ``RegistryUnreachable``.
package protocol RegistryAccess: DIDResolver, CredentialStatusSource {
    /// True when the registry is in this process's database. Then a step applies its changes inside its own SQLite transaction; otherwise
    /// the changes are sent first, and the step is kept when they have been made.
    var isHere: Bool { get }

    /// What is known of a credential.
    func credential(_ id: String) async throws -> VCMeta?
    /// What is known of several credentials, by their ids.
    func credentials(_ ids: [String]) async throws -> [String: VCMeta]
    /// The statuses of several DIDs, as far as they are registered.
    func statuses(of dids: [String]) async throws -> [String: DIDStatus]
    /// What became of devices that a wallet provider attested.
    func uses(ofDevices dids: [String]) async throws -> [String: DeviceUse]

    /// A provider by its DID.
    func provider(_ did: String) async throws -> RegisteredProvider?
    /// The providers of a role, by their DIDs.
    func providers(_ role: RoleTypeEnum) async throws -> [RegisteredProvider]

    /// A schema by its URL, and whose it is.
    func ownedSchema(_ id: String) async throws -> Owned<VCSchema>?
    /// A schema by its name, of one issuer.
    func schema(named name: String, owner did: String) async throws -> VCSchema?
    /// A plan by its id, and whose it is.
    func ownedPlan(_ id: String) async throws -> Owned<VCPlan>?
    /// The first of the plans that are wanted, as many as ``ListRoom`` has room for, among as many as it looks at.
    func plans(_ isWanted: @escaping @Sendable (VCPlan) -> Bool) async throws -> [VCPlan]
    /// The package names of the apps that may use a wallet, sorted.
    func allowedApps(wallet: String) async throws -> [String]

    /// Makes changes, all or none.
    /// - Throws: ``RegistryError`` when the registry does not take one.
    func apply(_ changes: [LedgerChange]) async throws
    /// Enters or replaces a schema of an issuer.
    func save(_ schema: VCSchema, name: String, owner did: String) async throws
    /// Enters or replaces a plan.
    /// - Parameter did: the issuer whose plan it is; `nil` for one of the trust agent's.
    func save(_ plan: VCPlan, owner did: String?) async throws
    /// Lets an app use a wallet.
    func allow(app package: String, wallet: String) async throws
}

extension RegistryAccess {
    package func standing(ofCredential id: String) async throws -> CredentialStanding? {
        try await credential(id).map { CredentialStanding($0) }
    }

    /// A schema by its URL.
    package func schema(id: String) async throws -> VCSchema? { try await ownedSchema(id)?.value }

    /// A plan by its id.
    package func plan(_ id: String) async throws -> VCPlan? { try await ownedPlan(id)?.value }

    /// The first of the plans that have one of the tags; of all plans when no tag is given.
    package func plans(tags: [String] = []) async throws -> [VCPlan] { try await plans { $0.hasOne(of: tags) } }
}

extension VCPlan {
    /// Says whether the plan has one of some tags. Every plan has when there is no tag.
    func hasOne(of wanted: [String]) -> Bool { wanted.isEmpty || !Set(tags ?? []).isDisjoint(with: wanted) }
}

/// A schema or a plan, and who entered it.
package struct Owned<Value: Sendable>: Sendable {
    package let value: Value
    /// The DID of the issuer that entered it; `nil` when the trust agent did.
    package let owner: String?
}

/// What became of a device that was attested.
package enum DeviceUse: String, Sendable, Hashable, Codable {
    /// Its DID is not registered.
    case none
    /// Its wallet is registered, and has no owner yet.
    case waiting
    /// Its wallet has an owner.
    case owned
}
