import MYKEYServices
import TestSupport
import Testing

@Suite("The cache of keys")
struct CachingKeySourceTests {
    private let cast: LoginCast
    private let keys: TestKeys

    init() throws {
        cast = try LoginCast()
        keys = try cast.keys
    }

    @Test("a key is cached for its lifetime, and never for more than a minute")
    func time() async throws {
        for (seconds, kept) in [(Int64(30), Int64(30)), (600, 60), (-5, 0)] {
            let keys = try cast.keys
            let source = CachingKeySource(keys, lifetime: .seconds(seconds), now: cast.clock.read)
            _ = try await source.reservedKey(of: cast.eos)
            if kept > 0 {
                cast.clock.advance(by: .seconds(kept - 1))
                _ = try await source.reservedKey(of: cast.eos)
                #expect(keys.asked == 1)
                cast.clock.advance(by: .seconds(1))
            }
            _ = try await source.reservedKey(of: cast.eos)
            #expect(keys.asked == 2)
        }
    }

    @Test(
        "attack 30: an error is cached for 3 s, so that callers do not ask a node that is down; setting the clock back ends it"
    )
    func errors() async throws {
        let source = CachingKeySource(keys, lifetime: .seconds(60), now: cast.clock.read)
        keys.setDown(true)
        for _ in 0..<100 {
            await #expect(throws: MYKEYServicesError.self) { try await source.reservedKey(of: cast.eos) }
        }
        #expect(keys.asked == 1)
        keys.setDown(false)
        cast.clock.advance(by: .seconds(3))
        #expect(try await source.reservedKey(of: cast.eos) == cast.eosReserved)
        cast.clock.advance(by: .seconds(-10))
        _ = try await source.reservedKey(of: cast.eos)
        #expect(keys.asked == 3)
    }

    /// Answers nobody until it is opened.
    private actor GatedKeys: ReservedKeySource {
        private let key: ReservedKey
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private var isOpen = false
        private(set) var asked = 0

        init(_ key: ReservedKey) { self.key = key }

        func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? {
            asked += 1
            if !isOpen { await withCheckedContinuation { waiting.append($0) } }
            return key
        }

        func open() {
            isOpen = true
            for caller in waiting { caller.resume() }
            waiting = []
        }
    }

    @Test("simultaneous callers ask once, and all get the answer")
    func together() async throws {
        let key = try cast.eosReserved
        let gate = GatedKeys(key)
        let source = CachingKeySource(gate, lifetime: .seconds(60), now: cast.clock.read)
        let started = Tally()
        let callers = (0..<50).map { _ in
            Task {
                started.add()
                return try await source.reservedKey(of: cast.eos)
            }
        }
        while started.count < 50 { await Task.yield() }
        while await gate.asked < 1 { await Task.yield() }
        await gate.open()
        for caller in callers { #expect(try await caller.value == key) }
        #expect(await gate.asked == 1)
    }

    @Test("each chain has its own source, and keys of a chain without a source are unavailable")
    func byChain() async throws {
        let source = ChainKeySources(eos: keys)
        #expect(try await source.reservedKey(of: cast.eos) != nil)
        let error = await #expect(throws: MYKEYServicesError.self) { try await source.reservedKey(of: cast.ethereum) }
        #expect(error?.code == .nodeUnavailable)
        #expect(try await ChainKeySources(ethereum: keys).reservedKey(of: cast.ethereum) != nil)
    }
}
