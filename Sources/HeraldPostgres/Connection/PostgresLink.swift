import CPostgres

/// libpq's connection.
///
/// `@unchecked Sendable`: the gate of ``PostgresConnection`` lets one task at a time use it. Before that, the thread that opens it has it alone.
final class PostgresLink: @unchecked Sendable {
    let pointer: OpaquePointer
    var statements: StatementCache
    private var isClosed = false

    init(_ pointer: OpaquePointer, statements: Int) {
        self.pointer = pointer
        self.statements = StatementCache(limit: statements)
    }

    deinit { close() }

    /// Closes the connection. Nothing else may be called afterwards.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        PQfinish(pointer)
    }

    var socket: Int32 { PQsocket(pointer) }
    var isLost: Bool { PQstatus(pointer) == CONNECTION_BAD }
    var isInTransaction: Bool { PQtransactionStatus(pointer) != PQTRANS_IDLE }

    /// True if the server has closed the connection, as far as this end knows. It costs one system call and no round trip.
    func hasEnded() -> Bool {
        // The first call may only read the server's last message.
        PQconsumeInput(pointer) == 0 || PQconsumeInput(pointer) == 0 || isLost || PQisBusy(pointer) != 0
    }

    /// Returns the error of a connection that has ended.
    func lost() -> PostgresError {
        PostgresError(.connectionLost, reason: "the connection to the server ended")
    }
}
