import Foundation
import GRDB
import HeraldJSON
import OpenDID_DataModel

/// What the list provider serves, and the schemas (OpenDID sheet 3.5, 5.2).
extension Registry {
    /// The package name under which a wallet asks for the apps that may use it (sheet 1.4).
    package static let walletPackage = "org.omnione.did.sdk.wallet"

    /// A schema by its URL.
    package func schema(id: String) async throws -> VCSchema? {
        try await schema(sql: "SELECT body FROM ledger_schema WHERE id = ?", [id])
    }

    /// A schema by its name, of one issuer.
    package func schema(named name: String, owner did: String) async throws -> VCSchema? {
        try await schema(sql: "SELECT body FROM ledger_schema WHERE owner = ? AND name = ?", [did, name])
    }

    /// Enters or replaces a schema.
    /// - Throws: ``RegistryError`` `document` when the schema breaks a rule of its own.
    package func save(_ schema: VCSchema, name: String, owner did: String) async throws {
        if let error = schema.validationErrors().first {
            throw RegistryError(.document, field: error.field, reason: error.reason)
        }
        let (id, body) = (schema.id, Data(try schema.canonicalBytes()))
        try await database.write { db in
            try db.executeCached(sql: "DELETE FROM ledger_schema WHERE id = ? OR (owner = ? AND name = ?)", arguments: [id, did, name])
            try db.executeCached(
                sql: "INSERT INTO ledger_schema (id, name, owner, body) VALUES (?, ?, ?, ?)", arguments: [id, name, did, body])
        }
    }

    /// A plan by its id.
    package func plan(_ id: String) async throws -> VCPlan? {
        try await plans(sql: "SELECT body FROM ledger_plan WHERE id = ?", [id]).first
    }

    /// The plans that have one of the tags; every plan when no tag is given.
    package func plans(tags: [String] = []) async throws -> [VCPlan] {
        let plans = try await plans(sql: "SELECT body FROM ledger_plan ORDER BY position, id", [])
        guard !tags.isEmpty else { return plans }
        return plans.filter { plan in plan.tags.map { !Set($0).isDisjoint(with: tags) } ?? false }
    }

    /// Enters or replaces a plan; a new one comes last.
    package func save(_ plan: VCPlan) async throws {
        let (id, body) = (plan.vcPlanId, Data(try plan.canonicalBytes()))
        try await database.write { db in
            try db.executeCached(
                sql: """
                    INSERT INTO ledger_plan (id, position, body) VALUES (?, (SELECT COALESCE(MAX(position), 0) + 1 FROM ledger_plan), ?)
                    ON CONFLICT (id) DO UPDATE SET body = excluded.body
                    """,
                arguments: [id, body])
        }
    }

    /// The package names of the apps that may use a wallet, sorted.
    package func allowedApps(wallet: String = walletPackage) async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(db.cachedStatement(sql: "SELECT package FROM ledger_app WHERE wallet = ? ORDER BY package"), arguments: [wallet])
        }
    }

    /// Lets an app use a wallet.
    package func allow(app package: String, wallet: String = walletPackage) async throws {
        try await database.write { db in
            try db.executeCached(sql: "INSERT OR IGNORE INTO ledger_app (wallet, package) VALUES (?, ?)", arguments: [wallet, package])
        }
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
