/// The parameters for the protection of a vault's data.
public struct VaultParameters: Sendable {
    /// The cost of one attempt at a passcode, PIN or passphrase.
    public enum Cost: Sendable, Hashable {
        /// The cost is measured on this machine when it is first needed, so that one attempt takes the intended time. It is at least
        /// ``ScryptCost/minimum``.
        case calibrated(goal: Duration)
        /// A fixed cost.
        case fixed(ScryptCost)
    }

    /// The cost for new data. Data that is already stored stays at its own cost.
    public var cost: Cost
    /// The waits and limits after wrong attempts.
    public var attempts: AttemptRule
    /// The smallest number of characters of a new passcode or PIN.
    public var minimumPasscodeLength: Int
    /// The smallest number of characters of a backup's passphrase, which anybody with the file can try without limit.
    public var minimumPassphraseLength: Int

    /// Creates parameters.
    /// - Parameters:
    ///   - cost: the cost for new data. By default, one attempt takes about 250 ms on this device.
    ///   - attempts: the waits and limits after wrong attempts.
    ///   - minimumPasscodeLength: the smallest number of characters of a passcode or PIN. Defaults to 4.
    ///   - minimumPassphraseLength: the smallest number of characters of a backup's passphrase. Defaults to 8.
    public init(
        cost: Cost = .calibrated(goal: .milliseconds(250)), attempts: AttemptRule = .standard,
        minimumPasscodeLength: Int = 4,
        minimumPassphraseLength: Int = 8
    ) {
        self.cost = cost
        self.attempts = attempts
        self.minimumPasscodeLength = minimumPasscodeLength
        self.minimumPassphraseLength = minimumPassphraseLength
    }

    /// The parameters for normal use. The cost is measured so that one attempt at a passphrase takes about 250 ms on this device.
    public static let calibrated = VaultParameters()
    /// The parameters for tests. Attempts are cheap, for an attacker as well.
    public static let fast = VaultParameters(cost: .fixed(.fast))
}
