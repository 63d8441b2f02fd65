import Foundation
import GRDB
import HeraldJSON
import OpenDID_DataModel

/// The schemas, and the data that the list provider serves (OpenDID sheet 3.5, 5.2).
extension Registry {
    /// The name of the wallet package. A wallet requests the list of the apps that may use this package (OpenDID sheet 1.4).
    package static let walletPackage = "org.omnione.did.sdk.wallet"

    package func ownedSchema(_ id: String) async throws -> Owned<VCSchema>? {
        try await entry(sql: "SELECT body, owner FROM ledger_schema WHERE id = ?", [id])
    }

    package func schema(named name: String, owner did: String) async throws -> VCSchema? {
        let schema: Owned<VCSchema>? = try await entry(
            sql: "SELECT body, owner FROM ledger_schema WHERE owner = ? AND name = ?", [did, name])
        return schema?.value
    }

    /// Enters or replaces a schema.
    /// - Throws: ``RegistryError`` `document` if the schema is invalid.
    package func save(_ schema: VCSchema, name: String, owner did: String) async throws {
        try await database.write { db in try Self.save(schema, name: name, owner: did, in: db) }
    }

    /// Enters or replaces a schema, inside a SQLite transaction.
    /// - Throws: ``RegistryError`` `document` if the schema is invalid.
    static func save(_ schema: VCSchema, name: String, owner did: String, in db: any ServiceRows) throws {
        if let error = schema.validationErrors().first {
            throw RegistryError(.document, field: error.field, reason: error.reason)
        }
        try db.executeCached(
            sql: "DELETE FROM ledger_schema WHERE id = ? OR (owner = ? AND name = ?)",
            arguments: [schema.id, did, name])
        try db.executeCached(
            sql: "INSERT INTO ledger_schema (id, name, owner, body) VALUES (?, ?, ?, ?)",
            arguments: [schema.id, name, did, Data(try schema.canonicalBytes())])
    }

    /// Returns the DID of the issuer that entered a schema, or `nil` if there is no such schema.
    static func owner(ofSchema id: String, in db: any ServiceRows) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT owner FROM ledger_schema WHERE id = ?"), arguments: [id])
    }

    package func ownedPlan(_ id: String) async throws -> Owned<VCPlan>? {
        try await entry(sql: "SELECT body, owner FROM ledger_plan WHERE id = ?", [id])
    }

    package func plans(_ isWanted: @escaping @Sendable (VCPlan) -> Bool) async throws -> [VCPlan] {
        try await database.read { db in
            var (plans, room, looked): ([VCPlan], _, _) = ([], ListCapacity(), ListCapacity.lookedAt)
            let bodies = try Data.fetchCursor(
                db.cachedStatement(sql: "SELECT body FROM ledger_plan ORDER BY position, id"))
            while let body = try bodies.next(), looked.take(body.count) {
                let plan = try JSONModelDecoder().decode(VCPlan.self, from: [UInt8](body))
                guard isWanted(plan) else { continue }
                guard room.take(body.count) else { break }
                plans.append(plan)
            }
            return plans
        }
    }

    /// Returns the JSON of at most `limit` plans, after the first `offset` ones.
    static func planBodies(after offset: Int, limit: Int, in db: any ServiceRows) throws -> [Data] {
        try Data.fetchAll(
            db.cachedStatement(sql: "SELECT body FROM ledger_plan ORDER BY position, id LIMIT ? OFFSET ?"),
            arguments: [limit, offset])
    }

    /// Enters or replaces a plan. A new plan is last in the order.
    /// - Parameter did: the issuer that owns the plan. Defaults to `nil`, which stands for the trust agent.
    package func save(_ plan: VCPlan, owner did: String? = nil) async throws {
        try await database.write { db in try Self.save(plan, owner: did, in: db) }
    }

    /// Enters or replaces a plan, inside a SQLite transaction.
    static func save(_ plan: VCPlan, owner did: String?, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: """
                INSERT INTO ledger_plan (id, position, body, owner)
                VALUES (?, (SELECT COALESCE(MAX(position), 0) + 1 FROM ledger_plan), ?, ?)
                ON CONFLICT (id) DO UPDATE SET body = excluded.body, owner = excluded.owner
                """,
            arguments: [plan.vcPlanId, Data(try plan.canonicalBytes()), did])
    }

    /// True if an issuer may enter a plan with this ID. There must be no plan with the ID yet, or the issuer must own it. A plan without an
    /// owner belongs to the trust agent. An issuer may replace such a plan if the plan allows only this issuer.
    static func isFree(plan id: String, for issuer: String, in db: any ServiceRows) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT owner, body FROM ledger_plan WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return true }
        if let owner = row[0] as String? { return owner == issuer }
        let plan = try JSONModelDecoder().decode(VCPlan.self, from: [UInt8](row[1] as Data))
        return plan.allowedIssuers == [issuer]
    }

    package func allowedApps(wallet: String = walletPackage) async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(
                db.cachedStatement(sql: "SELECT package FROM ledger_app WHERE wallet = ? ORDER BY package"),
                arguments: [wallet])
        }
    }

    /// Returns the names of at most `limit` apps that may use a wallet, sorted, after the first `offset` ones.
    static func apps(of wallet: String, after offset: Int, limit: Int, in db: any ServiceRows) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: "SELECT package FROM ledger_app WHERE wallet = ? ORDER BY package LIMIT ? OFFSET ?"),
            arguments: [wallet, limit, offset])
    }

    package func allow(app package: String, wallet: String = walletPackage) async throws {
        try await database.write { db in try Self.allow(app: package, wallet: wallet, in: db) }
    }

    /// Allows an app to use a wallet, inside a SQLite transaction.
    static func allow(app package: String, wallet: String, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "INSERT OR IGNORE INTO ledger_app (wallet, package) VALUES (?, ?)", arguments: [wallet, package])
    }

    private func entry<Value: Decodable & Sendable>(sql: String, _ arguments: [String]) async throws -> Owned<Value>? {
        let row = try await database.read { db in
            try Row.fetchOne(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
                .map { ($0[0] as Data, $0[1] as String?) }
        }
        return try row.map { body, owner in
            Owned(value: try catalogue.value(of: [UInt8](body)), owner: owner)
        }
    }
}
