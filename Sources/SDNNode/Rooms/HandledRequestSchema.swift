import GRDB

/// The table of the requests with a transaction ID that the node has handled. ``RequestHash`` has its `key` and its `proof`. `event_id` is empty for a
/// request that makes no event.
///
/// Each message adds a row. The table has no index, because an index would write another page for each message.
enum HandledRequestSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "handled requests, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE handled_request (
                            key INTEGER PRIMARY KEY, proof INTEGER NOT NULL,
                            event_id TEXT NOT NULL, ts INTEGER NOT NULL
                        );
                        """)
                try copyTransactions(db)
                try db.execute(sql: "DROP TABLE txn")
            }
        )
    ]

    /// Copies the requests that an earlier version stored as texts, so that a client can still repeat them. Expired ones are copied too, because a
    /// migration does not know the node's clock.
    private static func copyTransactions(_ db: Database) throws {
        try db.each("SELECT user, device, endpoint, txn, event_id, ts FROM txn") { row in
            let request = RequestHash(row.text(3), endpoint: row.text(2), user: row.text(0), device: row.text(1))
            try db.run(
                "INSERT OR REPLACE INTO handled_request (key, proof, event_id, ts) VALUES (?, ?, ?, ?)", request.key,
                request.proof, row.text(4), row.int(5))
        }
    }
}
