import OpenDID_DataModel

/// Revokes replaced credentials in the registry of another process, and credentials that were refused after they were registered. If the
/// registry does not answer, or if this process ends first, the revocation is repeated later.
struct ReplacedCredentials: Sendable {
    let database: any ServiceDatabase
    let registry: any RegistryAccess
    let now: @Sendable () -> UTCInstant

    var asked: AskedRows {
        AskedRows { _, limit in
            // The number of credentials in one round is limited, because one request to the registry may not name more.
            let ids = try await database.read { rows in
                try rows.replacedCredentials(limit: min(limit, FindAll.limit))
            }
            try await end(ids)
            return ids.count
        }
    }

    func end(_ ids: [String]) async throws {
        guard !ids.isEmpty else { return }
        let known = try await registry.credentials(ids)
        // Credentials that are revoked already are left out, because the registry refuses to change them.
        let open = ids.filter { known[$0].map { $0.status != .REVOKED } ?? false }
        let now = now()
        if !open.isEmpty {
            try await registry.apply(open.map { .setCredentialStatus(id: $0, .REVOKED, at: now) })
        }
        try await database.write { rows in
            for id in ids { try rows.endCredential(id) }
        }
    }
}
