/// How much work scrypt (RFC 7914) makes of one attempt to open a key file. It stands in the file, so that it can grow.
public struct KeyFileCost: Sendable, Hashable {
    /// The number of rounds is two to the power of this.
    public let logRounds: Int
    /// The block size (r).
    public let blockSize: Int
    /// How often it is done (p).
    public let parallelism: Int

    /// What is accepted, also from a file: an altered one can ask for 256 MiB at most.
    /// - Throws: ``MYKEYServicesError`` `keyFile` outside logRounds 10 to 18, blockSize 8 and parallelism 1 to 8.
    public init(logRounds: Int, blockSize: Int = 8, parallelism: Int = 1) throws(MYKEYServicesError) {
        guard (10...18).contains(logRounds), blockSize == 8, (1...8).contains(parallelism) else {
            throw MYKEYServicesError(.keyFile, field: "kdf", reason: "the cost of scrypt is outside what is accepted")
        }
        self.init(accepted: logRounds, blockSize, parallelism)
    }

    private init(accepted logRounds: Int, _ blockSize: Int, _ parallelism: Int) {
        self.logRounds = logRounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// 128 MiB and, on a machine of today, some tenths of a second.
    public static let standard = KeyFileCost(accepted: 17, 8, 1)
    /// 32 MiB: the least that a key file for real keys may have.
    public static let least = KeyFileCost(accepted: 15, 8, 1)
    /// 1 MiB: accepted in key files for tests only, where the passphrase protects nothing.
    public static let testing = KeyFileCost(accepted: 10, 8, 1)

    /// Whether it is no cheaper than another one.
    func isAtLeast(_ other: KeyFileCost) -> Bool {
        (parallelism << logRounds) >= (other.parallelism << other.logRounds) && logRounds >= other.logRounds
    }
}
