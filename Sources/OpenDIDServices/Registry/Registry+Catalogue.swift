import Foundation
import GRDB
import HeraldJSON
import OpenDID_DataModel

/// What the list provider serves, and the schemas (OpenDID sheet 3.5, 5.2).
extension Registry {
    /// The package name under which a wallet asks for the apps that may use it (sheet 1.4).
    package static let walletPackage = "org.omnione.did.sdk.wallet"

    package func schema(id: String) async throws -> VCSchema? {
        try await schema(sql: "SELECT body FROM ledger_schema WHERE id = ?", [id])
    }

    package func schema(named name: String, owner did: String) async throws -> VCSchema? {
        try await schema(sql: "SELECT body FROM ledger_schema WHERE owner = ? AND name = ?", [did, name])
    }

    /// - Throws: ``RegistryError`` `document` when the schema breaks a rule of its own.
    package func save(_ schema: VCSchema, name: String, owner did: String) async throws {
        try await database.write { db in try Self.save(schema, name: name, owner: did, in: db) }
    }

    /// Enters or replaces a schema, inside a SQLite transaction.
    /// - Throws: ``RegistryError`` `document` when the schema breaks a rule of its own.
    static func save(_ schema: VCSchema, name: String, owner did: String, in db: Database) throws {
        if let error = schema.validationErrors().first {
            throw RegistryError(.document, field: error.field, reason: error.reason)
        }
        try db.executeCached(sql: "DELETE FROM ledger_schema WHERE id = ? OR (owner = ? AND name = ?)", arguments: [schema.id, did, name])
        try db.executeCached(
            sql: "INSERT INTO ledger_schema (id, name, owner, body) VALUES (?, ?, ?, ?)",
            arguments: [schema.id, name, did, Data(try schema.canonicalBytes())])
    }

    /// Whose schema an id is; `nil` for an id that is not taken.
    static func owner(ofSchema id: String, in db: Database) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT owner FROM ledger_schema WHERE id = ?"), arguments: [id])
    }

    package func plan(_ id: String) async throws -> VCPlan? {
        try await plans(sql: "SELECT body FROM ledger_plan WHERE id = ?", [id]).first
    }

    package func plans(tags: [String] = []) async throws -> [VCPlan] {
        let plans = try await plans(sql: "SELECT body FROM ledger_plan ORDER BY position, id", [])
        return Self.plans(plans, with: tags)
    }

    /// Those of some plans that have one of the tags; all when no tag is given.
    static func plans(_ plans: [VCPlan], with tags: [String]) -> [VCPlan] {
        guard !tags.isEmpty else { return plans }
        return plans.filter { plan in plan.tags.map { !Set($0).isDisjoint(with: tags) } ?? false }
    }

    /// Enters or replaces a plan; a new one comes last.
    /// - Parameter did: the issuer whose plan it is. Without it the plan stays whose it was.
    package func save(_ plan: VCPlan, owner did: String? = nil) async throws {
        try await database.write { db in try Self.save(plan, owner: did, in: db) }
    }

    /// Enters or replaces a plan, inside a SQLite transaction.
    static func save(_ plan: VCPlan, owner did: String?, in db: Database) throws {
        try db.executeCached(
            sql: """
                INSERT INTO ledger_plan (id, position, body, owner)
                VALUES (?, (SELECT COALESCE(MAX(position), 0) + 1 FROM ledger_plan), ?, ?)
                ON CONFLICT (id) DO UPDATE SET body = excluded.body, owner = COALESCE(excluded.owner, owner)
                """,
            arguments: [plan.vcPlanId, Data(try plan.canonicalBytes()), did])
    }

    /// Whether a plan of this id is none yet, or is an issuer's own. Of one that an earlier release entered nobody noted whose it is: it is
    /// the issuers' that it names.
    static func isFree(plan id: String, for issuer: String, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT owner, body FROM ledger_plan WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return true }
        if let owner = row[0] as String? { return owner == issuer }
        let plan = try JSONModelDecoder().decode(VCPlan.self, from: [UInt8](row[1] as Data))
        return plan.allowedIssuers?.contains(issuer) ?? false
    }

    package func allowedApps(wallet: String = walletPackage) async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(db.cachedStatement(sql: "SELECT package FROM ledger_app WHERE wallet = ? ORDER BY package"), arguments: [wallet])
        }
    }

    package func allow(app package: String, wallet: String = walletPackage) async throws {
        try await database.write { db in try Self.allow(app: package, wallet: wallet, in: db) }
    }

    /// Lets an app use a wallet, inside a SQLite transaction.
    static func allow(app package: String, wallet: String, in db: Database) throws {
        try db.executeCached(sql: "INSERT OR IGNORE INTO ledger_app (wallet, package) VALUES (?, ?)", arguments: [wallet, package])
    }

    private func schema(sql: String, _ arguments: [String]) async throws -> VCSchema? {
        let body = try await database.read { db in try Data.fetchOne(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments)) }
        return try body.map { try JSONModelDecoder().decode(VCSchema.self, from: [UInt8]($0)) }
    }

    private func plans(sql: String, _ arguments: [String]) async throws -> [VCPlan] {
        let bodies = try await database.read { db in try Data.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments)) }
        return try bodies.map { try JSONModelDecoder().decode(VCPlan.self, from: [UInt8]($0)) }
    }
}
