import HeraldPostgres
import OpenDIDServices

extension PostgresRows {
    /// The most plans that one statement of ``forEachPlan(_:)`` reads.
    private static let planBatch = 256
    /// The size above which such a statement reads no further plan, in bytes.
    private static let planBatchBytes = 1 << 20

    func schemaEntry(_ id: String) throws -> CatalogueEntry? {
        try entry("SELECT body, owner FROM ledger_schema WHERE id = $1", [id])
    }

    func schemaEntry(named name: String, owner did: String) throws -> CatalogueEntry? {
        try entry("SELECT body, owner FROM ledger_schema WHERE owner = $1 AND name = $2", [did, name])
    }

    func schemaOwner(_ id: String) throws -> String? {
        try transaction.first("SELECT owner FROM ledger_schema WHERE id = $1", [id]).map { try $0.get(0) }
    }

    func saveSchema(_ body: [UInt8], id: String, name: String, owner did: String) throws {
        try transaction.execute(
            "DELETE FROM ledger_schema WHERE id = $1 OR (owner = $2 AND name = $3)", [id, did, name])
        try transaction.execute(
            "INSERT INTO ledger_schema (id, name, owner, body) VALUES ($1, $2, $3, $4)", [id, name, did, body])
    }

    func planEntry(_ id: String) throws -> CatalogueEntry? {
        try entry("SELECT body, owner FROM ledger_plan WHERE id = $1", [id])
    }

    func forEachPlan(_ body: (_ plan: [UInt8]) throws -> Bool) throws {
        var last: (position: Int64, id: String) = (0, "")
        while true {
            let batch = try transaction.rows(
                """
                SELECT position, id, body FROM (
                    SELECT position, id, body,
                        SUM(octet_length(body)) OVER (ORDER BY position, id) - octet_length(body) AS bytes_before
                    FROM (
                        SELECT position, id, body FROM ledger_plan WHERE (position, id) > ($1, $2)
                        ORDER BY position, id LIMIT $3
                    ) AS batch
                ) AS batch WHERE bytes_before <= $4 ORDER BY position, id
                """, [last.position, last.id, Self.planBatch, Self.planBatchBytes])
            guard let end = batch.last else { return }
            for row in batch {
                guard try body(try row.get(2)) else { return }
            }
            last = (try end.get(0), try end.get(1))
        }
    }

    func plans(after offset: Int, limit: Int, bytes: Int) throws -> [[UInt8]] {
        try transaction.rows(
            """
            SELECT body FROM (
                SELECT position, id, body, ROW_NUMBER() OVER (ORDER BY position, id) AS number,
                    SUM(octet_length(body)) OVER (ORDER BY position, id) - octet_length(body) AS bytes_before
                FROM (SELECT position, id, body FROM ledger_plan ORDER BY position, id LIMIT $1 OFFSET $2) AS page
            ) AS page WHERE bytes_before <= $3 OR number = 2 ORDER BY position, id
            """, [limit, offset, bytes]
        ).map { try $0.get(0) }
    }

    func savePlan(_ body: [UInt8], id: String, owner did: String?) throws {
        try transaction.execute(
            """
            INSERT INTO ledger_plan (id, body, owner) VALUES ($1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body, owner = excluded.owner
            """, [id, body, did])
    }

    private func entry(_ sql: String, _ values: [any PostgresParameter]) throws -> CatalogueEntry? {
        try transaction.first(sql, values).map { CatalogueEntry(body: try $0.get(0), owner: try $0.get(1)) }
    }
}

extension PostgresRows {
    func allowedApps(wallet: String) throws -> [String] {
        try transaction.rows("SELECT package FROM ledger_app WHERE wallet = $1 ORDER BY package", [wallet])
            .map { try $0.get(0) }
    }

    func allowedApps(wallet: String, after offset: Int, limit: Int) throws -> [String] {
        try transaction.rows(
            "SELECT package FROM ledger_app WHERE wallet = $1 ORDER BY package LIMIT $2 OFFSET $3",
            [wallet, limit, offset]
        ).map { try $0.get(0) }
    }

    func allowApp(_ package: String, wallet: String) throws {
        try transaction.execute(
            "INSERT INTO ledger_app (wallet, package) VALUES ($1, $2) ON CONFLICT DO NOTHING", [wallet, package])
    }
}
