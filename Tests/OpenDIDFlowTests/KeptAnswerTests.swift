import HeraldJSON
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

/// Upstream's servers send a credential only once. The wallet must not lose it because something else fails.
@Suite("Answers that are stored before they are checked")
struct KeptAnswerTests {
    private static let refusal = answer(400, "SSRVTRA16001")
    private static let outage = answer(500, "SSRVAGW00200")

    private static func answer(_ status: Int, _ code: String) -> ServiceAnswer {
        ServiceAnswer(
            status: status,
            body: JSONValue.object(["code": .string(code), "description": "on purpose"]).serialized())
    }

    /// Requests a credential with a wallet that caches nothing, and returns the error.
    private func failure(_ world: FlowWorld) async -> WalletError? {
        var configuration = world.wallet.configuration
        configuration.anchors.lifetime = .zero
        let wallet = OpenDIDWallet(vault: world.vault, configuration: configuration, transport: world.transport)
        return await #expect(throws: WalletError.self) {
            try await wallet.issueCredential(
                planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
        }
    }

    @Test(
        "M210: a credential that arrived while look-ups failed is checked later, and is not requested again",
        arguments: ["did-doc", "vcschema"])
    func failedLookUp(name: String) async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let transport = world.transport
            transport.forge("request-issue-vc") { _, ask in
                let answer = try await ask()
                transport.forge("request-issue-vc") { _, _ in Self.refusal }
                transport.forge(name) { _, _ in Self.outage }
                return answer
            }
            #expect(await failure(world)?.serverError?.status == 500)
            #expect(try await world.vault.journalEntries().count == 1)
            // As long as the outage lasts nothing is lost.
            await #expect(throws: WalletError.self) { try await world.reopened().resume() }
            transport.forge(name, nil)
            #expect(try await world.reopened().resume().map(\.refusal) == [nil])
            #expect(transport.exchanges.count { $0.name == "request-issue-vc" } == 1)
            let id = try #require(try await world.vault.credentials().first?.id)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
            #expect(try await world.vault.journalEntries().isEmpty)
        }
    }

    /// True if the journal's only entry has the answer of the server.
    private func journalHasAnswer(_ world: FlowWorld) async throws -> Bool {
        let entry = try #require(try await world.vault.journalEntries().first)
        return try FlowRecord<IssueCredentialFlow>(entry).answer != nil
    }

    @Test("M210: the credential is in the journal before the wallet sends a look-up for checking it")
    func keptBeforeLookUp() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            final class Seen: Sendable { let isKept = Mutex<[Bool]>([]) }
            let (transport, seen) = (world.transport, Seen())
            transport.forge("request-issue-vc") { _, ask in
                let answer = try await ask()
                transport.forge("did-doc") { _, ask in
                    let isKept = try await journalHasAnswer(world)
                    seen.isKept.withLock { $0.append(isKept) }
                    return try await ask()
                }
                return answer
            }
            var configuration = world.wallet.configuration
            configuration.anchors.lifetime = .zero
            let wallet = OpenDIDWallet(vault: world.vault, configuration: configuration, transport: transport)
            try await wallet.issueCredential(
                planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
            #expect(seen.isKept.withLock { $0.first } == true)
            #expect(try await world.vault.credentials().count == 1)
        }
    }

    @Test("M210: the credential is stored once, after its check, if the check needs no look-up")
    func checkedAtOnce() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let driver = try await world.wallet.issuance(
                planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
            while case .call(let call) = try await driver.advance() {
                let isIssuing = await driver.step.rawValue == "request-issue-vc"
                try await driver.accept(try await world.transport.send(call))
                guard isIssuing else { continue }
                #expect(try await !journalHasAnswer(world))
            }
            #expect(try await world.vault.credentials().count == 1)
        }
    }

    @Test("M210: a stored answer that is not valid is asked for again")
    func invalidAnswer() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let transport = world.transport
            transport.forge("request-issue-vc") { _, ask in
                _ = try await ask()
                transport.forge("request-issue-vc") { _, _ in
                    throw TransportFailure(.connectionLost, reason: "lost on purpose")
                }
                return ServiceAnswer(status: 200, body: Array("{}".utf8))
            }
            #expect(await failure(world)?.code == .transport)
            #expect(try await world.vault.journalEntries().count == 1)
            transport.forge("request-issue-vc", nil)
            #expect(try await world.reopened().resume().map(\.refusal) == [nil])
            #expect(try await world.vault.credentials().count == 1)
        }
    }

    @Test("M210: no credential is requested if its schema cannot be loaded")
    func missingSchema() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            world.transport.forge("vcschema") { _, _ in Self.outage }
            #expect(await failure(world)?.serverError?.status == 500)
            #expect(!world.transport.exchanges.contains { $0.name == "request-issue-vc" })
            #expect(try await world.vault.journalEntries().isEmpty)
        }
    }
}
