import HeraldPostgres
import OpenDIDServices

extension PostgresRows {
    func schemaTotal(owner did: String) throws -> CatalogueTotal {
        try total(
            "SELECT COUNT(*), COALESCE(SUM(octet_length(body)), 0)::bigint FROM ledger_schema WHERE owner = $1", did)
    }

    func planTotal(owner did: String) throws -> CatalogueTotal {
        try total(
            "SELECT COUNT(*), COALESCE(SUM(octet_length(body)), 0)::bigint FROM ledger_plan WHERE owner = $1", did)
    }

    func appCount(wallet: String) throws -> Int {
        try transaction.first("SELECT COUNT(*) FROM ledger_app WHERE wallet = $1", [wallet])?.get(0) ?? 0
    }

    func appCount() throws -> Int {
        try transaction.first("SELECT COUNT(*) FROM ledger_app")?.get(0) ?? 0
    }

    private func total(_ sql: String, _ did: String) throws -> CatalogueTotal {
        try transaction.first(sql, [did]).map { CatalogueTotal(entries: try $0.get(0), bytes: try $0.get(1)) }
            ?? CatalogueTotal(entries: 0, bytes: 0)
    }
}
