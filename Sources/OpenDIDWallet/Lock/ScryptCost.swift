/// The cost of one attempt with scrypt (RFC 7914). It is stored beside the data that it protects, so that later versions can use a higher
/// cost for new data.
public struct ScryptCost: Codable, Sendable, Hashable {
    /// The binary logarithm of the number of rounds.
    public let logRounds: Int
    /// The block size (r).
    public let blockSize: Int
    /// The parallelism (p).
    public let parallelism: Int

    /// Creates a cost. The limits also apply to stored values, so that a file that an attacker altered cannot make scrypt use more than 512
    /// MiB.
    /// - Throws: ``WalletError`` with code `parameter` if a value is outside logRounds 10 to 18, blockSize 8 to 16 and parallelism 1 to 64.
    public init(logRounds: Int, blockSize: Int = 8, parallelism: Int = 1) throws(WalletError) {
        guard (10...18).contains(logRounds), (8...16).contains(blockSize), (1...64).contains(parallelism) else {
            throw WalletError(.parameter, field: "scrypt", reason: "the cost of scrypt is outside what is accepted")
        }
        self.init(unchecked: logRounds, blockSize, parallelism)
    }

    private init(unchecked logRounds: Int, _ blockSize: Int, _ parallelism: Int) {
        self.logRounds = logRounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    private enum CodingKeys: String, CodingKey { case logRounds, blockSize, parallelism }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let (rounds, size) = try (
            container.decode(Int.self, forKey: .logRounds), container.decode(Int.self, forKey: .blockSize)
        )
        let parallelism = try container.decode(Int.self, forKey: .parallelism)
        self =
            rounds == Self.fast.logRounds && size == Self.fast.blockSize && parallelism == Self.fast.parallelism
            ? .fast : try ScryptCost(logRounds: rounds, blockSize: size, parallelism: parallelism)
    }

    /// The lowest cost that calibration chooses. One attempt uses 32 MiB.
    public static let minimum = ScryptCost(unchecked: 15, 8, 1)
    /// A cost of 16 KiB for tests. With it, a passcode does not protect the data.
    package static let fast = ScryptCost(unchecked: 4, 8, 1)

    /// The memory of one attempt, in bytes.
    public var memory: Int { 128 * blockSize << logRounds }

    /// The next higher cost. It uses twice the memory, up to 128 MiB. Above that, it takes twice the time with the same memory.
    var doubled: ScryptCost? {
        if memory < 128 << 20, logRounds < 18 { return ScryptCost(unchecked: logRounds + 1, blockSize, parallelism) }
        return parallelism <= 32 ? ScryptCost(unchecked: logRounds, blockSize, parallelism * 2) : nil
    }

    /// Returns the cost with which one attempt on this machine takes a time nearest to a goal. It is at least ``minimum``.
    /// - Parameters:
    ///   - goal: the intended time of one attempt.
    ///   - measure: makes one attempt with a cost and returns the time that it took.
    static func calibrated(goal: Duration, measure: (ScryptCost) throws(WalletError) -> Duration) throws(WalletError)
        -> ScryptCost
    {
        var cost = minimum
        var time = try measure(cost)
        // Each step doubles the time. If the time is above two thirds of the goal, twice the time would be further from the goal.
        while time * 3 < goal * 2, let next = cost.doubled {
            cost = next
            time = time * 2
        }
        return cost
    }
}
