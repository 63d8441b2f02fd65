/// What wrong attempts cost.
public struct AttemptRule: Sendable, Hashable {
    /// How long to wait after the first, second, third … wrong attempt in a row, in seconds; the last one counts for all further ones.
    public var delays: [Int64]
    /// After how many wrong attempts in a row no further one is allowed.
    public var limit: Int
    /// After how many interrupted attempts in a row no further one is allowed: those whose process ended before it was known whether they
    /// were right. They count for the waits as wrong ones do. Defaults to 20.
    public var interruptedLimit: Int

    /// A rule from its parts.
    public init(delays: [Int64], limit: Int, interruptedLimit: Int = 20) {
        self.delays = delays.map { min(max($0, 0), 366 * 86_400) }
        self.limit = max(limit, 1)
        self.interruptedLimit = max(interruptedLimit, 1)
    }

    /// Two slips are free; then 5 s, 15 s, 1 min, 5 min, 15 min, 1 h, 3 h; the tenth wrong attempt is the last, and so is the twentieth
    /// interrupted one.
    public static let standard = AttemptRule(delays: [0, 0, 5, 15, 60, 300, 900, 3600, 10_800], limit: 10)

    /// Seconds to wait after so many wrong attempts in a row.
    func delay(after failures: Int) -> Int64 {
        guard failures > 0, let last = delays.last else { return 0 }
        return failures <= delays.count ? delays[failures - 1] : last
    }
}
