import SDNValues

extension StoreTransaction {
    private func cached(_ row: StoreStatement) throws -> MXCachedSync {
        let nextBatch = try row.text(2)
        return try MXCachedSync(
            number: row.int(0), since: row.optionalText(1), nextBatch: nextBatch,
            response: row.blob(3) { try cell.open($0, for: .cachedSync(nextBatch)) })
    }

    func cachedSyncs(limit: Int) throws -> [MXCachedSync] {
        let statement = try statement(.cachedSyncs)
        statement.bind(Int64(limit), at: 1)
        return try statement.all(cached)
    }

    func newestCachedSync() throws -> MXCachedSync? { try statement(.newestCachedSync).first(cached) }

    func cachedSyncSize() throws -> (count: Int, bytes: Int) {
        try statement(.cachedSyncSize).first { try (count: Int($0.int(0)), bytes: Int($0.int(1))) } ?? (0, 0)
    }

    func addCachedSync(since: String?, nextBatch: String, response: [UInt8]) throws {
        let statement = try statement(.addCachedSync)
        statement.bind(since, at: 1)
        statement.bind(nextBatch, at: 2)
        _ = try run(statement, sealing: response, for: .cachedSync(nextBatch), at: 3)
    }

    func deleteCachedSync(_ number: Int64) throws {
        let statement = try statement(.deleteCachedSync)
        statement.bind(number, at: 1)
        try statement.run()
    }
}
