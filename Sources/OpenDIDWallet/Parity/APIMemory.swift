import OpenDID_DataModel

/// The data of a ``WalletAPI`` that stays between the calls of one protocol.
struct APIMemory: Sendable {
    /// Seeds without an answer. The oldest are removed first, because an app may request a seed and never use it.
    private(set) var seeds: [WalletTokenSeed] = []
    /// Active keys that the next version of the holder's document leaves out.
    var removedKeys: Set<String> = []
    /// The prompts for biometric keys, by the names of the keys.
    var prompts: [String: String] = [:]

    private static let seedLimit = 16

    mutating func add(_ seed: WalletTokenSeed) {
        seeds.append(seed)
        if seeds.count > Self.seedLimit { seeds.removeFirst() }
    }

    /// Removes and returns the seed that an answer repeats, so that each seed is answered once.
    mutating func take(_ seed: WalletTokenSeed) -> WalletTokenSeed? {
        guard let index = seeds.firstIndex(where: { $0.nonce == seed.nonce }) else { return nil }
        return seeds.remove(at: index)
    }
}
