/// What a node asks of those who try passwords, so that nobody guesses many and nobody keeps others from logging in.
///
/// A wrong password counts for the account and for the remote address that it came from; all of an IPv6 /64 is one address. Beyond a few the
/// next check has to wait, each time twice as long, and who does not gets `M_LIMIT_EXCEEDED` with the time to wait. At an address from which
/// the account's right password has come before, these waits do not hold: there its failures count apart, so that nobody elsewhere can keep
/// the owner out. A device id is no such sign, because other users can read it.
public struct PasswordLimits: Sendable, Hashable {
    /// How many password checks of one remote address, or of one logged-in user, may wait or run. Defaults to 32. Beyond it
    /// `M_LIMIT_EXCEEDED`.
    public var checksPerAddress: Int
    /// The same for one account, from addresses at which it is not known. Defaults to 16.
    public var checksPerAccount: Int
    /// The same for all together. Defaults to 256. Beyond it the newest of who has most goes.
    public var checks: Int
    /// How many wrong passwords an account, or one address at which it is known, may have without a wait. Defaults to 5.
    public var failuresPerAccount: Int
    /// How many wrong passwords may come from one remote address without a wait. Defaults to 10.
    public var failuresPerAddress: Int
    /// The first wait, in milliseconds; each further failure doubles it. Defaults to 1,000.
    public var firstWait: Int64
    /// The longest wait for an account, in milliseconds. Defaults to 60,000.
    public var longestWaitPerAccount: Int64
    /// The longest wait for a remote address, in milliseconds. Defaults to 900,000, which is longer than that of accounts so that one address
    /// alone does not keep an account waiting.
    public var longestWaitPerAddress: Int64
    /// After how long without another one failures are forgotten, in milliseconds. Defaults to 86,400,000, a day.
    public var memory: Int64
    /// How many accounts and how many addresses with failures are remembered. Defaults to 20,000 of each. Beyond it those with the fewest
    /// failures go first.
    public var remembered: Int

    /// Limits of a node's own.
    /// - Parameters:
    ///   - checksPerAddress: how many checks of one remote address, or of one logged-in user, may wait or run.
    ///   - checksPerAccount: how many of one account, from addresses at which it is not known.
    ///   - checks: how many of all together.
    ///   - failuresPerAccount: how many wrong passwords an account may have without a wait.
    ///   - failuresPerAddress: how many wrong passwords may come from one remote address without a wait.
    ///   - firstWait: the first wait, in milliseconds.
    ///   - longestWaitPerAccount: the longest wait for an account, in milliseconds.
    ///   - longestWaitPerAddress: the longest wait for a remote address, in milliseconds.
    ///   - memory: after how many milliseconds without another one failures are forgotten.
    ///   - remembered: how many accounts and how many addresses with failures are remembered.
    public init(
        checksPerAddress: Int = 32, checksPerAccount: Int = 16, checks: Int = 256, failuresPerAccount: Int = 5, failuresPerAddress: Int = 10,
        firstWait: Int64 = 1_000, longestWaitPerAccount: Int64 = 60_000, longestWaitPerAddress: Int64 = 900_000, memory: Int64 = 86_400_000,
        remembered: Int = 20_000
    ) {
        self.checksPerAddress = checksPerAddress
        self.checksPerAccount = checksPerAccount
        self.checks = checks
        self.failuresPerAccount = failuresPerAccount
        self.failuresPerAddress = failuresPerAddress
        self.firstWait = firstWait
        self.longestWaitPerAccount = longestWaitPerAccount
        self.longestWaitPerAddress = longestWaitPerAddress
        self.memory = memory
        self.remembered = remembered
    }

    /// No waits after failures, for tests and measurements. Checks still take turns.
    public static let withoutWaits = PasswordLimits(failuresPerAccount: .max, failuresPerAddress: .max)

    func validate() throws(NodeError) {
        let all: [(String, Int64)] = [
            ("checksPerAddress", Int64(checksPerAddress)), ("checksPerAccount", Int64(checksPerAccount)), ("checks", Int64(checks)),
            ("failuresPerAccount", Int64(failuresPerAccount)), ("failuresPerAddress", Int64(failuresPerAddress)), ("firstWait", firstWait),
            ("longestWaitPerAccount", longestWaitPerAccount), ("longestWaitPerAddress", longestWaitPerAddress), ("memory", memory),
            ("remembered", Int64(remembered)),
        ]
        for (field, value) in all where value < 1 {
            throw NodeError(.configuration, field: "passwordLimits.\(field)", reason: "must be above 0")
        }
    }
}
