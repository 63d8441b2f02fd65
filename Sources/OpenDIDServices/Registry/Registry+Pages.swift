import HeraldJSON
import OpenDID_DataModel

/// Returns long lists in pages, for the servers of other processes.
extension Registry {
    func page(_ question: FindProviders) async throws -> _FindProviders {
        if let did = question.did {
            return _FindProviders(
                items: try await provider(did).map { [_FindProviders.Item($0)] } ?? [], hasMore: false)
        }
        guard let role = question.role else { throw TASError.bodyInvalid("did or role expected") }
        let offset = max(question.from ?? 0, 0)
        let providers = try await database.read { rows in
            try rows.providers(role: role, after: offset, limit: RegistryPage.rows + 1)
        }
        let (page, hasMore) = RegistryPage.first(of: providers) { $0.byteCount }
        return _FindProviders(items: page.map { _FindProviders.Item($0) }, hasMore: hasMore)
    }

    func page(_ question: FindPlans) async throws -> _FindPlans {
        if let id = question.id { return _FindPlans(try await ownedPlan(id)) }
        let offset = max(question.from ?? 0, 0)
        let plans = try await database.read { rows in
            try rows.plans(after: offset, limit: RegistryPage.rows + 1, bytes: RegistryPage.bytes)
        }
        let (page, hasMore) = RegistryPage.first(of: plans, bytes: \.count)
        return _FindPlans(
            items: try page.map { try JSONModelDecoder().decode(VCPlan.self, from: $0) }, hasMore: hasMore)
    }

    func page(_ question: FindApps) async throws -> _FindApps {
        let (wallet, offset) = (question.wallet, max(question.from ?? 0, 0))
        let apps = try await database.read { rows in
            try rows.allowedApps(wallet: wallet, after: offset, limit: RegistryPage.rows + 1)
        }
        let (page, hasMore) = RegistryPage.first(of: apps, bytes: \.utf8.count)
        return _FindApps(items: page, hasMore: hasMore)
    }
}
