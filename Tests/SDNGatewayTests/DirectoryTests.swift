import HeraldKeys
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("A gateway's directory of DIDs (SDN sheet 1.1)", .timeLimit(.minutes(10)))
struct DirectoryTests {
    private let first: TestWallet, second: TestWallet
    private let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))

    init() throws { (first, second) = (try TestWallet(7), try TestWallet(8)) }

    private func make(_ kind: GatewayDatabaseKind) async throws -> DatabaseDIDStore {
        DatabaseDIDStore(try await kind.make(clock: clock), serverName: "matrix.example")
    }

    private func change(
        _ store: DatabaseDIDStore, _ operation: Challenge.Operation, ids: [String] = [],
        address: EthereumAddress? = nil, isAgreed: Bool = false
    ) async throws {
        let document = try #require(try await store.document(of: first.did))
        try await store.apply(
            SignedChange(
                challenge: Challenge(
                    nonce: "n", did: first.did, address: address, operation: operation, purpose: .document, ids: ids,
                    updated: document.updated, node: "localhost"), isAgreed: isAgreed))
    }

    @Test("the first login creates the DID, and later ones find it", arguments: GatewayDatabaseKind.allCases)
    func login(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind), updated = clock.now.rfc3339
        #expect(try await store.standing(of: first.address) == .new)
        #expect(try await store.document(of: first.did) == nil)
        try await store.record(first.login(first.challenge("a", operation: .create, updated: updated)))
        let document = try #require(try await store.document(of: first.did))
        #expect(document.created == updated && document.updated == updated && !document.isBurned)
        #expect(document.controllers == [.init(address: first.address, number: 1, isProven: true)])
        #expect(try await store.standing(of: first.address) == .controls(document))
        #expect(try await store.dids(of: first.address) == [first.did])
        let user = UserID(did: first.did, domain: "matrix.example").text
        #expect(try await store.document(ofUser: user) == document)
        #expect(try await store.document(ofUser: UserID(did: first.did, domain: "other.example").text) == nil)
        #expect(try await store.document(ofUser: "@ann:matrix.example") == nil)
        try await store.record(first.login(first.challenge("b", updated: updated)))
        #expect(
            await code { try await store.record(first.login(first.challenge("c", updated: "then"))) } == .forbidden)
    }

    @Test("the wallets of several DIDs are found in one statement", arguments: GatewayDatabaseKind.allCases)
    func wallets(kind: GatewayDatabaseKind) async throws {
        let database = try await kind.make(clock: clock), updated = clock.now.rfc3339
        let store = DatabaseDIDStore(database, serverName: "matrix.example")
        try await store.record(first.login(first.challenge("a", operation: .create, updated: updated)))
        try await store.record(second.login(second.challenge("b", operation: .create, updated: updated)))
        try await change(store, .link, address: second.address)
        let own = first.did, before = try await database.read { rows in try rows.wallets(of: [own]) }
        #expect(before == [own: [first.address]])
        try await change(store, .link, address: second.address, isAgreed: true)
        let dids = [first.did, second.did, try TestWallet(9).did]
        let found = try await database.read { rows in try rows.wallets(of: dids) }
        for did in dids { #expect(try await store.document(of: did)?.provenAddresses == found[did]) }
        #expect(found[first.did] == [first.address, second.address] && found.count == 2)
        #expect(try await database.read { rows in try rows.wallets(of: []) }.isEmpty)
    }

    @Test("of many simultaneous first logins, one creates the DID", arguments: GatewayDatabaseKind.allCases)
    func creations(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind), first = first, updated = clock.now.rfc3339
        let codes = await atOnce(16) { number in
            await code {
                try await store.record(first.login(first.challenge("n\(number)", operation: .create, updated: updated)))
            }
        }
        #expect(codes.filter { $0 == nil }.count == 1)
        #expect(codes.allSatisfy { $0 == nil || $0 == .forbidden })
        #expect(try await store.document(of: first.did)?.controllers.count == 1)
    }

    @Test(
        "wallets and device keys are linked and unlinked, and their numbers are not used again",
        arguments: GatewayDatabaseKind.allCases)
    func changes(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind), updated = clock.now.rfc3339
        try await store.record(first.login(first.challenge("a", operation: .create, updated: updated)))
        try await change(store, .link, address: second.address)
        #expect(try await store.dids(of: second.address) == [])
        try await change(store, .link, address: second.address, isAgreed: true)
        #expect(try await store.dids(of: second.address) == [first.did])
        try await change(store, .linkKey, ids: ["key"])
        var document = try #require(try await store.document(of: first.did))
        #expect(document.controllers.map(\.address) == [first.address, second.address])
        #expect(document.keys.map(\.value) == ["key"])
        let number = try #require(document.keys.first?.number)
        try await change(store, .unlinkKey, ids: [document.keyID(of: document.keys[0])])
        try await change(store, .linkKey, ids: ["key"])
        document = try #require(try await store.document(of: first.did))
        #expect(document.keys.map(\.value) == ["key"] && document.keys[0].number > number)
        try await change(store, .unlink, ids: [document.keyID(of: document.controllers[1])])
        #expect(try await store.dids(of: second.address) == [])
        #expect(try await store.standing(of: second.address) == .new)
        #expect(document.updated > updated)
    }

    @Test("a change that another one overtook is refused", arguments: GatewayDatabaseKind.allCases)
    func stale(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind), first = first, updated = clock.now.rfc3339
        try await store.record(first.login(first.challenge("a", operation: .create, updated: updated)))
        let codes = await atOnce(8) { number in
            await code {
                let challenge = first.challenge(
                    "n\(number)", purpose: .document, ids: ["key\(number)"], updated: updated)
                try await store.apply(SignedChange(challenge: challenge, isAgreed: false))
            }
        }
        #expect(codes.filter { $0 == nil }.count == 1)
        #expect(codes.allSatisfy { $0 == nil || $0 == .staleDID })
        #expect(try await store.document(of: first.did)?.keys.count == 1)
    }

    @Test("a burned DID allows no login", arguments: GatewayDatabaseKind.allCases)
    func burned(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind)
        try await store.record(
            first.login(first.challenge("a", operation: .create, updated: clock.now.rfc3339)))
        try await change(store, .burn)
        #expect(try await store.document(of: first.did)?.isBurned == true)
        #expect(try await store.dids(of: first.address) == [])
        guard case .former = try await store.standing(of: first.address) else {
            Issue.record("a burned DID is not former")
            return
        }
        #expect(await code { _ = try await store.documentForLogin(of: first.did) } == .userDeactivated)
    }

    @Test("the DID that a wallet used last comes first", arguments: GatewayDatabaseKind.allCases)
    func order(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind), updated = clock.now.rfc3339
        for wallet in [first, second] {
            try await store.record(wallet.login(wallet.challenge("a", operation: .create, updated: updated)))
        }
        try await change(store, .link, address: second.address, isAgreed: true)
        #expect(try await store.dids(of: second.address) == [second.did, first.did])
        let document = try #require(try await store.document(of: first.did))
        let challenge = Challenge(
            nonce: "b", did: first.did, address: second.address, operation: .linkKey, updated: document.updated,
            node: "localhost")
        try await store.record(second.login(challenge))
        #expect(try await store.dids(of: second.address) == [first.did, second.did])
    }
}
