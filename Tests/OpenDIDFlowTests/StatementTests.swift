import GRDB
import HeraldJSON
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDServices
@testable import OpenDIDWallet

/// The rows that the database has to read for the protocols' statements.
@Suite("SQL statements of the OpenDID servers")
struct StatementTests {
    /// Tables that may be read as a whole, and why.
    private static let allowed: [String: String] = [
        "ledger_plan": "an operator's plans, which the list provider lists",
        "ledger_app": "an operator's apps",
        "tas_wallet USING COVERING INDEX tas_wallet_unused":
            "the index of unused wallets, of which the sweeper keeps ServiceLimits.unusedWallets",
        "tas_wallet USING INDEX tas_wallet_unused": "the same index",
        "wallet_device USING COVERING INDEX wallet_device_unused":
            "the index of attested devices, of which the sweeper keeps as many",
    ]

    private static func plan(of sql: String, in db: Database) throws -> [String] {
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        // The plan does not depend on the values.
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { $0["detail"] }
    }

    private static func isOne(of verbs: [String], _ sql: String) -> Bool {
        let word = sql.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased()
        return verbs.contains(word) && !sql.contains("sqlite_master") && !sql.contains("grdb_migrations")
    }

    /// Every statement of a run of all protocols.
    private func statements(of world: FlowWorld, _ seen: borrowing Mutex<Set<String>>) async throws -> Set<String> {
        seen.withLock { $0 = [] }
        try await WholeLifeTests.live(in: world)
        // Statements that only strangers, a terminal's query and expiry cause.
        let offer = try await world.verifyOffer()
        _ = try await world.post("/verifier/api/v1/confirm-verify", ["offerId": .string(offer.payload.offerId ?? "")])
        _ = try await world.post("/verifier/api/v1/confirm-verify", ["offerId": "nobody's"])
        _ = try await world.post(
            "/tas/api/v1/update-push-token", ["id": "1", "did": "did:omn:nobody", "appId": "x", "pushToken": "x"])
        _ = try await world.post("/tas/api/v1/propose-enroll-entity", ["id": "1"])
        _ = try await world.services.sweeper.sweep()
        return seen.withLock { $0 }
    }

    @Test("attack 23: no statement of any protocol reads a whole table that strangers can make longer")
    func plans() async throws {
        // In a class: the configuration's closure outlives this stack frame for the compiler.
        final class Seen: Sendable { let statements = Mutex<Set<String>>([]) }
        let seen = Seen()
        try await FlowWorld.run(
            biometrics: SoftwareBiometricKeyStore { _ in true },
            change: { $0.statementObserver = { sql in seen.statements.withLock { _ = $0.insert(sql) } } }
        ) { world in
            let statements = try await statements(of: world, seen.statements)
                .filter { Self.isOne(of: ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"], $0) }
            #expect(statements.count > 50, "\(statements.count) statements")
            for kind in [
                "verifier_offer", "service_transaction", "tas_nonce", "tas_wallet", "wallet_device", "issuer_offer",
                "ledger_did",
            ] {
                #expect(statements.contains { $0.contains(kind) }, "none of \(kind)")
            }
            let scans = try await world.services.database.write { rows in
                let db = try rows.sqlite
                return try statements.sorted().flatMap { sql in
                    try Self.plan(of: sql, in: db).filter { $0.hasPrefix("SCAN ") && $0 != "SCAN CONSTANT ROW" }
                        .filter { detail in
                            let what = detail.dropFirst("SCAN ".count)
                            return !Self.allowed.keys.contains { what == $0 || what.hasPrefix($0 + " ") }
                        }
                        .map { "\($0): \(sql)" }
                }
            }
            #expect(scans.isEmpty, "\(scans)")
        }
    }

    @Test("an issuance finds the credential in force without reading those that a person had before")
    func currentCredential() async throws {
        final class Seen: Sendable { let statements = Mutex<Set<String>>([]) }
        let seen = Seen()
        try await FlowWorld.run(
            change: { $0.statementObserver = { sql in seen.statements.withLock { _ = $0.insert(sql) } } }
        ) { world in
            try await world.register()
            for _ in 0..<2 { try await world.issue() }
            let statements = seen.statements.withLock { $0 }
                .filter {
                    Self.isOne(of: ["SELECT"], $0) && $0.contains("issuer_credential") && $0.contains("user_id = ")
                }
                .filter { $0.contains("ended = 0") }
            #expect(!statements.isEmpty)
            for sql in statements {
                let plan = try await world.services.database.write { rows in try Self.plan(of: sql, in: rows.sqlite) }
                #expect(plan.contains { $0.contains("issuer_credential_current") }, "\(plan): \(sql)")
                #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan): \(sql)")
            }
        }
    }

    @Test("attack 23: a long table of offers does not slow down a new offer or a terminal's query")
    func longTable() async throws {
        try await FlowWorld.run(change: { $0.limits.sweepInterval = .zero }) { world in
            let database = world.services.database
            let plan = try await database.write { rows in
                try Self.plan(of: SQLiteRows.expiredClaims, in: rows.sqlite)
                    + Self.plan(of: SQLiteRows.expiredVerifyOffers, in: rows.sqlite)
            }
            #expect(plan.contains { $0.contains("verifier_offer_claims (accepted_at<?)") })
            #expect(plan.contains { $0.contains("verifier_offer_end (valid_until<?)") })
            let wish: JSONValue = [
                "mode": "Direct", "device": "terminal01", "service": "rental", "validSeconds": 86_400,
            ]
            // The operator may have what it wants; a stranger gets the longest life that the operator allows.
            let (long, short) = (
                await respond(wish, in: world, token: FlowWorld.operatorToken),
                await respond(wish, in: world, token: nil)
            )
            #expect(try life(long) > 86_000)
            #expect(try life(short) <= ServiceLimits().longestOffer.components.seconds + 1)
        }
    }

    private func respond(_ body: JSONValue, in world: FlowWorld, token: String?) async -> ServiceResponse {
        await world.services.handler.respond(
            to: ServiceRequest(
                method: "POST", path: OpenDIDEndpoints.Verifier.requestOfferQR.path,
                authorization: token.map { "Bearer " + $0 },
                body: body.serialized()))
    }

    private func life(_ response: ServiceResponse) throws -> Int64 {
        let offer = try VpOfferWrapper(jsonBytes: response.body)
        return try #require(offer.payload.$validUntil).seconds - ServicesConfiguration.systemTime().seconds
    }
}
