import HeraldJSON
import HeraldPeer
import OpenDID_DataModel

/// The rows of one server's transactions and of their completed steps. The data of a transaction is encrypted.
struct TransactionRows: Sendable {
    /// The durability of new transactions and of preliminary steps. They survive the end of the process, but SQLite may lose the newest ones
    /// in a loss of power. Then the user only has to repeat the beginning of a protocol, because these steps changed nothing else.
    private static let preliminary = GroupCommitWriter.Durability.process

    /// The name of the server's role.
    let role: String
    let database: any ServiceDatabase
    let seal: StorageSeal

    struct Row: Sendable {
        let info: TransactionInfo
        var revision: Int64
        /// True if the row comes from ``TransactionMemory`` instead of the database.
        var isHeld = false
    }

    struct Stored: Sendable {
        let row: Row
        /// The encrypted data of the transaction.
        let data: [UInt8]
        /// The stored result of the requested step, if the step was completed before.
        let done: CompletedStep?
    }

    /// The new expiry of a transaction, and the time after which its row is deleted. Neither moves to an earlier time.
    struct Span: Sendable {
        let expires: UTCInstant
        let forgotten: UTCInstant
    }

    enum Kept: Sendable {
        case kept
        /// Nothing was stored, because the transaction was changed in the meantime. The value is the stored result of the step if it is
        /// completed by now. It is always `nil` for a row from ``TransactionMemory``.
        case was(CompletedStep?)
    }

    static let expired = ExpiredRows { rows, now, limit in
        try rows.deleteExpiredTransactions(before: now, limit: limit)
    }

    /// Stores a new transaction.
    /// - Parameters:
    ///   - forgotten: the time after which the row is deleted.
    ///   - opener: the client that opens the transaction, if the database counts its open transactions.
    func insert<Value: Codable & Sendable>(
        _ info: TransactionInfo, _ data: Value, forgotten: UTCInstant, opener: TransactionOpener?,
        _ writes: [@Sendable (any ServiceRows, String) throws -> Void]
    ) async throws {
        let new = NewTransaction(
            role: role, info: info, forgotten: forgotten, data: try sealed(data, id: info.id), opener: opener)
        try await database.write(durability: Self.preliminary) { rows in
            try rows.insertTransaction(new)
            for write in writes { try write(rows, info.id) }
        }
    }

    /// Returns a transaction's row.
    /// - Parameter step: the step whose stored result is returned as well.
    func stored(_ id: String, step: String) async throws -> Stored? {
        guard let found = try await database.read({ [role] rows in try rows.transaction(id, of: role, step: step) })
        else { return nil }
        return Stored(row: Row(info: found.info, revision: found.revision), data: found.data, done: found.done)
    }

    /// Stores a completed step, and runs its further writes.
    func keep<Value: Codable & Sendable>(
        _ done: CompletedStep, _ data: Value, of row: Row, _ span: Span, isPreliminary: Bool,
        _ writes: [@Sendable (any ServiceRows) throws -> Void]
    ) async throws -> Kept {
        let change = try change(of: row, data, span, isOpen: isPreliminary)
        return try await database.write(durability: isPreliminary ? Self.preliminary : .power) { rows in
            guard try rows.completeStep(done, change) else {
                guard !row.isHeld else { return .was(nil) }
                return .was(try rows.transaction(change.id, of: change.role, step: done.step)?.done)
            }
            for write in writes { try write(rows) }
            return .kept
        }
    }

    /// Stores new data of a transaction whose step was refused or is still running.
    /// - Parameter span: the transaction's new expiry. By default, the expiry does not change.
    /// - Returns: true if the data was stored, because the transaction still had the expected revision.
    func keep<Value: Codable & Sendable>(_ data: Value, of row: Row, _ span: Span? = nil) async throws -> Bool {
        let change = try change(of: row, data, span ?? Span(expires: .distantPast, forgotten: .distantPast))
        return try await database.write { rows in try rows.changeTransaction(change) }
    }

    private func change<Value: Codable & Sendable>(
        of row: Row, _ data: Value, _ span: Span, isOpen: Bool = true
    ) throws -> TransactionChange {
        TransactionChange(
            role: role, id: row.info.id, revision: row.revision, data: try sealed(data, id: row.info.id),
            expires: span.expires, forgotten: span.forgotten, isOpen: isOpen)
    }

    private func sealed<Value: Codable & Sendable>(_ data: Value, id: String) throws -> [UInt8] {
        try seal.seal(try JSONModelEncoder().canonicalBytes(data), at: place(id))
    }

    func opened<Value: Codable & Sendable>(_ sealed: [UInt8], id: String) throws -> Value {
        try JSONModelDecoder().decode(Value.self, from: seal.open(sealed, at: place(id)))
    }

    private func place(_ id: String) -> String { "\(role)/transaction/\(id)" }
}
