import GRDB

extension SQLiteRows {
    package func schemaTotal(owner did: String) throws -> CatalogueTotal {
        try total("SELECT COUNT(*), COALESCE(SUM(LENGTH(body)), 0) FROM ledger_schema WHERE owner = ?", did)
    }

    package func planTotal(owner did: String) throws -> CatalogueTotal {
        try total("SELECT COUNT(*), COALESCE(SUM(LENGTH(body)), 0) FROM ledger_plan WHERE owner = ?", did)
    }

    package func appCount(wallet: String) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT COUNT(*) FROM ledger_app WHERE wallet = ?"), arguments: [wallet]) ?? 0
    }

    package func appCount() throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT COUNT(*) FROM ledger_app")) ?? 0
    }

    private func total(_ sql: String, _ did: String) throws -> CatalogueTotal {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [did])
            .map { CatalogueTotal(entries: $0[0], bytes: $0[1]) } ?? CatalogueTotal(entries: 0, bytes: 0)
    }
}
