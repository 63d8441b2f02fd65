import HeraldPeer

/// The database of a process. It contains the protocol transactions and the tables of the process's roles. If the process runs the trust
/// agent, it also contains the registry. Therefore one protocol step can be stored in one transaction of the database.
package protocol ServiceDatabase: Sendable {
    /// Reads a snapshot of the database.
    /// - Throws: ``ServiceDatabaseError``, ``ServicesError`` `stopped` if the database is closed, and the errors of `body`.
    func read<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T

    /// Runs a write that changes everything or nothing, and returns after the commit. `body` must do nothing except access the rows, because
    /// it shares a commit with other writes, or runs again if it conflicted with a write of another process.
    /// - Parameter durability: the kind of failure that the write must survive.
    /// - Throws: ``ServiceDatabaseError``, ``ServicesError`` `stopped` if the database is closed, and the errors of `body`.
    func write<T: Sendable>(
        durability: GroupCommitWriter.Durability, _ body: @escaping @Sendable (any ServiceRows) throws -> T
    ) async throws -> T

    /// The figures of the database for the operator's metrics.
    var families: [MetricFamily] { get }

    /// Reads a little, to see if the database answers.
    /// - Throws: ``ServiceDatabaseError``, and ``ServicesError`` `stopped` if the database is closed.
    func check() async throws

    /// Runs a write that deletes old rows, or marks them as checked. Each of its statements may see a later state of the database than the
    /// one before. In return, it does not conflict with writes that read what it deletes. `body` must therefore lock the rows that it
    /// reads, or repeat its conditions in each change.
    /// - Throws: the errors of ``write(durability:_:)``.
    func sweep<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T

    /// The limits that all processes of this database count together. `nil` if one process uses the database alone.
    var sharedLimits: (any SharedLimits)? { get }

    /// Closes the database after the writes that are waiting.
    func close() async
}

extension ServiceDatabase {
    /// Runs a write that survives a loss of power.
    /// - Throws: the errors of ``write(durability:_:)``.
    package func write<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
        try await write(durability: .power, body)
    }

    package var sharedLimits: (any SharedLimits)? { nil }

    /// Runs an ordinary write, for an engine whose writes run one at a time.
    package func sweep<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
        try await write(body)
    }
}
