import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("A gateway's store of challenges (SDN sheet 1.3)", .timeLimit(.minutes(10)))
struct ChallengeStoreTests {
    private let wallet: TestWallet
    private let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))

    init() throws { wallet = try TestWallet(7) }

    private func make(_ kind: GatewayDatabaseKind, capacity: Int = 100, perRemote: Int = 100) async throws
        -> DatabaseChallengeStore
    {
        DatabaseChallengeStore(
            try await kind.make(clock: clock), lifetime: .seconds(300), capacity: capacity,
            capacityPerRemote: perRemote)
    }

    @Test(
        "an open challenge is found by its nonce as it was, and an unknown nonce is refused",
        arguments: GatewayDatabaseKind.allCases)
    func find(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind)
        let all = [
            wallet.challenge("a"), wallet.challenge("b", operation: .create),
            Challenge(
                nonce: "c", did: wallet.did, address: nil, operation: .unlinkKey, purpose: .document,
                ids: ["did:sdn:x#key-1", "é"], subject: "two\nlines", updated: "now", node: "localhost"),
        ]
        for challenge in all { try await store.open(challenge, remote: "192.0.2.1") }
        for challenge in all { #expect(try await store.find(nonce: challenge.nonce) == challenge) }
        for nonce in ["d", "", "a\u{0}", String(repeating: "a", count: 2_000)] {
            #expect(await code { _ = try await store.find(nonce: nonce) } == .forbidden)
        }
        #expect(await code { _ = try await store.find(did: wallet.did, updated: "\u{0}", remote: "") } == .forbidden)
    }

    @Test("of many simultaneous answers, one ends the challenge", arguments: GatewayDatabaseKind.allCases)
    func once(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind), open = wallet.challenge("a")
        try await store.open(open, remote: "192.0.2.1")
        let ended = await atOnce(32) { _ in (try? await store.spend(open)) != nil }
        #expect(ended.filter { $0 }.count == 1)
        let error = await #expect(throws: MatrixError.self) { try await store.find(nonce: "a") }
        #expect(error?.message.contains("used") == true)
        #expect(await code { _ = try await store.find(did: open.did, updated: "then", remote: "") } == .forbidden)
    }

    @Test("a challenge ends after too many failed answers, and not before", arguments: GatewayDatabaseKind.allCases)
    func failures(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind), open = wallet.challenge("a")
        try await store.open(open, remote: "192.0.2.1")
        for _ in 1..<ChallengeLimits.failures { try await store.noteFailure(open) }
        #expect(try await store.find(nonce: "a") == open)
        try await store.noteFailure(open)
        #expect(await code { try await store.spend(open) } == .forbidden)
        try await store.noteFailure(open)
        try await store.noteFailure(wallet.challenge("unknown"))
    }

    @Test("a challenge ends with its lifetime, and is deleted later", arguments: GatewayDatabaseKind.allCases)
    func expiry(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind, perRemote: 1), open = wallet.challenge("a")
        try await store.open(open, remote: "192.0.2.1")
        clock.move { $0 + .milliseconds(299_999) }
        #expect(try await store.find(nonce: "a") == open)
        clock.move { $0 + .milliseconds(1) }
        let error = await #expect(throws: MatrixError.self) { try await store.find(nonce: "a") }
        #expect(error?.message.contains("expired") == true)
        #expect(await code { try await store.spend(open) } == .forbidden)
        // It no longer counts, and after a while it is gone.
        try await store.open(wallet.challenge("b"), remote: "192.0.2.1")
        clock.move { $0 + .seconds(301) }
        try await store.open(wallet.challenge("c"), remote: "192.0.2.1")
        let unknown = await #expect(throws: MatrixError.self) { try await store.find(nonce: "a") }
        #expect(unknown?.message.contains("unknown") == true)
    }

    @Test(
        "the deprecated flow finds the client's own challenges first, then the newest, and not too many",
        arguments: GatewayDatabaseKind.allCases)
    func candidates(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind)
        for number in 0..<3 { try await store.open(wallet.challenge("own\(number)"), remote: "192.0.2.1") }
        for number in 0..<20 { try await store.open(wallet.challenge("other\(number)"), remote: "192.0.2.2") }
        try await store.open(wallet.challenge("changed", updated: "now"), remote: "192.0.2.1")
        let found = try await store.find(did: wallet.did, updated: "then", remote: "192.0.2.1").map(\.nonce)
        #expect(found.count == ChallengeLimits.candidates)
        #expect(found.prefix(5) == ["own2", "own1", "own0", "other19", "other18"])
    }

    @Test(
        "a remote network with too many open challenges must wait, and others need not",
        arguments: GatewayDatabaseKind.allCases)
    func perRemote(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind, perRemote: 2)
        for nonce in ["a", "b"] { try await store.open(wallet.challenge(nonce), remote: "192.0.2.1") }
        let error = await #expect(throws: MatrixError.self) {
            try await store.open(wallet.challenge("c"), remote: "192.0.2.1")
        }
        #expect(error?.code == .limitExceeded && error?.retryAfter == .seconds(300))
        try await store.open(wallet.challenge("d"), remote: "192.0.2.2")
        try await store.spend(wallet.challenge("a"))
        try await store.open(wallet.challenge("c"), remote: "192.0.2.1")
    }

    @Test("simultaneous requests of one network do not exceed its limit", arguments: GatewayDatabaseKind.allCases)
    func perRemoteAtOnce(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind, perRemote: 5), wallet = wallet
        let opened = await atOnce(20) { number in
            (try? await store.open(wallet.challenge("n\(number)"), remote: "192.0.2.1")) != nil
        }
        #expect(opened.filter { $0 }.count == 5)
    }

    @Test(
        "a full store deletes the oldest challenge of the client with the most",
        arguments: GatewayDatabaseKind.allCases)
    func eviction(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind, capacity: 3)
        try await store.open(wallet.challenge("early"), remote: "192.0.2.1")
        for nonce in ["x", "y"] { try await store.open(wallet.challenge(nonce), remote: "192.0.2.2") }
        try await store.open(wallet.challenge("late"), remote: "192.0.2.3")
        #expect(await code { _ = try await store.find(nonce: "x") } == .forbidden)
        for nonce in ["early", "y", "late"] { #expect(try await store.find(nonce: nonce).nonce == nonce) }
    }

    @Test(
        "a full store evicts several challenges at once, and none for as many later ones",
        arguments: GatewayDatabaseKind.allCases)
    func evictionOfSeveral(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind, capacity: 400, perRemote: 400)
        func open(_ name: String, _ remote: String) async throws {
            try await store.open(wallet.challenge(name), remote: remote)
        }
        func isOpen(_ name: String) async -> Bool { (try? await store.find(nonce: name)) != nil }
        for number in 0..<201 { try await open("a\(number)", "192.0.2.1") }
        for number in 0..<199 { try await open("b\(number)", "192.0.2.2") }
        #expect(await isOpen("a0"))
        try await open("c0", "192.0.2.3")
        #expect(await [isOpen("a0"), isOpen("a1"), isOpen("a2"), isOpen("b0")] == [false, false, true, true])
        try await open("c1", "192.0.2.3")
        #expect(await [isOpen("a2"), isOpen("b0")] == [true, true])
        // Both networks have 199 now, and the one that began first loses one first.
        try await open("c2", "192.0.2.3")
        #expect(await [isOpen("a2"), isOpen("a3"), isOpen("b0"), isOpen("b1")] == [false, true, false, true])
        #expect(await [isOpen("c0"), isOpen("c1"), isOpen("c2")] == [true, true, true])
    }

    @Test(
        "of clients with equally many challenges, the one that began first loses one, whatever its address",
        arguments: GatewayDatabaseKind.allCases)
    func evictionOfMany(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind, capacity: 3)
        for remote in ["192.0.2.2", "192.0.2.9", "192.0.2.1", "1.2.3.4"] {
            try await store.open(wallet.challenge(remote), remote: remote)
        }
        #expect(await code { _ = try await store.find(nonce: "192.0.2.2") } == .forbidden)
        for nonce in ["192.0.2.9", "192.0.2.1", "1.2.3.4"] {
            #expect(try await store.find(nonce: nonce).nonce == nonce)
        }
    }

    @Test("a challenge that was used for nothing can be used once more", arguments: GatewayDatabaseKind.allCases)
    func reopened(kind: GatewayDatabaseKind) async throws {
        let store = try await make(kind), open = wallet.challenge("a")
        try await store.open(open, remote: "192.0.2.1")
        try await store.spend(open)
        try await store.reopen(open)
        #expect(try await store.find(nonce: "a") == open)
        try await store.spend(open)
        #expect(await code { try await store.spend(open) } == .forbidden)
        // Only a use is undone.
        try await store.open(wallet.challenge("b"), remote: "192.0.2.1")
        for _ in 0..<ChallengeLimits.failures { try await store.noteFailure(wallet.challenge("b")) }
        try await store.reopen(wallet.challenge("b"))
        #expect(await code { _ = try await store.find(nonce: "b") } == .forbidden)
        clock.move { $0 + .seconds(300) }
        try await store.reopen(open)
        #expect(await code { try await store.spend(open) } == .forbidden)
    }
}
