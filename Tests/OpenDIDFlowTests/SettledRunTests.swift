import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// The user ends the runs of a wallet without another call to the servers that have interrupted them.
@Suite("Runs that are settled")
struct SettledRunTests {
    @Test("M210: a credential that arrived is kept until it can be checked, and then the run is settled")
    func outage() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let entry = try await world.receiveUnchecked()
            await #expect(throws: WalletError.self) { try await world.reopened().settle() }
            #expect(try await world.vault.journalEntries() == [entry])
            // A schema that is not found, and the page of a firewall, do not cost the credential either.
            for (status, body) in [(404, "{}"), (200, "<html>")] {
                world.transport.forge("vcschema") { _, _ in ServiceAnswer(status: status, body: Array(body.utf8)) }
                await #expect(throws: WalletError.self) { try await world.reopened().settle() }
                #expect(try await world.vault.journalEntries() == [entry])
            }
            world.transport.forge("vcschema", nil)
            #expect(try await world.reopened().settle().map(\.refusal) == [nil])
            let id = try #require(try await world.vault.credentials().first?.id)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
            #expect(try await world.vault.journalEntries().isEmpty)
            #expect(world.transport.exchanges.count { $0.name == "request-issue-vc" } == 1)
        }
    }

    @Test("M210: a user who gives up ends a run whose credential cannot be checked")
    func givenUp() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            _ = try await world.receiveUnchecked()
            #expect(try await world.reopened().settle(givingUp: true).map(\.refusal?.code) == [.notReceived])
            #expect(try await world.vault.journalEntries().isEmpty)
            #expect(try await world.vault.credentials().isEmpty)
        }
    }

    @Test("M210: a run whose answer is not valid is settled without a credential")
    func invalidAnswer() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let transport = world.transport
            transport.forge("request-issue-vc") { _, _ in
                transport.forge("request-issue-vc") { _, _ in
                    throw TransportFailure(.connectionLost, reason: "lost on purpose")
                }
                return ServiceAnswer(status: 200, body: Array("{}".utf8))
            }
            let error = await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(error?.code == .transport)
            #expect(try await world.vault.journalEntries().count == 1)
            #expect(try await world.reopened().settle().map(\.refusal?.code) == [.notReceived])
            #expect(try await world.vault.journalEntries().isEmpty)
            #expect(try await world.vault.credentials().isEmpty)
        }
    }

    @Test("M220: unknown members of the issuer's proposal do no harm, whatever they contain")
    func unknownMembers() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let id = try await world.issue()
            world.transport.alter("propose-revoke-vc") { answer in
                var altered = answer
                altered["score"] = JSONValue.double(1.5)
                altered["large"] = JSONValue.int(9_007_199_254_740_993)
                altered["deep"] = (0..<60).reduce(JSONValue.int(1)) { value, _ in JSONValue.array([value]) }
                return altered
            }
            try await world.wallet.revoke(id, unlock: FlowWorld.unlock)
            #expect(try await world.vault.credentials().isEmpty)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .REVOKED)
        }
    }

    @Test(
        "a run whose state cannot be read is reported when it is resumed, and given up when it is settled",
        arguments: [RevokeFlow.name, RestoreFlow.name, IssueCredentialFlow.name])
    func unreadable(flow: String) async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let entry = JournalEntry(id: "unreadable", flow: flow, state: Array("{}".utf8))
            try await world.vault.commit([.putJournal(entry)])
            let error = await #expect(throws: WalletError.self) { try await world.wallet.resume() }
            #expect(error?.code == .damaged)
            #expect(try await world.vault.journalEntries() == [entry])
            let ended = try await world.wallet.settle()
            #expect(ended.map(\.flow) == [flow])
            #expect(ended.map(\.refusal?.code) == [.damaged])
            #expect(try await world.vault.journalEntries().isEmpty)
            try await world.issue()
        }
    }

    @Test("a run whose state cannot be read is kept if only its entry may have a credential or the wallet's ID")
    func kept() async throws {
        try await FlowWorld.run { world in
            let entries = [
                (IssueCredentialFlow.name, "{\"answer\":\"{}\"}"), (IssueCredentialFlow.name, "?"),
                (CreateWalletFlow.name, "{}"), ("unknown", "{}"),
            ]
            for (flow, state) in entries {
                let entry = JournalEntry(id: "unreadable", flow: flow, state: Array(state.utf8))
                try await world.vault.commit([.putJournal(entry)])
                let error = await #expect(throws: WalletError.self, "\(flow)") { try await world.wallet.settle() }
                #expect(error?.code == .damaged, "\(flow)")
                #expect(try await world.vault.journalEntries() == [entry], "\(flow)")
            }
        }
    }
}
