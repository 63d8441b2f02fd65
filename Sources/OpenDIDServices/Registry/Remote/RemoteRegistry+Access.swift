import OpenDID_DataModel

extension RemoteRegistry: RegistryAccess {
    package var isHere: Bool { false }

    package func credential(_ id: String) async throws -> VCMeta? { try await credentials([id])[id] }

    package func credentials(_ ids: [String]) async throws -> [String: VCMeta] {
        var found: [String: VCMeta] = [:]
        for part in parts(ids) {
            for meta in try await ask(OpenDIDEndpoints.Registry.credentials, FindAll(ids: part)).items {
                found[meta.id] = meta
            }
        }
        return found
    }

    package func statuses(of dids: [String]) async throws -> [String: DIDStatus] {
        try await words(of: dids, OpenDIDEndpoints.Registry.statuses).mapValues {
            DIDStatus(rawValue: $0) ?? .terminated
        }
    }

    package func uses(ofDevices dids: [String]) async throws -> [String: DeviceUse] {
        // A word that this version of Herald does not know is treated as "waiting", so that the device is checked again later.
        try await words(of: dids, OpenDIDEndpoints.Registry.devices).mapValues { DeviceUse(rawValue: $0) ?? .waiting }
    }

    package func provider(_ did: String) async throws -> RegisteredProvider? {
        guard did.utf8.count <= DIDDocument.idByteLimit else { return nil }
        return try await ask(OpenDIDEndpoints.Registry.providers, FindProviders(did: did)).items.first {
            $0.did == did
        }?.provider
    }

    package func providers(_ role: RoleTypeEnum) async throws -> [RegisteredProvider] {
        try await all(OpenDIDEndpoints.Registry.providers, { FindProviders(role: role, from: $0) }) { page in
            (page.items.map(\.provider), page.hasMore)
        }
    }

    package func ownedSchema(_ id: String) async throws -> Owned<VCSchema>? {
        guard id.utf8.count <= Self.nameLimit else { return nil }
        let answer = try await ask(OpenDIDEndpoints.Registry.schema, FindSchema(id: id))
        return answer.schema.map { Owned(value: $0, owner: answer.owner) }
    }

    package func schema(named name: String, owner did: String) async throws -> VCSchema? {
        guard name.utf8.count <= Self.nameLimit, did.utf8.count <= DIDDocument.idByteLimit else { return nil }
        return try await ask(OpenDIDEndpoints.Registry.schema, FindSchema(name: name, owner: did)).schema
    }

    package func ownedPlan(_ id: String) async throws -> Owned<VCPlan>? {
        guard id.utf8.count <= Self.nameLimit else { return nil }
        let answer = try await ask(OpenDIDEndpoints.Registry.plans, FindPlans(id: id))
        return answer.items.first { $0.vcPlanId == id }.map { Owned(value: $0, owner: answer.owner) }
    }

    package func plans(_ isWanted: @escaping @Sendable (VCPlan) -> Bool) async throws -> [VCPlan] {
        var (plans, room, looked, isFull): ([VCPlan], _, _, _) = ([], ListCapacity(), ListCapacity.lookedAt, false)
        _ = try await all(OpenDIDEndpoints.Registry.plans, { FindPlans(from: $0) }) { page in
            for plan in page.items {
                let size = try plan.canonicalBytes().count
                let isSeen = looked.take(size), isTaken = isSeen && isWanted(plan)
                guard isSeen, !isTaken || room.take(size) else {
                    isFull = true
                    break
                }
                if isTaken { plans.append(plan) }
            }
            return (page.items, page.hasMore && !isFull)
        }
        return plans
    }

    package func allowedApps(wallet: String) async throws -> [String] {
        guard wallet.utf8.count <= Self.nameLimit else { return [] }
        return try await all(OpenDIDEndpoints.Registry.apps, { FindApps(wallet: wallet, from: $0) }) {
            ($0.items, $0.hasMore)
        }
    }

    /// Sends the changes to the trust agent.
    /// - Throws: ``RegistryError`` `signature` if a change may be made only by the trust agent. No request is sent then. Otherwise the
    ///   errors of ``change(_:)``.
    package func apply(_ changes: [LedgerChange]) async throws {
        try await change(
            changes.map { change in
                switch change {
                case .enterCredential(let meta, _): ChangeRegistry.Change(credential: meta)
                case .setCredentialStatus(let id, let status, _):
                    ChangeRegistry.Change(status: .init(vcId: id, vcStatus: status))
                case .enterDocument, .setDIDStatus:
                    throw RegistryError(
                        .signature, field: "provider", reason: "only the trust agent can register DID documents")
                }
            })
    }

    package func save(_ schema: VCSchema, name: String, owner did: String) async throws {
        try await change([ChangeRegistry.Change(schema: .init(name: name, schema: schema))])
    }

    package func save(_ plan: VCPlan, owner did: String?) async throws {
        try await change([ChangeRegistry.Change(plan: plan)])
    }

    package func allow(app package: String, wallet: String) async throws {
        try await change([ChangeRegistry.Change(app: .init(wallet: wallet, package: package))])
    }

    /// The longest ID or name that a request may contain, in bytes. The limit exists because clients choose some of the IDs and names.
    private static let nameLimit = 4 << 10

    private func words(of ids: [String], _ endpoint: ServiceEndpoint<FindAll, _FindWords>) async throws -> [String:
        String]
    {
        var found: [String: String] = [:]
        for part in parts(ids) { found.merge(try await ask(endpoint, FindAll(ids: part)).words) { first, _ in first } }
        return found
    }

    /// Splits a list of IDs into parts of the size that one request may have. IDs that are too long for a request are left out.
    private func parts(_ ids: [String]) -> [[String]] {
        let ids = ids.filter { $0.utf8.count <= FindAll.idLimit }
        return stride(from: 0, to: ids.count, by: FindAll.limit).map {
            Array(ids[$0..<min($0 + FindAll.limit, ids.count)])
        }
    }
}
