/// The scrypt parameters (RFC 7914), which determine the work of one attempt to open a key file. They are stored in the file, so that later
/// versions can use higher values for new files.
public struct KeyFileCost: Sendable, Hashable {
    /// The number of rounds (N) is two to the power of this value.
    public let logRounds: Int
    /// The block size (r).
    public let blockSize: Int
    /// The parallelism (p).
    public let parallelism: Int

    /// Creates parameters. The limits also apply to values from a file, so that scrypt uses at most 256 MiB of memory, even for a file that
    /// an attacker altered.
    /// - Throws: ``MYKEYServicesError`` `keyFile` unless logRounds is 10 to 18, blockSize is 8 and parallelism is 1 to 8.
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

    /// The default cost: 128 MiB of memory, and some tenths of a second on a current machine.
    public static let standard = KeyFileCost(accepted: 17, 8, 1)
    /// The lowest cost for key files with real keys: 32 MiB of memory.
    public static let least = KeyFileCost(accepted: 15, 8, 1)
    /// The cost for key files in tests, in which the passphrase protects nothing: 1 MiB of memory.
    public static let testing = KeyFileCost(accepted: 10, 8, 1)

    /// True if these parameters are at least as expensive as `other`.
    func isAtLeast(_ other: KeyFileCost) -> Bool {
        (parallelism << logRounds) >= (other.parallelism << other.logRounds) && logRounds >= other.logRounds
    }
}
