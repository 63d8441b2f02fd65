import GRDB
import GRDBSQLite
import HeraldLocks
import SDNValues

/// The way in which SQLite makes a commit take effect as a whole: a write-ahead log or a rollback journal.
///
/// Normally commits are written to the log, and this class moves them to their place in the file later. It does so after the commit was
/// reported to the caller. SQLite by itself would do so before the report.
///
/// Until its first sync, a store uses a rollback journal, which is as safe as the log. A journal needs no copies of new pages. All pages of
/// an initial sync are new, so each is written only once, to its place in the file. With the log, each page would be written twice. It
/// would also be read and checked again each time that it had left the page cache.
final class StoreLog: Sendable {
    private struct State {
        /// The length of the log.
        var pages: Int32 = 0
        /// True until the store has had its first sync and uses the log.
        var isAwaited = false
    }
    private let state = Mutex(State())

    /// Selects the log or the journal, and replaces SQLite's own checkpoints. This object has to live as long as the connection.
    func begin(_ db: Database, isShared: Bool) throws {
        let isKept = try isShared || db.usesLog()
        try db.beginJournal(asLog: isKept)
        state.withLock { $0.isAwaited = !isKept }
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, length in
                if let context {
                    Unmanaged<StoreLog>.fromOpaque(context).takeUnretainedValue().state.withLock { $0.pages = length }
                }
                return SQLITE_OK
            }, context)
    }

    /// True when ``tend(_:)`` has something to do after a commit. The limit of 1,000 pages is the one that SQLite uses by itself.
    var isDue: Bool { state.withLock { $0.isAwaited || $0.pages >= 1000 } }

    /// Moves the commits in the log to their place in the file, or switches to the log after the first sync. If this fails, nothing is lost, and it
    /// is tried again after the next commit.
    func tend(_ db: Database) {
        // The store may have been closed after the commit.
        guard let connection = db.sqliteConnection else { return }
        if state.withLock({ $0.isAwaited }) {
            guard
                let synced = try? db.hasSessionValue(MXStoreKey.eventStreamToken.rawValue), synced,
                (try? db.turnToLog()) == true
            else { return }
            state.withLock { $0.isAwaited = false }
        } else if sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) == SQLITE_OK {
            state.withLock { $0.pages = 0 }
        }
    }
}
