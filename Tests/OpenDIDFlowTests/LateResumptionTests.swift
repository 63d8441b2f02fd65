import GRDB
import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices
@testable import OpenDIDWallet

/// A wallet's journal waits for ever; the servers' memory does not.
@Suite("Runs that are resumed late")
struct LateResumptionTests {
    /// A wallet that sent for its credential and never saw the answer.
    private func interrupted(_ world: FlowWorld) async throws {
        try await world.register()
        world.transport.lose(.answer, of: "request-issue-vc")
        let error = await #expect(throws: WalletError.self) { try await world.issue() }
        #expect(error?.code == .transport)
    }

    @Test(
        "M210: the wallet still gets the credential after the issuer's and the trust agent's transactions have expired",
        arguments: [2, 25, 47])
    func received(hours: Int64) async throws {
        let clock = ServerClock()
        try await FlowWorld.run(clock: clock) { world in
            try await interrupted(world)
            clock.advance(by: hours * 3600)
            #expect(try await world.reopened().resume().map(\.refusal) == [nil])
            let id = try #require(try await world.vault.credentials().first?.id)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
        }
    }

    /// A wallet whose trust agent ended after the issuer's work and before its own.
    private func halved(_ world: FlowWorld) async throws {
        let database = world.services.database
        try await database.write { rows in
            try rows.sqlite.execute(
                sql: """
                    CREATE TRIGGER ended BEFORE INSERT ON service_step WHEN NEW.role = 'tas' AND NEW.step = 'request-issue-vc'
                    BEGIN SELECT RAISE(ABORT, 'ended'); END
                    """)
        }
        try await interrupted(world)
        try await database.write { rows in try rows.sqlite.execute(sql: "DROP TRIGGER ended") }
    }

    @Test(
        "M210: the wallet still gets the credential if the trust agent stopped before it stored the answer, even with an expired token",
        arguments: [0, 2, 23])
    func receivedFromIssuer(hours: Int64) async throws {
        let clock = ServerClock()
        try await FlowWorld.run(clock: clock) { world in
            try await halved(world)
            clock.advance(by: hours * 3600)
            #expect(try await world.reopened().resume().map(\.refusal) == [nil])
            let id = try #require(try await world.vault.credentials().first?.id)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
        }
    }

    @Test("M210: a request other than the recorded one is refused with an expired token")
    func otherRequest() async throws {
        let clock = ServerClock()
        try await FlowWorld.run(clock: clock) { world in
            try await halved(world)
            clock.advance(by: 2 * 3600)
            var call = try #require(world.transport.calls.last { $0.path.hasSuffix("/request-issue-vc") })
            call.body = (call.body ?? []) + Array(" ".utf8)
            let answer = try JSONValue(parsing: try await world.transport.send(call).body)
            #expect(answer["code"] == "SSRVTRA19002")
            #expect(try await world.reopened().resume().map(\.refusal) == [nil])
        }
    }

    /// The recorded request for the credential with something else in its encrypted part, under the same signatures.
    private func altered(_ world: FlowWorld) throws -> ServiceCall {
        var call = try #require(world.transport.calls.last { $0.path.hasSuffix("/request-issue-vc") })
        var body = try JSONValue(parsing: call.body ?? [])
        body["encReqVc"] = .string("m" + String(repeating: "A", count: 64))
        call.body = body.serialized()
        return call
    }

    @Test("M210: a refused request does not affect the request that the issuer answered")
    func refusedBetween() async throws {
        let clock = ServerClock()
        try await FlowWorld.run(clock: clock) { world in
            try await halved(world)
            let answer = try JSONValue(parsing: try await world.transport.send(try altered(world)).body)
            #expect(answer["code"] == "SSRVISS00002")
            clock.advance(by: 2 * 3600)
            #expect(try await world.reopened().resume().map(\.refusal) == [nil])
            let id = try #require(try await world.vault.credentials().first?.id)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
        }
    }

    @Test(
        "M210: a recorded request that the issuer did not handle is answered while the issuer's transaction lives",
        arguments: [1800, 7200])
    func undone(seconds: Int64) async throws {
        let clock = ServerClock()
        try await FlowWorld.run(clock: clock) { world in
            let database = world.services.database
            try await database.write { rows in
                try rows.sqlite.execute(
                    sql: """
                        CREATE TRIGGER undone BEFORE INSERT ON service_step WHEN NEW.role = '\(ServiceRole.issuer.rawValue)'
                        AND NEW.step = '\(OpenDIDEndpoints.Issuer.issueVC.name)' BEGIN SELECT RAISE(ABORT, 'undone'); END
                        """)
            }
            try await interrupted(world)
            try await database.write { rows in try rows.sqlite.execute(sql: "DROP TRIGGER undone") }
            clock.advance(by: seconds)
            let refusals = try await world.reopened().resume().map(\.refusal)
            #expect(refusals.count == 1)
            #expect(
                refusals.allSatisfy { ($0 == nil) == (.seconds(seconds) < ServiceLifetimes().issuerTransaction) },
                "\(refusals)")
        }
    }

    @Test("M210: an issued credential that was not received is reported as such, and is issued again")
    func lost() async throws {
        let clock = ServerClock()
        try await FlowWorld.run(clock: clock) { world in
            try await interrupted(world)
            clock.advance(by: 49 * 3600)
            // Opening a transaction deletes the expired ones.
            _ = try await world.verifyOffer()
            let ended = try await world.reopened().resume()
            #expect(ended.map(\.refusal?.code) == [.notReceived])
            #expect(ended.first?.refusal?.serverError != nil)
            #expect(ended.first?.refusal?.reason.contains("issued again") == true)
            // The wallet's own clock did not move, and its proofs must not be old.
            clock.advance(by: -49 * 3600)
            let id = try await world.issue()
            #expect(try await world.vault.credentials().map(\.id) == [id])
        }
    }
}
