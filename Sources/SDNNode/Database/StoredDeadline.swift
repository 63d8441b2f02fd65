/// Deadlines that are kept in the database, in milliseconds since 1970.
///
/// They outlive the process and its monotonic clock, and the wall clock may be set back: what was made later than now shows that.
enum StoredDeadline {
    /// How much later than now something may have been made and still be good: a clock that is kept right goes back by less.
    static let tolerance: Int64 = 60_000

    /// Whether the deadline of something that was made then has not come yet.
    static func isAhead(_ deadline: Int64, madeAt: Int64, now: Int64) -> Bool {
        guard now < deadline else { return false }
        let (ahead, overflow) = madeAt.subtractingReportingOverflow(now)
        return !overflow && ahead <= tolerance
    }
}
