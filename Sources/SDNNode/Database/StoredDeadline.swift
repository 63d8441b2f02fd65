import SDNWire

/// Deadlines that are stored in the database.
///
/// They outlive the process and its monotonic clock, but the wall clock may be set back. A creation time in the future shows that.
enum StoredDeadline {
    /// The longest time that a creation time may lie in the future. A well-kept clock is set back by less.
    static let tolerance = Duration.seconds(60)

    /// True if the deadline has not passed and the creation time shows no change of the clock.
    static func isAhead(_ deadline: Timestamp, madeAt: Timestamp, now: Timestamp) -> Bool {
        guard now < deadline else { return false }
        return madeAt - now <= tolerance
    }
}
