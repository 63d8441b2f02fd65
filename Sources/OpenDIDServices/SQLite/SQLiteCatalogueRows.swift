import Foundation
import GRDB

extension SQLiteRows {
    package func schemaEntry(_ id: String) throws -> CatalogueEntry? {
        try entry("SELECT body, owner FROM ledger_schema WHERE id = ?", [id])
    }

    package func schemaEntry(named name: String, owner did: String) throws -> CatalogueEntry? {
        try entry("SELECT body, owner FROM ledger_schema WHERE owner = ? AND name = ?", [did, name])
    }

    package func schemaOwner(_ id: String) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT owner FROM ledger_schema WHERE id = ?"), arguments: [id])
    }

    package func saveSchema(_ body: [UInt8], id: String, name: String, owner did: String) throws {
        try db.executeCached(
            sql: "DELETE FROM ledger_schema WHERE id = ? OR (owner = ? AND name = ?)", arguments: [id, did, name])
        try db.executeCached(
            sql: "INSERT INTO ledger_schema (id, name, owner, body) VALUES (?, ?, ?, ?)",
            arguments: [id, name, did, Data(body)])
    }

    package func planEntry(_ id: String) throws -> CatalogueEntry? {
        try entry("SELECT body, owner FROM ledger_plan WHERE id = ?", [id])
    }

    package func forEachPlan(_ body: (_ plan: [UInt8]) throws -> Bool) throws {
        let plans = try Data.fetchCursor(
            db.cachedStatement(sql: "SELECT body FROM ledger_plan ORDER BY position, id"))
        while let plan = try plans.next(), try body([UInt8](plan)) {}
    }

    package func plans(after offset: Int, limit: Int, bytes: Int) throws -> [[UInt8]] {
        let bodies = try Data.fetchCursor(
            db.cachedStatement(sql: "SELECT body FROM ledger_plan ORDER BY position, id LIMIT ? OFFSET ?"),
            arguments: [limit, offset])
        var (plans, size): ([[UInt8]], _) = ([], 0)
        while size <= bytes || plans.count < 2, let body = try bodies.next() {
            plans.append([UInt8](body))
            size += body.count
        }
        return plans
    }

    package func savePlan(_ body: [UInt8], id: String, owner did: String?) throws {
        try db.executeCached(
            sql: """
                INSERT INTO ledger_plan (id, position, body, owner)
                VALUES (?, (SELECT COALESCE(MAX(position), 0) + 1 FROM ledger_plan), ?, ?)
                ON CONFLICT (id) DO UPDATE SET body = excluded.body, owner = excluded.owner
                """,
            arguments: [id, Data(body), did])
    }

    private func entry(_ sql: String, _ arguments: StatementArguments) throws -> CatalogueEntry? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
            .map { CatalogueEntry(body: [UInt8]($0[0] as Data), owner: $0[1]) }
    }
}

extension SQLiteRows {
    package func allowedApps(wallet: String) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(sql: "SELECT package FROM ledger_app WHERE wallet = ? ORDER BY package"),
            arguments: [wallet])
    }

    package func allowedApps(wallet: String, after offset: Int, limit: Int) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: "SELECT package FROM ledger_app WHERE wallet = ? ORDER BY package LIMIT ? OFFSET ?"),
            arguments: [wallet, limit, offset])
    }

    package func allowApp(_ package: String, wallet: String) throws {
        try db.executeCached(
            sql: "INSERT OR IGNORE INTO ledger_app (wallet, package) VALUES (?, ?)", arguments: [wallet, package])
    }
}
