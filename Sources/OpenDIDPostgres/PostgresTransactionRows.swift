import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func insertTransaction(_ transaction: NewTransaction) throws {
        let info = transaction.info
        try self.transaction.execute(
            """
            INSERT INTO service_transaction (role, id, flow, state, revision, created, expires, forgotten, data, client, network)
            VALUES ($1, $2, $3, $4, 0, $5, $6, $7, $8, $9, $10)
            """,
            [
                transaction.role, info.id, info.flow, info.state, info.created.seconds, info.expires.seconds,
                transaction.forgotten.seconds, transaction.data, transaction.opener?.client,
                transaction.opener?.network,
            ])
    }

    func transaction(_ id: String, of role: String, step: String) throws -> StoredTransaction? {
        let row = try transaction.first(
            """
            SELECT t.flow, t.state, t.revision, t.created, t.expires, t.data, s.request, s.answer FROM service_transaction t
            LEFT JOIN service_step s ON s.role = t.role AND s.transaction_id = t.id AND s.step = $1
            WHERE t.role = $2 AND t.id = $3
            """,
            [step, role, id])
        guard let row else { return nil }
        let request: [UInt8]? = try row.get(6)
        let answer: [UInt8]? = try row.get(7)
        let info = TransactionInfo(
            id: id, flow: try row.get(0), state: try row.get(1), created: UTCInstant(seconds: try row.get(3)),
            expires: UTCInstant(seconds: try row.get(4)))
        return StoredTransaction(
            info: info, revision: try row.get(2), data: try row.get(5),
            done: request.flatMap { request in
                answer.map { CompletedStep(step: step, request: request, answer: $0) }
            })
    }

    func changeTransaction(_ change: TransactionChange) throws -> Bool {
        try transaction.execute(
            """
            UPDATE service_transaction SET revision = revision + 1, data = $1, expires = greatest(expires, $2),
                forgotten = greatest(forgotten, $3) WHERE role = $4 AND id = $5 AND revision = $6
            """,
            [
                change.data, change.expires.seconds, change.forgotten.seconds, change.role, change.id, change.revision,
            ]
        ).changes == 1
    }

    func completeStep(_ step: CompletedStep, _ change: TransactionChange) throws -> Bool {
        // One statement saves a round trip. Only a changed transaction gets the step.
        try transaction.execute(
            """
            WITH changed AS (
                UPDATE service_transaction SET state = $1, revision = revision + 1, data = $2, expires = greatest(expires, $3),
                    forgotten = greatest(forgotten, $4), client = CASE WHEN $10 THEN client END, network = CASE WHEN $10 THEN network END
                WHERE role = $5 AND id = $6 AND revision = $7 RETURNING role, id)
            INSERT INTO service_step (role, transaction_id, step, request, answer)
            SELECT role, id, $1, $8, $9 FROM changed
            """,
            [
                step.step, change.data, change.expires.seconds, change.forgotten.seconds, change.role, change.id,
                change.revision, step.request, step.answer, change.isOpen,
            ]
        ).changes == 1
    }

    func deleteExpiredTransactions(before now: UTCInstant, limit: Int) throws -> Int {
        // Several instances delete at once, so each takes rows that no other one has locked. With IN in place of the array, PostgreSQL
        // may read the whole table. A locked row stays at its place, so it is found without its two keys.
        try transaction.execute(
            """
            DELETE FROM service_transaction WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM service_transaction WHERE forgotten < $1 ORDER BY forgotten LIMIT $2 FOR UPDATE SKIP LOCKED))
            """,
            [now.seconds, limit]
        ).changes
    }
}
