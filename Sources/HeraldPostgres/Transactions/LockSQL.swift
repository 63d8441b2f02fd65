/// The statements that take advisory locks, which PostgreSQL releases at the end of the transaction.
enum LockSQL {
    /// Waits for the lock of a name. PostgreSQL numbers its locks, so the number is a hash of the name.
    static let byName = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
}
