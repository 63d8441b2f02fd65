import OpenDID_DataModel

/// The data of a ``WalletAPI`` that several calls of one protocol share.
struct APIMemory: Sendable {
    /// The seeds that the app requested and has not used yet. If there are too many, the oldest are deleted, because an app may never use a
    /// seed.
    private(set) var seeds: [WalletTokenSeed] = []
    /// The names of active keys that the next version of the holder's document does not list.
    var removedKeys: Set<String> = []
    /// The prompts for biometric keys, by the names of the keys.
    var prompts: [String: String] = [:]

    private static let seedLimit = 16

    mutating func add(_ seed: WalletTokenSeed) {
        seeds.append(seed)
        if seeds.count > Self.seedLimit { seeds.removeFirst() }
    }

    /// Removes and returns the stored seed with the same nonce as the seed in an answer. Each seed can therefore be answered only once.
    mutating func take(_ seed: WalletTokenSeed) -> WalletTokenSeed? {
        guard let index = seeds.firstIndex(where: { $0.nonce == seed.nonce }) else { return nil }
        return seeds.remove(at: index)
    }
}
