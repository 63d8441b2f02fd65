/// How a vault protects what it keeps.
public struct VaultParameters: Sendable {
    /// What one attempt at a passcode, PIN or passphrase costs.
    public enum Cost: Sendable, Hashable {
        /// Measured on this machine when first needed, aiming at a time for one attempt; never below ``ScryptCost/minimum``.
        case calibrated(goal: Duration)
        /// This one.
        case fixed(ScryptCost)
    }

    /// For what is protected from now on; what is stored keeps its own.
    public var cost: Cost
    /// What wrong attempts cost.
    public var attempts: AttemptRule
    /// The fewest characters of a new passcode or PIN.
    public var minimumPasscodeLength: Int
    /// The fewest characters of a backup's passphrase, which whoever has the file may try without end.
    public var minimumPassphraseLength: Int

    /// Parameters from their parts.
    public init(
        cost: Cost = .calibrated(goal: .milliseconds(250)), attempts: AttemptRule = .standard, minimumPasscodeLength: Int = 4,
        minimumPassphraseLength: Int = 8
    ) {
        self.cost = cost
        self.attempts = attempts
        self.minimumPasscodeLength = minimumPasscodeLength
        self.minimumPassphraseLength = minimumPassphraseLength
    }

    /// For use: about 250 ms for each attempt on the machine at hand.
    public static let calibrated = VaultParameters()
    /// For tests: attempts are cheap, for everybody.
    public static let fast = VaultParameters(cost: .fixed(.fast))
}
