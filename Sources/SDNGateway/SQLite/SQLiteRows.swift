import Foundation
import GRDB
import SDNWire

/// The tables in an open transaction of SQLite.
struct SQLiteRows: GatewayRows {
    let db: Database
    let clock: @Sendable () -> Timestamp

    func now() throws -> Timestamp { clock() }

    /// SQLite has only one writer, so a transaction that writes has every lock.
    func lock(_ name: String) throws {}
}
