/// The waits and limits after wrong attempts.
public struct AttemptRule: Sendable, Hashable {
    /// The waits after the first, second, third … wrong attempt in a row. The last value applies to all further attempts.
    public var delays: [Duration]
    /// The largest number of wrong attempts in a row.
    public var limit: Int
    /// The largest number of interrupted attempts in a row. An attempt is interrupted if the process ends before the result is known. It
    /// causes the same wait as a wrong attempt. Defaults to 20.
    public var interruptedLimit: Int

    /// Creates a rule. Waits are limited to 366 days, and the rule allows at least one wrong and one interrupted attempt.
    public init(delays: [Duration], limit: Int, interruptedLimit: Int = 20) {
        self.delays = delays.map { min(max($0, .zero), .seconds(366 * 86_400)) }
        self.limit = max(limit, 1)
        self.interruptedLimit = max(interruptedLimit, 1)
    }

    /// The standard rule: no wait after two wrong attempts, then 5 s, 15 s, 1 min, 5 min, 15 min, 1 h, 3 h. After 10 wrong or 20
    /// interrupted attempts, no further attempt is allowed.
    public static let standard = AttemptRule(
        delays: [0, 0, 5, 15, 60, 300, 900, 3_600, 10_800].map { .seconds($0) }, limit: 10)

    /// Returns the wait after a number of unsuccessful attempts in a row.
    func delay(after failures: Int) -> Duration {
        guard failures > 0, let last = delays.last else { return .zero }
        return failures <= delays.count ? delays[failures - 1] : last
    }
}
