import Foundation
import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func insertTransaction(_ transaction: NewTransaction) throws {
        let info = transaction.info
        try db.executeCached(
            sql: """
                INSERT INTO service_transaction (role, id, flow, state, revision, created, expires, forgotten, data)
                VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?)
                """,
            arguments: [
                transaction.role, info.id, info.flow, info.state, info.created.seconds, info.expires.seconds,
                transaction.forgotten.seconds, Data(transaction.data),
            ])
    }

    package func transaction(_ id: String, of role: String, step: String) throws -> StoredTransaction? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT t.flow, t.state, t.revision, t.created, t.expires, t.data, s.request, s.answer FROM service_transaction t
                LEFT JOIN service_step s ON s.role = t.role AND s.transaction_id = t.id AND s.step = ?
                WHERE t.role = ? AND t.id = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [step, role, id]) else { return nil }
        let request: [UInt8]? = (row[6] as Data?).map { [UInt8]($0) }
        let answer: [UInt8]? = (row[7] as Data?).map { [UInt8]($0) }
        let info = TransactionInfo(
            id: id, flow: row[0], state: row[1], created: UTCInstant(seconds: row[3]),
            expires: UTCInstant(seconds: row[4]))
        return StoredTransaction(
            info: info, revision: row[2], data: [UInt8](row[5] as Data),
            done: request.flatMap { request in
                answer.map { CompletedStep(step: step, request: request, answer: $0) }
            })
    }

    package func changeTransaction(_ change: TransactionChange) throws -> Bool {
        try db.executeCached(
            sql: """
                UPDATE service_transaction SET revision = revision + 1, data = ?, expires = max(expires, ?), forgotten = max(forgotten, ?)
                WHERE role = ? AND id = ? AND revision = ?
                """,
            arguments: [
                Data(change.data), change.expires.seconds, change.forgotten.seconds, change.role, change.id,
                change.revision,
            ])
        return db.changesCount == 1
    }

    package func completeStep(_ step: CompletedStep, _ change: TransactionChange) throws -> Bool {
        try db.executeCached(
            sql: """
                UPDATE service_transaction SET state = ?, revision = revision + 1, data = ?, expires = max(expires, ?),
                    forgotten = max(forgotten, ?) WHERE role = ? AND id = ? AND revision = ?
                """,
            arguments: [
                step.step, Data(change.data), change.expires.seconds, change.forgotten.seconds, change.role, change.id,
                change.revision,
            ])
        guard db.changesCount == 1 else { return false }
        try db.executeCached(
            sql: "INSERT INTO service_step (role, transaction_id, step, request, answer) VALUES (?, ?, ?, ?, ?)",
            arguments: [change.role, change.id, step.step, Data(step.request), Data(step.answer)])
        return true
    }

    package func deleteExpiredTransactions(before now: UTCInstant, limit: Int) throws -> Int {
        try db.executeCached(
            sql: """
                DELETE FROM service_transaction WHERE (role, id) IN (
                    SELECT role, id FROM service_transaction WHERE forgotten < ? ORDER BY forgotten LIMIT ?)
                """,
            arguments: [now.seconds, limit])
        return db.changesCount
    }
}
