import HeraldPeer

/// A gateway's database. SQLite and PostgreSQL implement it.
package protocol GatewayDatabase: Sendable {
    /// Reads a snapshot.
    /// - Throws: ``GatewayDatabaseError`` and the errors of `body`.
    func read<T: Sendable>(_ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws -> T

    /// Writes in one transaction, and returns after the commit. The body may run again if another process disturbed it, so it must have no
    /// other effects.
    /// - Parameter waitsForDisk: false if a crash of the database's server may undo the write. A crash of the gateway never does. In
    ///   PostgreSQL the table decides, and the parameter has no effect: writes to UNLOGGED tables never wait.
    /// - Throws: ``GatewayDatabaseError`` and the errors of `body`.
    func write<T: Sendable>(waitsForDisk: Bool, _ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws
        -> T

    /// Checks that the database answers.
    /// - Throws: ``GatewayDatabaseError`` if not.
    func check() async throws

    /// The metrics of the database's connections, or of its writer.
    var metrics: [MetricFamily] { get }

    /// Closes the database.
    func close() async
}

extension GatewayDatabase {
    /// Writes in one transaction, and returns when the changes are on disk.
    /// - Throws: ``GatewayDatabaseError`` and the errors of `body`.
    package func write<T: Sendable>(_ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws -> T {
        try await write(waitsForDisk: true, body)
    }
}

/// The reason why a database did not do what was asked.
package struct GatewayDatabaseError: Error, Sendable, Hashable {
    /// True if the same request may succeed later, without a change of the program.
    package let isTemporary: Bool
    /// A sentence for the operator, without data of users.
    package let reason: String

    package init(isTemporary: Bool, reason: String) {
        self.isTemporary = isTemporary
        self.reason = reason
    }
}
