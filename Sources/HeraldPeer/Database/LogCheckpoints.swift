import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Copies a database's write-ahead log into the database file while commits go on.
///
/// SQLite copies the log inside the commit that makes it too long. All callers that wait for that commit then wait for the whole copy and two
/// more disk writes. This class copies the log on its own connection and its own thread, in parallel with commits.
package final class LogCheckpoints: Sendable {
    /// The length of the log, in pages, from which the log is copied, and the length that it grows until it is copied again. A copy delays the commits
    /// beside it, because it waits for the disk too. SQLite's default of 1,000 pages would copy pages that change often again and again.
    private static let longLog: Int32 = 16_000
    /// The length of the log, in pages, from which the log is copied at each commit. Little is then left at ``longestLog``.
    private static let nearlyLongestLog: Int32 = 24_000
    /// The length of the log, in pages, from which a commit copies the rest of the log itself. Only such a copy lets SQLite restart the log
    /// during constant writing, because a copy in parallel never catches up completely.
    private static let longestLog: Int32 = 32_000
    private let connection: DatabaseQueue
    private let thread = SerialThread(name: "herald.checkpoints")
    private let isUnderWay = Atomic(false)
    /// The length of the log, in pages, when the last copy began.
    private let copied = Atomic<Int32>(0)

    /// Opens a second connection to the database, for copying the log.
    /// - Parameter path: the path of the database file.
    /// - Throws: the errors of opening the database.
    package init(path: String) throws {
        var configuration = Configuration()
        configuration.qos = .default
        configuration.busyMode = .immediateError
        connection = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Makes this object copy the log in place of the connection. This object must live as long as the connection commits, or until
    /// ``end(on:)``.
    func begin(on db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, sqlite, name, pages in
                guard let context else { return SQLITE_OK }
                if pages >= LogCheckpoints.longestLog {
                    sqlite3_wal_checkpoint_v2(sqlite, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                }
                Unmanaged<LogCheckpoints>.fromOpaque(context).takeUnretainedValue().copy(pages)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func end(on db: Database) {
        sqlite3_wal_hook(db.sqliteConnection, nil, nil)
        thread.runAndWait { [connection] in try? connection.close() }
    }

    /// Copies the log if it has grown enough since the last copy.
    /// - Parameter pages: the length of the log.
    private func copy(_ pages: Int32) {
        let copied = copied.load(ordering: .relaxed)
        // SQLite has started the log again.
        if pages < copied { self.copied.store(0, ordering: .relaxed) }
        let grown = pages < copied ? pages : pages - copied
        guard pages >= Self.nearlyLongestLog || grown >= Self.longLog else { return }
        guard isUnderWay.exchange(true, ordering: .acquiringAndReleasing) == false else { return }
        self.copied.store(pages, ordering: .relaxed)
        thread.run {
            // The checkpoint fails when another process is copying the log. That process then does the work.
            _ = try? self.connection.writeWithoutTransaction { db in try db.checkpoint(.passive) }
            self.isUnderWay.store(false, ordering: .releasing)
        }
    }
}
