import OpenDID_DataModel

extension TransactionStore {
    /// The lifetimes of transactions.
    struct Lifetimes: Sendable, Hashable {
        /// The lifetime of a transaction in which at least one step that is not preliminary was completed. It is counted from the opening.
        let whole: Duration
        /// The lifetime of a transaction in which no step was completed yet. It is counted from the opening.
        let unfinished: Duration
        /// The lifetime of a transaction in which only preliminary steps were completed. It is counted from the opening. Defaults to
        /// ``whole``.
        let begun: Duration

        init(whole: Duration, unfinished: Duration, begun: Duration? = nil) {
            (self.whole, self.unfinished, self.begun) = (whole, unfinished, min(begun ?? whole, whole))
        }

        /// Returns the expiry of a transaction after a step, and the time after which its row is deleted.
        func span(from created: UTCInstant, isPreliminary: Bool) -> TransactionRows.Span {
            let expires = created + (isPreliminary ? begun : whole)
            return TransactionRows.Span(
                expires: expires, forgotten: expires + (isPreliminary ? unfinished : TransactionStore.memory))
        }
    }
}
