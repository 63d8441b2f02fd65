import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Moves a database's write-ahead log into its file beside the commits.
///
/// SQLite does that inside the commit that makes the log long, and everybody who waits for this commit waits for the whole copy and two more
/// waits for the disk. Here a connection of its own does it on a thread of its own while others commit.
package final class LogCheckpoints: Sendable {
    /// From this length on, in pages, the log is copied. SQLite's own default.
    private static let longLog: Int32 = 1_000
    /// From this length on, in pages, a commit copies what is left itself. Only then the log begins anew under writes without end: a copy
    /// beside them is never whole.
    private static let longestLog: Int32 = 8_000
    private let connection: DatabaseQueue
    private let thread = SerialThread(name: "herald.checkpoints")
    private let isUnderWay = Atomic(false)

    /// - Parameter path: of the database file.
    package init(path: String) throws {
        var configuration = Configuration()
        configuration.qos = .default
        configuration.busyMode = .immediateError
        connection = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// From now on this does what the connection's own checkpoints did. It has to live as long as the connection commits, or until ``end(on:)``.
    func begin(on db: Database) {
        sqlite3_wal_hook(db.sqliteConnection, { context, sqlite, name, pages in
            guard let context, pages >= LogCheckpoints.longLog else { return SQLITE_OK }
            if pages >= LogCheckpoints.longestLog { sqlite3_wal_checkpoint_v2(sqlite, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }
            Unmanaged<LogCheckpoints>.fromOpaque(context).takeUnretainedValue().copy()
            return SQLITE_OK
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    func end(on db: Database) {
        sqlite3_wal_hook(db.sqliteConnection, nil, nil)
        thread.runAndWait { [connection] in try? connection.close() }
    }

    private func copy() {
        guard isUnderWay.exchange(true, ordering: .acquiringAndReleasing) == false else { return }
        thread.run {
            // It fails where another process copies; then that one does it.
            _ = try? self.connection.writeWithoutTransaction { db in try db.checkpoint(.passive) }
            self.isUnderWay.store(false, ordering: .releasing)
        }
    }
}
