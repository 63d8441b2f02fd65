/// Limits on password checks. They stop attackers from guessing many passwords and from locking other users out.
///
/// A wrong password counts for the account and for the remote address that it came from. All addresses of an IPv6 /64 count as one. After a
/// few failures the next check has to wait, and each further failure doubles the wait. A client that does not wait receives
/// `M_LIMIT_EXCEEDED` with the time to wait. These waits do not apply to an address from which the account's right password has come
/// before. The node counts failures from such an address separately, so that attackers elsewhere cannot keep the owner out. A device ID
/// does not prove that a caller is the owner, because other users can read device IDs.
public struct PasswordLimits: Sendable, Hashable {
    /// The most password checks of one remote address, or of one logged-in user, that may wait or run. Defaults to 32. Above this limit, the node
    /// answers `M_LIMIT_EXCEEDED`.
    public var checksPerAddress: Int
    /// The most password checks of one account that may wait or run, from addresses at which the account is not known. Defaults to 16.
    public var checksPerAccount: Int
    /// The most password checks that may wait in all. Defaults to 256. Above this limit, the node refuses the newest check of the address or user
    /// that has most checks waiting.
    public var checks: Int
    /// The most wrong passwords that cause no wait: for an account, or for one address at which the account is known. Defaults to 5.
    public var failuresPerAccount: Int
    /// The most wrong passwords from one remote address that cause no wait. Defaults to 10.
    public var failuresPerAddress: Int
    /// The first wait. Each further failure doubles it. Defaults to 1 s.
    public var firstWait: Duration
    /// The longest wait for an account. Defaults to 1 min.
    public var longestWaitPerAccount: Duration
    /// The longest wait for a remote address. Defaults to 15 min. It is longer than the longest wait for an account, so that one address
    /// alone cannot make an account wait all the time.
    public var longestWaitPerAddress: Duration
    /// The time that the node stores failures, counted from the last one. Defaults to a day.
    public var memory: Duration
    /// The largest number of accounts, and of addresses, whose failures are stored. Defaults to 20,000 of each. Above this limit, those with
    /// the fewest failures are deleted first.
    public var remembered: Int

    /// Creates the limits. Each one has a default.
    /// - Parameters:
    ///   - checksPerAddress: the most checks of one remote address, or of one logged-in user, that may wait or run.
    ///   - checksPerAccount: the most checks of one account that may wait or run, from addresses at which it is not known.
    ///   - checks: the most checks that may wait in all.
    ///   - failuresPerAccount: the most wrong passwords that an account may have without a wait.
    ///   - failuresPerAddress: the most wrong passwords that may come from one remote address without a wait.
    ///   - firstWait: the first wait.
    ///   - longestWaitPerAccount: the longest wait for an account.
    ///   - longestWaitPerAddress: the longest wait for a remote address.
    ///   - memory: the time that the node stores failures, counted from the last one.
    ///   - remembered: the most accounts and the most addresses whose failures are stored.
    public init(
        checksPerAddress: Int = 32, checksPerAccount: Int = 16, checks: Int = 256, failuresPerAccount: Int = 5,
        failuresPerAddress: Int = 10,
        firstWait: Duration = .seconds(1), longestWaitPerAccount: Duration = .seconds(60),
        longestWaitPerAddress: Duration = .seconds(900),
        memory: Duration = .seconds(86_400),
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

    /// Limits without waits after failures, for tests and measurements. Checks still take turns.
    public static let withoutWaits = PasswordLimits(failuresPerAccount: .max, failuresPerAddress: .max)

    func validate() throws(NodeError) {
        let counts = [
            ("checksPerAddress", checksPerAddress), ("checksPerAccount", checksPerAccount), ("checks", checks),
            ("failuresPerAccount", failuresPerAccount), ("failuresPerAddress", failuresPerAddress),
            ("remembered", remembered),
        ]
        for (field, value) in counts where value < 1 {
            throw NodeError(.configuration, field: "passwordLimits.\(field)", reason: "must be above 0")
        }
        let times = [
            ("firstWait", firstWait), ("longestWaitPerAccount", longestWaitPerAccount),
            ("longestWaitPerAddress", longestWaitPerAddress), ("memory", memory),
        ]
        for (field, value) in times where value < .milliseconds(1) {
            throw NodeError(.configuration, field: "passwordLimits.\(field)", reason: "must be at least a millisecond")
        }
    }
}
