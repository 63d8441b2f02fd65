import GRDB

/// A write that waits in a ``GroupCommitWriter``.
struct GroupedWrite: Sendable {
    let group: String
    let durability: GroupCommitWriter.Durability
    let isShort: Bool
    let run: @Sendable (Database) throws -> Void
    let done: CheckedContinuation<Void, any Error>
}

/// The writes of one transaction, in their order, with the result of each.
struct GroupedTransaction {
    typealias Outcome = (job: GroupedWrite, result: Result<Void, any Error>)

    /// The error that rolls the transaction back, because a write without a savepoint has failed.
    struct Undone: Error {}

    private let db: Database
    private let savesEach: Bool
    private let isSingle: Bool
    private(set) var outcomes: [Outcome] = []

    /// - Parameters:
    ///   - size: the number of writes that are expected.
    ///   - savesEach: true if each write has a savepoint, and a failed write therefore undoes only itself.
    init(_ db: Database, size: Int, savesEach: Bool) {
        self.db = db
        self.savesEach = savesEach
        isSingle = size == 1
        outcomes.reserveCapacity(size)
    }

    /// Runs the next write.
    /// - Throws: ``Undone`` if the write has failed and the transaction must be rolled back; the error of SQLite if it has rolled the transaction
    ///   back itself.
    mutating func run(_ job: GroupedWrite) throws {
        outcomes.append((job, .success(())))
        let before = db.totalChangesCount
        do {
            try Self.run(job, in: db, withSavepoint: savesEach)
            // Outside of the transaction, each statement of the next writes would be a transaction of its own.
            guard db.isInsideTransaction else {
                throw DatabaseError(resultCode: .SQLITE_ABORT, message: "The transaction was aborted.")
            }
        } catch {
            try note(error, at: outcomes.count - 1)
            // Most writes that fail are refused before they change a row. There is then nothing to undo.
            guard savesEach || (!isSingle && db.totalChangesCount == before) else { throw Undone() }
        }
    }

    /// Runs the writes that succeeded once more, in a new transaction and each with a savepoint. It must be called after the roll-back. Writes that
    /// failed do not run again, because they changed nothing in the order in which they ran.
    func repeated() -> [Outcome] {
        guard outcomes.contains(where: { (try? $0.result.get()) != nil }) else { return outcomes }
        var second = self
        do {
            try GroupCommitWriter.$isRepetition.withValue(true) {
                try db.inTransaction(.immediate) {
                    for (index, outcome) in outcomes.enumerated() {
                        guard case .success = outcome.result else { continue }
                        do {
                            try Self.run(outcome.job, in: db, withSavepoint: true)
                        } catch {
                            try second.note(error, at: index)
                        }
                    }
                    return .commit
                }
            }
            return second.outcomes
        } catch {
            return second.failed(with: error)
        }
    }

    /// Returns the outcomes if the transaction has failed as a whole. Writes that had failed before keep their errors.
    func failed(with error: any Error) -> [Outcome] {
        outcomes.map { job, result in
            if case .failure = result { return (job, result) }
            return (job, .failure(error))
        }
    }

    private mutating func note(_ error: any Error, at index: Int) throws {
        outcomes[index].result = .failure(error)
        // SQLite rolls the whole transaction back on a full disk or an I/O error. Then all its writes fail.
        guard db.isInsideTransaction else { throw error }
    }

    private static func run(_ job: GroupedWrite, in db: Database, withSavepoint: Bool) throws {
        guard withSavepoint else { return try job.run(db) }
        try db.inSavepoint {
            try job.run(db)
            return .commit
        }
    }
}
