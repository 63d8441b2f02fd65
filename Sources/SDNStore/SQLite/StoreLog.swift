import GRDB
import GRDBSQLite
import SDNValues
import Synchronization

/// The way in which SQLite prevents that a change is visible in part.
///
/// Normally it uses its log of commits that have not been moved to their place in the file. They are moved after a commit has been reported; SQLite
/// by itself would do so before. Until its first sync a store has no log, but a rollback journal. It is as safe, and new pages are not written to
/// it. The pages of an initial sync are all new, so they are written once, to their place. The log would have each of them written twice, and read
/// and summed again whenever one had to leave the page cache and come back.
final class StoreLog: Sendable {
    private let pages = Atomic<Int32>(0)
    private let isAwaited = Atomic<Bool>(false)

    /// Chooses between log and journal, and replaces SQLite's own checkpoints. This object has to live as long as the connection.
    func begin(_ db: Database, isShared: Bool) throws {
        let isKept = try isShared || db.usesLog()
        try db.beginJournal(asLog: isKept)
        isAwaited.store(!isKept, ordering: .relaxed)
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, length in
                if let context {
                    Unmanaged<StoreLog>.fromOpaque(context).takeUnretainedValue().pages.store(
                        length, ordering: .relaxed)
                }
                return SQLITE_OK
            }, context)
    }

    /// True when there is something to do after a commit. The limit is SQLite's own.
    var isDue: Bool { isAwaited.load(ordering: .relaxed) || pages.load(ordering: .relaxed) >= 1000 }

    /// Moves the log. When that fails nothing is lost, and the next commit tries again.
    func tend(_ db: Database) {
        // The store may have been closed in the meantime.
        guard let connection = db.sqliteConnection else { return }
        if isAwaited.load(ordering: .relaxed) {
            guard
                let synced = try? db.hasSessionValue(MXStoreKey.eventStreamToken.rawValue), synced,
                (try? db.turnToLog()) == true
            else { return }
            isAwaited.store(false, ordering: .relaxed)
        } else if sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) == SQLITE_OK {
            pages.store(0, ordering: .relaxed)
        }
    }
}
