import HeraldJSON
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// Nobody signs a refusal, an acknowledgement or what a gateway says. Somebody on the way makes use of that.
@Suite("Wrong answers about the registry")
struct LyingServersTests {
    private static let newPin = SecretText("771904")
    private static let newKey = DocumentEdit(newKeys: [DocumentEdit.NewKey(id: "pin", protection: .pin(newPin))])

    private static func refusal(_ code: String) -> ServiceAnswer {
        ServiceAnswer(
            status: 400, body: JSONValue.object(["code": .string(code), "description": "a lie"]).serialized())
    }

    /// The server does what it is asked; the wallet is told that it refused.
    private static let denial: FaultyTransport.Forgery = { _, ask in
        _ = try await ask()
        return refusal("SSRVTRA16002")
    }

    /// The server is not asked; the wallet is told that all is well.
    private static let pretence: FaultyTransport.Forgery = { call, _ in
        let request = try JSONValue(parsing: call.body ?? [])
        return ServiceAnswer(status: 200, body: JSONValue.object(["txId": request["txId"] ?? .null]).serialized())
    }

    /// The gateway says the same of a DID as it said before.
    private func freezeDocument(_ did: String, _ world: FlowWorld) async throws {
        _ = try await world.wallet.trust.registered(did)
        let exchange = try #require(world.transport.exchanges.last)
        let old = try #require(exchange.answer)
        world.transport.forge("did-doc") { call, ask in call.url == exchange.call.url ? old : try await ask() }
    }

    private func issue(_ world: FlowWorld, _ pin: SecretText) async throws {
        try await world.wallet.issueCredential(planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: .pin(pin))
    }

