import OpenDID_DataModel

/// What the front remembers between the calls of one protocol.
struct APIMemory: Sendable {
    /// Seeds that were handed out and not answered yet. The oldest go first: an app may ask and never come back.
    private(set) var seeds: [WalletTokenSeed] = []
    /// Keys in use that the next version of the holder's document leaves out.
    var removedKeys: Set<String> = []
    /// What the user is told when a key asks for a finger or a face, by the names of the keys.
    var prompts: [String: String] = [:]

    private static let seedLimit = 16

    mutating func add(_ seed: WalletTokenSeed) {
        seeds.append(seed)
        if seeds.count > Self.seedLimit { seeds.removeFirst() }
    }

    /// The seed that an answer repeats; each is answered once.
    mutating func take(_ seed: WalletTokenSeed) -> WalletTokenSeed? {
        guard let index = seeds.firstIndex(where: { $0.nonce == seed.nonce }) else { return nil }
        return seeds.remove(at: index)
    }
}
