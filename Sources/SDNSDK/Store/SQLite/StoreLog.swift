import GRDB
import GRDBSQLite
import Synchronization

/// How SQLite keeps a change from being seen in part.
///
/// Normally by its log of what was committed and not yet moved to its place in the file. It is moved when a commit has been reported and
/// not, as SQLite does it by itself, before. Until a store has its first sync it has no log but a rollback journal, which is as safe and
/// in which new pages have no part: the pages of an initial sync are all new, and are written once, to their place, where the log would
/// have each of them written twice, and read and summed again whenever one had to leave the page cache and come back.
final class StoreLog: Sendable {
    private let pages = Atomic<Int32>(0)
    private let isAwaited = Atomic<Bool>(false)

    /// Chooses between the two, and replaces SQLite's own checkpoints. This object has to live as long as the connection.
    func begin(_ db: Database, isShared: Bool) throws {
        let isKept = try isShared || String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal"
        // Not by GRDB's journalMode, which sets synchronous to NORMAL after this: a power cut would take back what was reported as kept.
        try db.execute(sql: "PRAGMA journal_mode = \(isKept ? "WAL" : "TRUNCATE"); PRAGMA synchronous = FULL")
        isAwaited.store(!isKept, ordering: .relaxed)
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, length in
                if let context { Unmanaged<StoreLog>.fromOpaque(context).takeUnretainedValue().pages.store(length, ordering: .relaxed) }
                return SQLITE_OK
            }, context)
    }

    /// Whether there is something to do after a commit. As long as SQLite's own limit.
    var isDue: Bool { isAwaited.load(ordering: .relaxed) || pages.load(ordering: .relaxed) >= 1000 }

    /// Does it. When it fails, things are as good as they were, and the next commit tries again.
    func tend(_ db: Database) {
        // Whoever waited with this may have closed the store.
        guard let connection = db.sqliteConnection else { return }
        if isAwaited.load(ordering: .relaxed) {
            guard let synced = try? Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE key = ?)", arguments: [MXStoreKey.eventStreamToken.rawValue]),
                synced, (try? String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")) == "wal"
            else { return }
            isAwaited.store(false, ordering: .relaxed)
        } else if sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) == SQLITE_OK {
            pages.store(0, ordering: .relaxed)
        }
    }
}
