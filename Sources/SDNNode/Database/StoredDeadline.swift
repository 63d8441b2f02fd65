import SDNWire

/// Deadlines that are stored in the database.
///
/// These deadlines stay valid after a restart, so they are compared with the wall clock, which can be set back. If a creation time lies in the
/// future, the clock was set back.
enum StoredDeadline {
    /// The most that a creation time may lie in the future. Ordinary corrections of the clock are smaller.
    static let tolerance = Duration.seconds(60)

    /// True if the deadline has not passed and the creation time does not show that the clock was set back.
    static func isAhead(_ deadline: Timestamp, madeAt: Timestamp, now: Timestamp) -> Bool {
        guard now < deadline else { return false }
        return madeAt - now <= tolerance
    }
}
