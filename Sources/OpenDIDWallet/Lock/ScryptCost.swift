/// How much work scrypt makes of one attempt (RFC 7914). Stored with everything that it protects, so that it can grow.
public struct ScryptCost: Codable, Sendable, Hashable {
    /// The number of rounds is two to the power of this.
    public let logRounds: Int
    /// The block size (r).
    public let blockSize: Int
    /// How often it is done (p).
    public let parallelism: Int

    /// What is accepted, also from stored bytes: an altered file can ask for 512 MiB at most.
    /// - Throws: ``WalletError`` `parameter` outside logRounds 10 to 18, blockSize 8 to 16 and parallelism 1 to 64.
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
        let (rounds, size) = try (container.decode(Int.self, forKey: .logRounds), container.decode(Int.self, forKey: .blockSize))
        let parallelism = try container.decode(Int.self, forKey: .parallelism)
        self = rounds == Self.fast.logRounds && size == Self.fast.blockSize && parallelism == Self.fast.parallelism
            ? .fast : try ScryptCost(logRounds: rounds, blockSize: size, parallelism: parallelism)
    }

    /// 32 MiB and the least that calibration chooses.
    public static let minimum = ScryptCost(unchecked: 15, 8, 1)
    /// 16 KiB: for tests, where a passcode protects nothing.
    package static let fast = ScryptCost(unchecked: 4, 8, 1)

    /// Bytes of memory that one attempt takes.
    public var memory: Int { 128 * blockSize << logRounds }

    /// The next dearer one: twice the memory up to 128 MiB, then twice the time.
    var doubled: ScryptCost? {
        if memory < 128 << 20, logRounds < 18 { return ScryptCost(unchecked: logRounds + 1, blockSize, parallelism) }
        return parallelism <= 32 ? ScryptCost(unchecked: logRounds, blockSize, parallelism * 2) : nil
    }

    /// The cost whose time comes nearest to a goal on this machine, never below ``minimum``.
    /// - Parameters:
    ///   - goal: how long one attempt shall take.
    ///   - measure: does the work once and tells how long it took.
    static func calibrated(goal: Duration, measure: (ScryptCost) throws(WalletError) -> Duration) throws(WalletError) -> ScryptCost {
        var cost = minimum
        var time = try measure(cost)
        // Work doubles from step to step, so what takes more than two thirds of the goal would overshoot by more than it is short now.
        while time * 3 < goal * 2, let next = cost.doubled {
            cost = next
            time = time * 2
        }
        return cost
    }
}
