import HeraldPostgres
import SDNWire

/// The tables in an open transaction of PostgreSQL.
struct PostgresRows: GatewayRows {
    let transaction: BlockingTransaction
    /// The clock of a test; `nil` for that of the database's server.
    let clock: (@Sendable () -> Timestamp)?

    func now() throws -> Timestamp {
        if let clock { return clock() }
        let row = try transaction.first("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        guard let row else {
            throw GatewayDatabaseError(isTemporary: true, reason: "PostgreSQL did not say what time it is")
        }
        return Timestamp(milliseconds: try row.get(0))
    }

    func lock(_ name: String) throws { try transaction.lock("gateway/\(name)") }
}
