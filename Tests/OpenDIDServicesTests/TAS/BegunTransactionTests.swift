import TestSupport
import GRDB
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Transactions that a client begins and does not continue")
struct BegunTransactionTests {
    private func transactions(in world: TrustAgentWorld) async throws -> Int {
        _ = try await world.services.sweeper.sweep()
        return try await world.services.database.read { rows in
            try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM service_transaction") ?? 0
        }
    }

    /// One with a session, one with a token, one with a person, and two, the trust agent's and the issuer's, with a profile.
    private func begin(in world: TrustAgentWorld) async throws {
        let registered = try await TestWallet.registered(in: world, seed: 2)
        let stranger = try await TestWallet.created(in: world, seed: 3)
        func opened() async throws -> String {
            let answer: _ProposeRegisterUser = try await world.send(
                OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "1"))
            return answer.txId
        }
        _ = try await stranger.agree(in: world, try await opened(), .device)
        _ = try await stranger.session(in: world, try await opened(), .device, .CREATE_DID)
        _ = try await stranger.identified(in: world)
        _ = try await registered.profiled(in: world)
    }

    @Test(
        "attack 52: a transaction that changed nothing ends with its token, and is not remembered for another day"
    )
    func lifetimes() async throws {
        let limits = ServiceLimits.unlimited
        let world = try await TrustAgentWorld()
        try await begin(in: world)
        #expect(try await transactions(in: world) == 6)
        world.advance(by: limits.begunTransaction - .seconds(1))
        #expect(try await transactions(in: world) == 6)
        world.advance(by: limits.unfinishedTransaction + .seconds(2))
        #expect(try await transactions(in: world) == 1, "the one in which a user was registered")
        world.advance(by: ServiceLifetimes().trustAgentTransaction)
        #expect(try await transactions(in: world) == 1, "it is remembered for a day")
        await world.stop()
    }

    @Test("attack 52: a transaction counts as open for its client even after the session, the token and the user data")
    func counted() async throws {
        var limits = ServiceLimits.unlimited
        limits.openTransactions = 4
        let world = try await TrustAgentWorld(limits: limits)
        try await begin(in: world)
        await #expect(throws: Refusal("9429", 429)) {
            let _: _ProposeRegisterUser = try await world.send(
                OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "1"))
        }
        await world.stop()
    }

    @Test(
        "attack 52: a transaction stays open after its offer's first wallet got a profile, and both are deleted together"
    )
    func presentations() async throws {
        let world = try await IssuanceWorld { $0.limits.openTransactions = 3 }
        let holder = try await world.holder(1)
        for _ in 0..<2 { _ = try await PresentationRun.profiled(world, by: holder) }
        var codes: [String] = []
        for _ in 0..<2 {
            codes.append(
                try await world.code(
                    OpenDIDEndpoints.Verifier.requestOfferQR,
                    RequestOfferPayload(mode: .Direct, device: "gate", service: "login"), as: .anybody))
        }
        #expect(codes == ["200", "9429"])
        world.clock.advance(
            by: ServiceLifetimes().verifierTransaction + ServiceLimits().unfinishedTransaction + .seconds(1))
        _ = try await world.assembly.sweeper.sweep()
        let left = try await world.assembly.database.read { rows in
            try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM service_transaction WHERE role = 'verifier'")
        }
        #expect(left == 0)
    }
}
