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
        try requiredRow("SELECT COUNT(*) FROM ledger_app WHERE wallet = $1", [wallet]).get(0)
    }

    func appCount() throws -> Int {
        try requiredRow("SELECT COUNT(*) FROM ledger_app").get(0)
    }

    private func total(_ sql: String, _ did: String) throws -> CatalogueTotal {
        let row = try requiredRow(sql, [did])
        return CatalogueTotal(entries: try row.get(0), bytes: try row.get(1))
    }
}
