import OpenDID_DataModel

/// Has the registry of another process revoke the credentials in whose place another one stands. When it does not answer, or this process
/// ends, it is asked again.
struct ReplacedCredentials: Sendable {
    let desk: IssuerDesk

    var asked: AskedRows {
        AskedRows { _, limit in
            // As many as one message to the registry may change.
            let ids = try await desk.database.read { db in try CredentialRow.replaced(limit: min(limit, FindAll.limit), in: db) }
            try await end(ids)
            return ids.count
        }
    }

    func end(_ ids: [String]) async throws {
        guard !ids.isEmpty else { return }
        let known = try await desk.registry.credentials(ids)
        // The registry takes no change of what is revoked already.
        let open = ids.filter { known[$0].map { $0.status != .REVOKED } ?? false }
        let now = desk.now()
        if !open.isEmpty { try await desk.registry.apply(open.map { .setCredentialStatus(id: $0, .REVOKED, at: now) }) }
        try await desk.database.write { db in
            for id in ids { try CredentialRow.end(id, in: db) }
        }
    }
}
