/// Deadlines that are stored in the database, in milliseconds since 1970.
///
/// They outlive the process and its monotonic clock, but the wall clock may be set back. A creation time in the future shows that.
enum StoredDeadline {
    /// The most milliseconds that a creation time may lie in the future. A well-kept clock is set back by less.
    static let tolerance: Int64 = 60_000

    /// True if the deadline has not passed and the creation time shows no change of the clock.
    static func isAhead(_ deadline: Int64, madeAt: Int64, now: Int64) -> Bool {
        guard now < deadline else { return false }
        let (ahead, overflow) = madeAt.subtractingReportingOverflow(now)
        return !overflow && ahead <= tolerance
    }
}
