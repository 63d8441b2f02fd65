import HeraldKeys
import SDNIdentity
import SDNWire
import Testing

/// The stores of challenges that the shared tests run on. A new store adds its case.
enum ChallengeStoreKind: String, CaseIterable, Sendable {
    case memory

    /// Returns an empty store.
    func make(capacity: Int = 100, perRemote: Int = 100) -> any ChallengeStore {
        switch self {
        case .memory:
            ChallengeTable(
                lifetime: .seconds(300), capacity: capacity, capacityPerRemote: perRemote, clock: { .now })
        }
    }
}

@Suite("Stores of challenges (SDN sheet 1.3)")
struct ChallengeStoreTests {
    private let wallet: TestWallet

    init() throws { wallet = try TestWallet(7) }

    private func challenge(_ nonce: String, updated: String = "then") -> Challenge {
        Challenge(
            nonce: nonce, did: wallet.did, address: wallet.address, operation: .linkKey, updated: updated,
            node: "localhost")
    }

    private func code(_ body: () async throws -> Void) async -> MatrixError.Code? {
        do { try await body() } catch { return (error as? MatrixError)?.code }
        return nil
    }

    @Test(
        "an open challenge is found by its nonce, and an unknown nonce is refused",
        arguments: ChallengeStoreKind.allCases)
    func find(kind: ChallengeStoreKind) async throws {
        let store = kind.make()
        try await store.open(challenge("a"), remote: "192.0.2.1")
        #expect(try await store.find(nonce: "a") == challenge("a"))
        #expect(await code { _ = try await store.find(nonce: "b") } == .forbidden)
    }

    @Test("of many simultaneous answers, one ends the challenge", arguments: ChallengeStoreKind.allCases)
    func once(kind: ChallengeStoreKind) async throws {
        let store = kind.make(), open = challenge("a")
        try await store.open(open, remote: "192.0.2.1")
        let ended = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 { group.addTask { (try? await store.spend(open)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(ended == 1)
        #expect(await code { _ = try await store.find(nonce: "a") } == .forbidden)
        #expect(await code { _ = try await store.find(did: open.did, updated: "then", remote: "") } == .forbidden)
    }

    @Test("a challenge ends after too many failed answers, and not before", arguments: ChallengeStoreKind.allCases)
    func failures(kind: ChallengeStoreKind) async throws {
        let store = kind.make(), open = challenge("a")
        try await store.open(open, remote: "192.0.2.1")
        for _ in 1..<ChallengeLimits.failures { try await store.noteFailure(open) }
        #expect(try await store.find(nonce: "a") == open)
        try await store.noteFailure(open)
        #expect(await code { try await store.spend(open) } == .forbidden)
        // A failure of a challenge that has ended changes nothing.
        try await store.noteFailure(open)
    }

    @Test(
        "the deprecated flow finds the client's own challenges first, then the newest, and not too many",
        arguments: ChallengeStoreKind.allCases)
    func candidates(kind: ChallengeStoreKind) async throws {
        let store = kind.make()
        for number in 0..<3 { try await store.open(challenge("own\(number)"), remote: "192.0.2.1") }
        for number in 0..<20 { try await store.open(challenge("other\(number)"), remote: "192.0.2.2") }
        try await store.open(challenge("changed", updated: "now"), remote: "192.0.2.1")
        let found = try await store.find(did: wallet.did, updated: "then", remote: "192.0.2.1").map(\.nonce)
        #expect(found.count == ChallengeLimits.candidates)
        #expect(found.prefix(5) == ["own2", "own1", "own0", "other19", "other18"])
    }

    @Test(
        "a remote network with too many open challenges must wait, and others need not",
        arguments: ChallengeStoreKind.allCases)
    func perRemote(kind: ChallengeStoreKind) async throws {
        let store = kind.make(perRemote: 2)
        for nonce in ["a", "b"] { try await store.open(challenge(nonce), remote: "192.0.2.1") }
        #expect(await code { try await store.open(challenge("c"), remote: "192.0.2.1") } == .limitExceeded)
        try await store.open(challenge("d"), remote: "192.0.2.2")
        try await store.spend(challenge("a"))
        try await store.open(challenge("c"), remote: "192.0.2.1")
    }

    @Test(
        "a full store deletes the oldest challenge of the client with the most", arguments: ChallengeStoreKind.allCases)
    func eviction(kind: ChallengeStoreKind) async throws {
        let store = kind.make(capacity: 3)
        try await store.open(challenge("early"), remote: "192.0.2.1")
        for nonce in ["x", "y"] { try await store.open(challenge(nonce), remote: "192.0.2.2") }
        try await store.open(challenge("late"), remote: "192.0.2.3")
        #expect(await code { _ = try await store.find(nonce: "x") } == .forbidden)
        for nonce in ["early", "y", "late"] { #expect(try await store.find(nonce: nonce).nonce == nonce) }
    }
}
