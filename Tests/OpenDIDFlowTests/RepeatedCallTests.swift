import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// Upstream's servers refuse a call that was sent before (`16001`). The wallet sends a call again if the first answer was invalid or lost.
@Suite("Calls that upstream's servers refuse when they are repeated")
struct RepeatedCallTests {
    private static let refusal = ServiceAnswer(
        status: 400,
        body: JSONValue.object(["code": "SSRVTRA16001", "description": "the transaction is at another step"])
            .serialized())

    /// The server does what it is asked. The first answer is empty, and every later call is refused.
    private func answerOnce(_ name: String, _ world: FlowWorld) {
        let transport = world.transport
        let count = transport.calls.count
        transport.forge(name) { call, ask in
            guard !transport.calls.dropFirst(count).contains(where: { $0.url == call.url }) else { return Self.refusal }
            _ = try await ask()
            return ServiceAnswer(status: 200, body: Array("{}".utf8))
        }
    }

    @Test("M210: a credential that was issued and not received is reported at once, with the first error")
    func invalidAnswer() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            answerOnce("request-issue-vc", world)
            let error = await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(error?.code == .notReceived)
            #expect(error?.reason.contains("issued again") == true)
            #expect(error?.serverError == nil)
            #expect(try await world.vault.journalEntries().isEmpty)
            world.transport.forge("request-issue-vc", nil)
            let id = try await world.issue()
            #expect(try await world.vault.credentials().map(\.id) == [id])
        }
    }

    @Test("M210: a credential whose answer was lost is reported at once, with the refusal of the repeated call")
    func lostAnswer() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            var configuration = world.wallet.configuration
            configuration.retryDelays = [.zero]
            let wallet = OpenDIDWallet(vault: world.vault, configuration: configuration, transport: world.transport)
            let transport = world.transport
            let count = transport.calls.count
            transport.forge("request-issue-vc") { call, ask in
                guard !transport.calls.dropFirst(count).contains(where: { $0.url == call.url }) else {
                    return Self.refusal
                }
                _ = try await ask()
                return ServiceAnswer(status: 504, body: [])
            }
            let error = await #expect(throws: WalletError.self) {
                try await wallet.issueCredential(
                    planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
            }
            #expect(error?.code == .notReceived)
            #expect(error?.serverError?.code == "SSRVTRA16001")
            #expect(try await world.vault.journalEntries().isEmpty)
        }
    }

    @Test("M210: a refusal of the first call is reported as a refusal")
    func refused() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            world.transport.forge("request-issue-vc") { _, _ in Self.refusal }
            let error = await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(error?.code == .refused)
            #expect(error?.serverError?.code == "SSRVTRA16001")
        }
    }

    @Test("M310: a presentation whose answer was lost may have been accepted, and a first refusal is a refusal")
    func lostVerification() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await world.issue()
            var configuration = world.wallet.configuration
            configuration.retryDelays = [.zero]
            let wallet = OpenDIDWallet(vault: world.vault, configuration: configuration, transport: world.transport)
            let transport = world.transport
            let refusal = ServiceAnswer(
                status: 400,
                body: JSONValue.object(["code": "SSRVVRF00301", "description": "the transaction is not pending"])
                    .serialized())
            func present() async throws -> WalletError? {
                let offer = try await world.verifyOffer()
                return await #expect(throws: WalletError.self) {
                    try await wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
                }
            }
            transport.forge("request-verify") { _, ask in
                guard !transport.calls.contains(where: { $0.path.hasSuffix("/request-verify") }) else { return refusal }
                _ = try await ask()
                return ServiceAnswer(status: 504, body: [])
            }
            let lost = try await present()
            #expect(lost?.code == .unconfirmed)
            #expect(lost?.reason.contains("may have accepted") == true)
            #expect(lost?.serverError?.code == "SSRVVRF00301")
            let refused = try await present()
            #expect(refused?.code == .refused)
            #expect(refused?.serverError?.code == "SSRVVRF00301")
        }
    }

    @Test("M141: the first error is reported, and not the refusal of the repeated call")
    func update() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let transport = world.transport
            let count = transport.calls.count
            transport.forge("request-update-diddoc") { call, _ in
                let isRepeated = transport.calls.dropFirst(count).contains { $0.url == call.url }
                return isRepeated ? Self.refusal : ServiceAnswer(status: 200, body: Array("{}".utf8))
            }
            let edit = DocumentEdit(
                newKeys: [DocumentEdit.NewKey(id: "pin", protection: .pin(SecretText("771904")))])
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.updateDocument(edit, unlock: FlowWorld.unlock)
            }
            #expect(error?.code == .answer && error?.serverError == nil)
            #expect(try await world.vault.document(.holder)?.versionId == "1")
            #expect(try await world.vault.journalEntries().isEmpty)
        }
    }
}
