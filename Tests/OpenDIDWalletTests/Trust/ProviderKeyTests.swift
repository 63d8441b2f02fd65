import HeraldP256
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

@Suite("Known keys of providers")
struct ProviderKeyTests {
    private func refused(_ provider: AppProvider, by trust: GatewayTrust) async -> WalletError.Code? {
        await refusal { try await provider.check(trust) }?.code
    }

    @Test(
        "a wallet that knows a provider refuses other keys from a gateway, even after it was opened again"
    )
    func replaced() async throws {
        let stage = try await TrustStage()
        let world = VaultWorld()
        let real = try await AppProvider(), liar = try await AppProvider(),
            laterLiar = try await AppProvider(version: 2)
        var vault = try await world.open()
        stage.show(real)
        try await real.check(try stage.trust(memory: VaultProviderKeys(vault: vault)))
        await vault.close()

        vault = try await world.open()
        let trust = try stage.trust(memory: VaultProviderKeys(vault: vault))
        for other in [liar, laterLiar] {
            stage.show(other)
            #expect(await refused(other, by: trust) == .providerKey)
        }
        stage.show(real)
        try await real.check(trust)
        #expect(try await vault.knownProviders().map(\.did) == [AppProvider.did])
        await vault.close()
    }

    @Test(
        "a later document version signed with a known key makes its new keys known, and so does the version after it"
    )
    func successor() async throws {
        let stage = try await TrustStage()
        let memory = RecentProviderKeys()
        let first = SigningKey.p256(P256PrivateKey()), second = SigningKey.p256(P256PrivateKey()),
            third = SigningKey.p256(P256PrivateKey())
        for (number, keys) in [(first, second), (third, second), (third, first)].enumerated() {
            let provider = try await AppProvider(assert: keys.0, auth: keys.1, version: number + 1)
            stage.show(provider)
            try await provider.check(try stage.trust(memory: memory))
        }
        let known = try await memory.keys(of: AppProvider.did)
        #expect(known?.keys.count == 3)
        #expect(known?.versionId == "2")
    }

    @Test("a known key's signature counts only for the document that it signs")
    func borrowed() async throws {
        let stage = try await TrustStage()
        let memory = RecentProviderKeys()
        let auth = SigningKey.p256(P256PrivateKey())
        let real = try await AppProvider(auth: auth)
        stage.show(real)
        try await real.check(try stage.trust(memory: memory))
        // The later version lists the known key, but its proofs are those of the first one.
        let liar = try await AppProvider(auth: auth, version: 2)
        var document = liar.document
        document.proofs = real.document.proofs
        stage.world.withLock { $0.documents[AppProvider.did] = document }
        #expect(await refused(liar, by: try stage.trust(memory: memory)) == .providerKey)
    }

    @Test("pinned keys of a provider are accepted, and others are not, whatever keys were met before")
    func pinned() async throws {
        let stage = try await TrustStage()
        let memory = RecentProviderKeys()
        let real = try await AppProvider(), liar = try await AppProvider()
        let pins = [AppProvider.did: Set([real.assert.verificationKey])]
        stage.show(liar)
        #expect(await refused(liar, by: try stage.trust(providers: pins, memory: memory)) == .providerKey)
        try await liar.check(try stage.trust(memory: memory))
        #expect(await refused(liar, by: try stage.trust(providers: pins, memory: memory)) == .providerKey)
        stage.show(real)
        try await real.check(try stage.trust(providers: pins, memory: memory))
    }

    @Test("keys without a valid signature are not remembered")
    func failed() async throws {
        let stage = try await TrustStage()
        let memory = RecentProviderKeys()
        let real = try await AppProvider(), liar = try await AppProvider()
        stage.show(liar)
        #expect(await refused(real, by: try stage.trust(memory: memory)) == .verification)
        #expect(try await memory.keys(of: AppProvider.did) == nil)
        stage.show(real)
        try await real.check(try stage.trust(memory: memory))
    }

    @Test("a deleted provider's keys are stored anew, and a backup has the stored keys")
    func forgotten() async throws {
        let stage = try await TrustStage()
        let old = try await AppProvider(), new = try await AppProvider()
        let vault = try await VaultWorld().operating(.memory)
        stage.show(old)
        try await old.check(try stage.trust(memory: VaultProviderKeys(vault: vault)))
        let passphrase = SecretText("a long passphrase")
        let restored = try await VaultWorld().open(.memory)
        try await restored.restoreBackup(vault.exportBackup(passphrase: passphrase), passphrase: passphrase)
        let trust = try stage.trust(memory: VaultProviderKeys(vault: restored))
        stage.show(new)
        #expect(await refused(new, by: trust) == .providerKey)
        #expect(try await restored.forgetProvider(AppProvider.did))
        #expect(try await !restored.forgetProvider(AppProvider.did))
        try await new.check(trust)
    }

    @Test("a wallet that cannot read its known keys trusts nobody")
    func locked() async throws {
        let stage = try await TrustStage()
        let world = VaultWorld()
        var vault = try await world.operating()
        try await vault.registerLock(passcode: VaultWorld.passcode)
        await vault.close()
        vault = try await world.open()
        let provider = try await AppProvider()
        stage.show(provider)
        #expect(await refused(provider, by: try stage.trust(memory: VaultProviderKeys(vault: vault))) == .locked)
        await vault.close()
    }

    @Test("the first providers stay when the memory is full, and of two simultaneous checks the first one counts")
    func limits() async throws {
        let vault = try await VaultWorld().open(.memory)
        let memory = VaultProviderKeys(vault: vault)
        for number in 0...WalletVault.providerLimit {
            let document = try TrustStage.document("did:omn:p\(number)", .p256(P256PrivateKey()))
            try await memory.remember(ProviderKeys(document), after: nil)
        }
        #expect(try await vault.knownProviders().count == WalletVault.providerLimit)
        let first = try #require(try await memory.keys(of: "did:omn:p0"))
        try await memory.remember(ProviderKeys(TrustStage.document("did:omn:p0", .p256(P256PrivateKey()))), after: nil)
        #expect(try await memory.keys(of: "did:omn:p0") == first)
    }
}