    @Test(
        "M141: no key is lost if a registered new version is denied on the way",
        arguments: ["request-update-diddoc", "confirm-update-diddoc"])
    func deniedUpdate(_ call: String) async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let did = try #require(try await world.vault.document(.holder)?.id)
            try await freezeDocument(did, world)
            world.transport.forge(call, Self.denial)
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.updateDocument(Self.newKey, unlock: FlowWorld.unlock)
            }
            #expect(error?.code == .refused)
            #expect(try await world.vault.document(.holder)?.versionId == "1")
            #expect(try await world.vault.keyInfos(.holder, stage: .pending).isEmpty)
            world.transport.forge(call, nil)
            // As long as the lie lasts nothing works, and nothing more is lost.
            let second = await #expect(throws: WalletError.self) { try await issue(world, FlowWorld.pin) }
            #expect(second?.code == .refused)
            world.transport.forge("did-doc", nil)
            let third = await #expect(throws: WalletError.self) { try await issue(world, FlowWorld.pin) }
            #expect(third?.code == .recovered)
            #expect(third?.serverError != nil)
            #expect(try await world.vault.document(.holder)?.versionId == "2")
            try await issue(world, Self.newPin)
        }
    }

    @Test("M141: no key is lost if a new version that was not registered is confirmed on the way")
    func pretendedUpdate() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            world.transport.forge("request-update-diddoc", Self.pretence)
            world.transport.forge("confirm-update-diddoc", Self.pretence)
            #expect(try await world.wallet.updateDocument(Self.newKey, unlock: FlowWorld.unlock).versionId == "2")
            let error = await #expect(throws: WalletError.self) { try await issue(world, Self.newPin) }
            #expect(error?.code == .recovered)
            #expect(try await world.vault.document(.holder)?.versionId == "1")
            try await issue(world, FlowWorld.pin)
        }
    }

    @Test(
        "M132: a registration that is denied on the way is found when the wallet is resumed, or before another one begins",
        arguments: [false, true])
    func deniedRegistration(_ resumes: Bool) async throws {
        try await FlowWorld.run { world in
            try await world.wallet.create()
            try await world.wallet.personalize(userId: FlowSeeds.user)
            let transport = world.transport
            transport.forge("request-register-user") { call, ask in
                // From here on the wallet asks of nobody but its user.
                transport.forge("did-doc") { _, _ in Self.refusal("SSRVAGW00301") }
                return try await Self.denial(call, ask)
            }
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin)
            }
            #expect(error?.code == .refused)
            #expect(try await world.vault.state() == .personalized)
            #expect(try await world.wallet.resume().isEmpty)
            for name in ["request-register-user", "did-doc"] { world.transport.forge(name, nil) }
            if resumes {
                #expect(try await world.reopened().resume().map(\.flow) == [ResumedRun.recovery])
            } else {
                let second = await #expect(throws: WalletError.self) {
                    try await world.wallet.registerUser(kycTxId: FlowSeeds.user, pin: Self.newPin)
                }
                #expect(second?.code == .state)
            }
            #expect(try await world.vault.state() == .operation)
            try await issue(world, FlowWorld.pin)
        }
    }

    @Test(
        "M210: neither the new credential nor the earlier one is lost if the confirmation is denied and the registry lies"
    )
    func deniedIssuance() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let first = try await world.issue()
            let known = Set(world.transport.calls.map(\.url))
            world.transport.forge("confirm-issue-vc", Self.denial)
            world.transport.forge("vc-meta") { call, ask in
                known.contains(call.url) ? try await ask() : Self.refusal("SSRVAGW00401")
            }
            let error = await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(error?.code == .refused)
            #expect(try await world.vault.credentials().map(\.id) == [first])
            let second = try #require(try await world.vault.doubtfulCredentials().map(\.id).first)
            #expect(try await world.wallet.resume().isEmpty)
            for name in ["confirm-issue-vc", "vc-meta"] { world.transport.forge(name, nil) }
            #expect(try await world.wallet.resume().map(\.flow) == [ResumedRun.recovery])
            #expect(try await world.vault.credentials().map(\.id) == [second])
            #expect(try await world.vault.doubtfulCredentials().isEmpty)
            #expect(try await world.wallet.trust.standing(ofCredential: second)?.status == .ACTIVE)
        }
    }

    @Test("M220: a revocation that is only pretended costs no credential, and can be repeated")
    func pretendedRevocation() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let id = try await world.issue()
            for name in ["request-revoke-vc", "confirm-revoke-vc"] { world.transport.forge(name, Self.pretence) }
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.revoke(id, unlock: FlowWorld.unlock)
            }
            #expect(error?.code == .answer)
            #expect(error?.field == "vc-meta")
            #expect(try await world.vault.credentials().map(\.id) == [id])
            #expect(try await world.vault.journalEntries().isEmpty)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
            for name in ["request-revoke-vc", "confirm-revoke-vc"] { world.transport.forge(name, nil) }
            try await world.wallet.revoke(id, unlock: FlowWorld.unlock)
            #expect(try await world.vault.credentials().isEmpty)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .REVOKED)
        }
    }

    @Test("M220: a confirmed revocation waits for a registry that does not answer")
    func unansweredRevocation() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let id = try await world.issue()
            world.transport.lose(.request, of: "vc-meta")
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.revoke(id, unlock: FlowWorld.unlock)
            }
            #expect(error?.code == .transport)
            #expect(try await world.vault.credentials().map(\.id) == [id])
            #expect(try await world.wallet.resume().map(\.refusal) == [nil])
            #expect(try await world.vault.credentials().isEmpty)
        }
    }

    @Test("M210: a credential that was issued and is denied on the way is requested once more")
    func deniedCredential() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let transport = world.transport
            transport.forge("request-issue-vc") { call, ask in
                transport.forge("request-issue-vc", nil)
                return try await Self.denial(call, ask)
            }
            let id = try await world.issue()
            #expect(transport.exchanges.count { $0.name == "request-issue-vc" } == 2)
            #expect(try await world.vault.credentials().map(\.id) == [id])
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
        }
    }

    @Test("M210: a repeated refusal is final, and the first one gives the reason")
    func refusedCredential() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let transport = world.transport
            transport.forge("request-issue-vc") { _, _ in
                let isFirst = !transport.exchanges.contains { $0.name == "request-issue-vc" }
                return Self.refusal(isFirst ? "SSRVTRA16002" : "SSRVTRA16003")
            }
            let error = await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(error?.serverError?.code == "SSRVTRA16002")
            #expect(transport.exchanges.count { $0.name == "request-issue-vc" } == 2)
            #expect(try await world.vault.journalEntries().isEmpty)
            #expect(try await world.vault.credentials().isEmpty)
        }
    }

    @Test("M210: the earlier credential is deleted at the end of the run, and not before")
    func replacedAtTheEnd() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let first = try await world.issue()
            world.transport.lose(.answer, of: "confirm-issue-vc")
            let error = await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(error?.code == .transport)
            #expect(try await world.vault.credentials().count == 2)
            try await world.wallet.resume()
            let left = try await world.vault.credentials().map(\.id)
            #expect(left.count == 1 && left != [first])
        }
    }
}
