import Foundation
import GRDB
import HeraldJSON
import HeraldPeer
import OpenDID_DataModel

/// The rows of one server's transactions and of their completed steps. The data of a transaction is encrypted.
struct TransactionRows: Sendable {
    /// The durability of new transactions and of preliminary steps. They survive the end of the process, but the newest ones may be lost in
    /// a loss of power. Then the user only has to repeat the beginning of a protocol, because these steps changed nothing else.
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

    /// A completed step.
    struct Done: Sendable {
        let step: String
        /// SHA-256 of the request.
        let request: [UInt8]
        let answer: [UInt8]
    }

    struct Stored: Sendable {
        let row: Row
        /// The encrypted data of the transaction.
        let data: [UInt8]
        /// The stored result of the requested step, if the step was completed before.
        let done: Done?
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
        case was(Done?)
    }

    /// Stores a new transaction.
    /// - Parameter forgotten: the time after which the row is deleted.
    func insert<Value: Codable & Sendable>(
        _ info: TransactionInfo, _ data: Value, forgotten: UTCInstant,
        _ writes: [@Sendable (any ServiceRows, String) throws -> Void]
    ) async throws {
        let (role, sealed) = (role, try sealed(data, id: info.id))
        try await database.write(durability: Self.preliminary) { db in
            try db.executeCached(
                sql: """
                    INSERT INTO service_transaction (role, id, flow, state, revision, created, expires, forgotten, data)
                    VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?)
                    """,
                arguments: [
                    role, info.id, info.flow, info.state, info.created.seconds, info.expires.seconds,
                    forgotten.seconds, sealed,
                ])
            for write in writes { try write(db, info.id) }
        }
    }

    /// Returns a transaction's row.
    /// - Parameter step: the step whose stored result is returned as well.
    func stored(_ id: String, step: String) async throws -> Stored? {
        try await database.read { db in try stored(db, id: id, step: step) }
    }

    private func stored(_ db: Database, id: String, step: String) throws -> Stored? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT t.flow, t.state, t.revision, t.created, t.expires, t.data, s.request, s.answer FROM service_transaction t
                LEFT JOIN service_step s ON s.role = t.role AND s.transaction_id = t.id AND s.step = ?
                WHERE t.role = ? AND t.id = ?
                """)
        guard let row = try GRDB.Row.fetchOne(statement, arguments: [step, role, id]) else { return nil }
        let request: [UInt8]? = (row[6] as Data?).map { [UInt8]($0) }
        let answer: [UInt8]? = (row[7] as Data?).map { [UInt8]($0) }
        let info = TransactionInfo(
            id: id, flow: row[0], state: row[1], created: UTCInstant(seconds: row[3]),
            expires: UTCInstant(seconds: row[4]))
        return Stored(
            row: Row(info: info, revision: row[2]), data: [UInt8](row[5] as Data),
            done: request.flatMap { request in answer.map { Done(step: step, request: request, answer: $0) } })
    }

    /// Stores a completed step, and runs its further writes.
    func keep<Value: Codable & Sendable>(
        _ done: Done, _ data: Value, of row: Row, _ span: Span, isPreliminary: Bool,
        _ writes: [@Sendable (any ServiceRows) throws -> Void]
    ) async throws -> Kept {
        let sealed = try sealed(data, id: row.info.id)
        return try await database.write(durability: isPreliminary ? Self.preliminary : .power) { db in
            try db.executeCached(
                sql: """
                    UPDATE service_transaction SET state = ?, revision = revision + 1, data = ?, expires = max(expires, ?),
                        forgotten = max(forgotten, ?) WHERE role = ? AND id = ? AND revision = ?
                    """,
                arguments: [
                    done.step, sealed, span.expires.seconds, span.forgotten.seconds, role, row.info.id, row.revision,
                ])
            guard db.changesCount == 1 else {
                return .was(row.isHeld ? nil : try stored(db, id: row.info.id, step: done.step)?.done)
            }
            try db.executeCached(
                sql: "INSERT INTO service_step (role, transaction_id, step, request, answer) VALUES (?, ?, ?, ?, ?)",
                arguments: [role, row.info.id, done.step, Data(done.request), Data(done.answer)])
            for write in writes { try write(db) }
            return .kept
        }
    }

    /// Stores new data of a transaction whose step was refused or is still running.
    /// - Parameter span: the transaction's new expiry. By default, the expiry does not change.
    /// - Returns: true if the data was stored, because the transaction still had the expected revision.
    func keep<Value: Codable & Sendable>(_ data: Value, of row: Row, _ span: Span? = nil) async throws -> Bool {
        let (role, sealed) = (role, try sealed(data, id: row.info.id))
        let (expires, forgotten) = (span?.expires ?? .distantPast, span?.forgotten ?? .distantPast)
        return try await database.write { db in
            try db.executeCached(
                sql: """
                    UPDATE service_transaction SET revision = revision + 1, data = ?, expires = max(expires, ?), forgotten = max(forgotten, ?)
                    WHERE role = ? AND id = ? AND revision = ?
                    """,
                arguments: [sealed, expires.seconds, forgotten.seconds, role, row.info.id, row.revision])
            return db.changesCount == 1
        }
    }

    private func sealed<Value: Codable & Sendable>(_ data: Value, id: String) throws -> Data {
        Data(try seal.seal(try JSONModelEncoder().canonicalBytes(data), at: place(id)))
    }

    func opened<Value: Codable & Sendable>(_ sealed: [UInt8], id: String) throws -> Value {
        try JSONModelDecoder().decode(Value.self, from: seal.open(sealed, at: place(id)))
    }

    private func place(_ id: String) -> String { "\(role)/transaction/\(id)" }
}
