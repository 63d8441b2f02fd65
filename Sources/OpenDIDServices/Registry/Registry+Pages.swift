import Foundation
import GRDB
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
        let rows = try await database.read { db in
            try Self.providers(of: role, after: offset, limit: RegistryPage.rows + 1, in: db)
        }
        let (page, hasMore) = RegistryPage.first(of: rows) { $0.byteCount }
        return _FindProviders(items: page.map { _FindProviders.Item($0) }, hasMore: hasMore)
    }

    func page(_ question: FindPlans) async throws -> _FindPlans {
        if let id = question.id { return _FindPlans(try await ownedPlan(id)) }
        let offset = max(question.from ?? 0, 0)
        let rows = try await database.read { db in
            try Self.planBodies(after: offset, limit: RegistryPage.rows + 1, in: db)
        }
        let (page, hasMore) = RegistryPage.first(of: rows, bytes: \.count)
        return _FindPlans(
            items: try page.map { try JSONModelDecoder().decode(VCPlan.self, from: [UInt8]($0)) }, hasMore: hasMore)
    }

    func page(_ question: FindApps) async throws -> _FindApps {
        let (wallet, offset) = (question.wallet, max(question.from ?? 0, 0))
        let rows = try await database.read { db in
            try Self.apps(of: wallet, after: offset, limit: RegistryPage.rows + 1, in: db)
        }
        let (page, hasMore) = RegistryPage.first(of: rows, bytes: \.utf8.count)
        return _FindApps(items: page, hasMore: hasMore)
    }
}
