import GRDB

/// The table of device keys, and the index that finds the wallets that have signed to control a DID.
enum DIDDocumentSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "documents, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE did_key (
                            did TEXT NOT NULL REFERENCES did (did) ON DELETE CASCADE,
                            value TEXT NOT NULL,
                            number INTEGER NOT NULL,
                            PRIMARY KEY (did, value)
                        ) WITHOUT ROWID;
                        CREATE INDEX did_address_proven ON did_address (address, last_use) WHERE is_proven = 1;
                        """)
            }
        )
    ]
}
