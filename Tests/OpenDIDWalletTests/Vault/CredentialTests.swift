import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Credentials and tokens in a vault")
struct VaultCredentialTests {
    @Test("a credential keeps its bytes and its unknown members")
    func bytes() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        let bytes = VaultWorld.credential(id: "c1")
        try await vault.commit([.addCredential(bytes: bytes, replacingSameSchema: false)])
        let stored = try #require(try await vault.credential("c1"))
        #expect(stored.bytes == bytes)
        #expect(stored.issuer == "did:omn:issuer")
        #expect(stored.schemaID == "https://example.org/schema/a")
        #expect(stored.type == ["VerifiableCredential"])
        #expect(stored.stored == world.now())
        #expect(try await vault.credential("c2") == nil)
    }

    @Test("a new credential replaces one of the same schema only if the configuration says so")
    func replacing() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        func add(_ id: String, schema: String = "https://example.org/schema/a", replacing: Bool) async throws {
            world.pass(seconds: 1)
            try await vault.commit([
                .addCredential(bytes: VaultWorld.credential(id: id, schema: schema), replacingSameSchema: replacing)
            ])
        }
        try await add("a1", replacing: false)
        try await add("b1", schema: "https://example.org/schema/b", replacing: true)
        try await add("a2", replacing: false)
        #expect(try await vault.credentials().map(\.id) == ["a1", "b1", "a2"])
        try await add("a3", replacing: true)
        #expect(try await vault.credentials().map(\.id) == ["b1", "a3"])
        try await vault.commit([.deleteCredentials(["b1", "unknown"])])
        #expect(try await vault.credentials().map(\.id) == ["a3"])
    }

    private static func altered(_ bytes: [UInt8], _ old: String, to new: String) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacing(old, with: new).utf8)
    }

    @Test("the same credential again changes nothing, and another one with its ID is refused")
    func duplicates() async throws {
        let vault = try await VaultWorld().operating(.memory)
        let bytes = VaultWorld.credential(id: "c1")
        try await vault.commit([.addCredential(bytes: bytes, replacingSameSchema: false)])
        try await vault.commit([.addCredential(bytes: bytes, replacingSameSchema: false)])
        #expect(try await vault.credentials().count == 1)
        let other = VaultWorld.credential(id: "c1", schema: "https://example.org/schema/b")
        #expect(
            await refusal { try await vault.commit([.addCredential(bytes: other, replacingSameSchema: false)]) }?.code
                == .duplicate)
    }

    @Test("a credential that its issuer issued again replaces the earlier one, and one of another issuer does not")
    func versions() async throws {
        let vault = try await VaultWorld().operating(.memory)
        let first = VaultWorld.credential(id: "c1")
        let second = Self.altered(first, "secret-claim-value", to: "newer-claim-value")
        #expect(first != second)
        try await vault.commit([.addCredential(bytes: first, replacingSameSchema: false)])
        try await vault.commit([.addCredential(bytes: second, replacingSameSchema: false)])
        #expect(try await vault.credentials().map(\.bytes) == [second])
        let foreign = Self.altered(first, "{\"id\":\"did:omn:issuer\"}", to: "{\"id\":\"did:omn:other\"}")
        #expect(foreign != first)
        for replaces in [false, true] {
            let change = VaultChange.addCredential(bytes: foreign, replacingSameSchema: replaces)
            #expect(await refusal { try await vault.commit([change]) }?.code == .duplicate)
        }
        #expect(try await vault.credentials().map(\.bytes) == [second])
    }

    @Test("a credential that was issued again stays in use when its earlier version comes back")
    func earlierVersion() async throws {
        let vault = try await VaultWorld().operating(.memory)
        let first = VaultWorld.credential(id: "c1")
        let second = Self.altered(first, "secret-claim-value", to: "newer-claim-value")
        try await vault.commit([.addCredential(bytes: first, replacingSameSchema: false), .doubtCredential("c1")])
        try await vault.commit([.addCredential(bytes: second, replacingSameSchema: false)])
        try await vault.commit([.trustCredential("c1", replacingSameSchema: true)])
        #expect(try await vault.credentials().map(\.bytes) == [second])
        #expect(try await vault.doubtfulCredentials().isEmpty)
    }

    @Test("credentials that were read are held up to a limit, and follow every change")
    func held() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        let padding = String(repeating: "a", count: WalletVault.heldCredentials * 2 / 5)
        for id in ["c1", "c2", "c3"] {
            world.pass(seconds: 1)
            let bytes = VaultWorld.credential(id: id).dropLast() + Array(",\"padding\":\"\(padding)\"}".utf8)
            try await vault.commit([.addCredential(bytes: Array(bytes), replacingSameSchema: false)])
        }
        for _ in 0..<2 {
            #expect(try await vault.credentials().map(\.id) == ["c1", "c2", "c3"])
            #expect(await vault.store?.read.values.count { $0.value is StoredCredential } == 2)
        }
        try await vault.commit([.deleteCredentials(["c2"])])
        #expect(try await vault.credentials().map(\.id) == ["c1", "c3"])
        #expect(await vault.store?.read.values.count { $0.value is StoredCredential } ?? 3 <= 2)
    }

    @Test("an uncertain credential is stored but not used, and replaces the earlier one when it is confirmed")
    func doubtful() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        for id in ["a1", "a2"] {
            world.pass(seconds: 1)
            try await vault.commit([.addCredential(bytes: VaultWorld.credential(id: id), replacingSameSchema: false)])
        }
        try await vault.commit([.doubtCredential("a2"), .doubtCredential("unknown")])
        #expect(try await vault.credentials().map(\.id) == ["a1"])
        #expect(try await vault.doubtfulCredentials().map(\.bytes) == [VaultWorld.credential(id: "a2")])
        let restored = try await world.open(.memory)
        try await restored.restoreBackup(
            vault.exportBackup(passphrase: SecretText("a long passphrase")), passphrase: SecretText("a long passphrase")
        )
        #expect(try await restored.doubtfulCredentials().map(\.id) == ["a2"])
        #expect(
            await refusal { try await vault.commit([.trustCredential("unknown", replacingSameSchema: true)]) }?.code
                == .notFound)
        try await vault.commit([.trustCredential("a2", replacingSameSchema: true)])
        #expect(try await vault.credentials().map(\.id) == ["a2"])
        #expect(try await vault.doubtfulCredentials().isEmpty)
        // No more than a few stay.
        for number in 0..<12 {
            world.pass(seconds: 1)
            try await vault.commit([
                .addCredential(bytes: VaultWorld.credential(id: "d\(number)"), replacingSameSchema: false),
                .doubtCredential("d\(number)"),
            ])
        }
        #expect(try await vault.doubtfulCredentials().map(\.id) == (4..<12).map { "d\($0)" })
        try await vault.commit([.unbindUser])
        #expect(try await vault.doubtfulCredentials().isEmpty)
    }

    @Test("a token is valid for its purpose, its time and its text only")
    func tokens() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        #expect(await refusal { try await vault.authorize(token: "", for: [.ISSUE_VC]) }?.code == .token)
        let token = VaultWorld.token(until: UTCInstant(seconds: world.now().seconds + 1800))
        try await vault.commit([.setWalletToken(token)])
        let text = token.hash.exposedText
        #expect(try await vault.authorize(token: text, for: [.ISSUE_VC, .LIST_VC]).purpose == .ISSUE_VC)
        #expect(await refusal { try await vault.authorize(token: text, for: [.LIST_VC]) }?.code == .token)
        #expect(
            await refusal { try await vault.authorize(token: String(text.dropLast()) + "x", for: [.ISSUE_VC]) }?.code
                == .token)
        #expect(await refusal { try await vault.authorize(token: text, for: []) }?.upstreamCode == "MSDKWLT05010")
        world.pass(seconds: 1799)
        try await vault.authorize(token: text, for: [.ISSUE_VC])
        world.pass(seconds: 1)
        #expect(await refusal { try await vault.authorize(token: text, for: [.ISSUE_VC]) }?.code == .token)
        try await vault.commit([.setWalletToken(nil)])
        #expect(try await vault.walletToken() == nil)
    }

    @Test("a token of another package or person is not stored")
    func tokenRules() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        let until = UTCInstant(seconds: world.now().seconds + 60)
        #expect(
            await refusal {
                try await vault.commit([.setWalletToken(VaultWorld.token(pkgName: "evil", until: until))])
            }?.code == .token)
        let other = VaultWorld.token(pii: [UInt8](repeating: 8, count: 32), until: until)
        #expect(await refusal { try await vault.commit([.setWalletToken(other)]) }?.code == .user)
        #expect(try await vault.walletToken() == nil)
    }

    @Test("a journal entry is replaced, removed and never printed")
    func journal() async throws {
        let vault = try await VaultWorld().open(.memory)
        try await vault.commit([
            .putJournal(JournalEntry(id: "b", flow: "x", state: [1])),
            .putJournal(JournalEntry(id: "a", flow: "y", state: [])),
        ])
        try await vault.commit([.putJournal(JournalEntry(id: "b", flow: "x", state: [2]))])
        let entries = try await vault.journalEntries()
        #expect(entries.map(\.id) == ["a", "b"])
        #expect(entries.last?.state == [2])
        var text = ""
        dump(JournalEntry(id: "b", flow: "x", state: [77, 78]), to: &text)
        #expect(!text.contains("77"))
        try await vault.commit([.removeJournal("a"), .removeJournal("b"), .removeJournal("c")])
        #expect(try await vault.journalEntries().isEmpty)
    }
}
