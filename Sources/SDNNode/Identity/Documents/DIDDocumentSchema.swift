import GRDB

/// What a DID document holds beside its wallets: device keys, numbers that key ids are made of, whether it was burned, and which wallets have
/// signed that the DID is theirs.
enum DIDDocumentSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("documents 1", { db in
            try db.execute(sql: """
                ALTER TABLE did ADD COLUMN is_burned INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE did ADD COLUMN last_key INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE did_address ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
                UPDATE did_address SET number = (
                    SELECT count(*) FROM did_address other
                    WHERE other.did = did_address.did AND (other.linked_at, other.address) <= (did_address.linked_at, did_address.address)
                );
                UPDATE did SET last_key = (SELECT count(*) FROM did_address WHERE did_address.did = did.did);
                CREATE TABLE did_key (
                    did TEXT NOT NULL REFERENCES did (did) ON DELETE CASCADE,
                    value TEXT NOT NULL,
                    number INTEGER NOT NULL,
                    PRIMARY KEY (did, value)
                ) WITHOUT ROWID;
                """)
        }),
        ("documents 2", { db in
            // The wallet that made a DID signed for itself. Of the others nothing is stored that shows it: they sign with their next login.
            try db.execute(sql: """
                ALTER TABLE did_address ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE did_address ADD COLUMN last_use INTEGER NOT NULL DEFAULT 0;
                UPDATE did_address SET is_proven = 1, last_use = 1 WHERE number = 1 AND did = 'did:sdn:' || address;
                DROP INDEX did_address_address;
                CREATE INDEX did_address_proven ON did_address (address, last_use) WHERE is_proven = 1;
                """)
        }),
    ]
}
