import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

@Suite("Calls that are sent before their turn")
struct CallsAheadTests {
    private static let issuance = [
        "propose-issue-vc", "request-ecdh", "request-attested-appinfo", "request-wallet-tokendata",
        "request-create-token", "request-issue-profile", "request-issue-vc", "confirm-issue-vc",
    ]

    @Test("an issuance asks the app provider while the trust agent is still to answer", .timeLimit(.minutes(10)))
    func issuance() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            hold("request-ecdh", until: ["request-attested-appinfo", "request-wallet-tokendata"], in: world)
            #expect(try await world.vault.credential(world.issue()) != nil)
        }
    }

    @Test(
        "an issuance asks the app provider while the trust agent is still to open the transaction",
        .timeLimit(.minutes(10)))
    func beforeOpening() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            hold("propose-issue-vc", until: ["request-attested-appinfo", "request-wallet-tokendata"], in: world)
            #expect(try await world.vault.credential(world.issue()) != nil)
        }
    }

    @Test("a run that fails ends only after the calls that it sent ahead", .timeLimit(.minutes(10)))
    func noCallIsLeft() async throws {
        final class Ended: Sendable { let isTrue = Mutex(false) }
        try await FlowWorld.run { world in
            try await world.register()
            let ended = Ended()
            let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
            world.transport.forge("request-wallet-tokendata") { _, _ in
                arrival.yield()
                // Waits for the cancellation, and then does not end at once.
                try? await Task.sleep(for: .seconds(3_600))
                for _ in 0..<100 { await Task.yield() }
                ended.isTrue.withLock { $0 = true }
                throw TransportFailure(.connectionLost, reason: "cancelled")
            }
            world.transport.forge("propose-issue-vc") { _, _ in
                for await _ in arrivals { break }
                return ServiceAnswer(status: 400, body: Array(#"{"code":"SSRVTRA00101","description":"no"}"#.utf8))
            }
            await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(ended.isTrue.withLock { $0 })
        }
    }

    @Test("a presentation asks for its token while the verifier is still to answer", .timeLimit(.minutes(10)))
    func presentation() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await world.issue()
            let offer = try await world.verifyOffer()
            hold("request-profile", until: ["request-wallet-tokendata"], in: world)
            #expect(
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock).isAccepted)
        }
    }

    @Test(
        "a call that failed before its turn is sent again in its turn",
        arguments: ["request-attested-appinfo", "request-wallet-tokendata"], [FaultyTransport.Fault.request, .answer])
    func retry(name: String, fault: FaultyTransport.Fault) async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let before = world.transport.exchanges.count
            world.transport.lose(fault, of: name)
            try await world.issue()
            #expect(world.transport.exchanges.dropFirst(before).filter { $0.name == name }.count == 2)
        }
    }

    @Test("a wallet whose option forbids calls ahead makes one call after the other")
    func inTurn() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            var configuration = world.wallet.configuration
            configuration.sendsAhead = false
            let wallet = OpenDIDWallet(vault: world.vault, configuration: configuration, transport: world.transport)
            let before = world.transport.exchanges.count
            try await wallet.issueCredential(
                planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
            let names = world.transport.exchanges.dropFirst(before).map(\.name).filter(Self.issuance.contains)
            #expect(names == Self.issuance)
        }
    }

    /// Lets the servers see a call only after others.
    private func hold(_ name: String, until others: [String], in world: FlowWorld) {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        for other in others {
            world.transport.forge(other) { _, ask in
                arrival.yield()
                return try await ask()
            }
        }
        world.transport.forge(name) { _, ask in
            var missing = others.count
            for await _ in arrivals {
                missing -= 1
                if missing == 0 { break }
            }
            return try await ask()
        }
    }
}
