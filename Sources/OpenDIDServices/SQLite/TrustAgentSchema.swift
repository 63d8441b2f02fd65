import GRDB

/// The trust agent's own tables. They are in the same database as the tables of the registry and of transactions, so that a step writes to
/// all of them or to none. Personal data is encrypted, and its rows are found by keyed hashes.
enum TrustAgentSchema {
    static let migrations = [
        SQLiteMigration("tas, version 1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE tas_wallet (
                        wallet_id TEXT PRIMARY KEY NOT NULL,
                        device_did TEXT NOT NULL UNIQUE,
                        status TEXT NOT NULL,
                        request BLOB NOT NULL UNIQUE,
                        transaction_id TEXT NOT NULL,
                        registered_at INTEGER NOT NULL
                    ) WITHOUT ROWID;
                    CREATE INDEX tas_wallet_unused ON tas_wallet (registered_at) WHERE status = 'CREATED';
                    CREATE TABLE tas_user (
                        did TEXT PRIMARY KEY NOT NULL,
                        wallet_id TEXT NOT NULL UNIQUE REFERENCES tas_wallet (wallet_id),
                        app_id TEXT NOT NULL,
                        kyc_index TEXT NOT NULL,
                        pii BLOB NOT NULL,
                        status TEXT NOT NULL,
                        registered_at INTEGER NOT NULL,
                        sealed_push_token BLOB
                    ) WITHOUT ROWID;
                    -- How many DIDs of a person are new must be found without reading those that are not.
                    CREATE INDEX tas_user_recent ON tas_user (kyc_index, registered_at);
                    CREATE TABLE tas_restore_offer (
                        offer_id TEXT PRIMARY KEY NOT NULL,
                        did TEXT NOT NULL,
                        valid_until INTEGER NOT NULL
                    ) WITHOUT ROWID;
                    CREATE INDEX tas_restore_offer_end ON tas_restore_offer (valid_until);
                    CREATE INDEX tas_restore_offer_did ON tas_restore_offer (did);
                    CREATE TABLE tas_nonce (
                        digest BLOB PRIMARY KEY NOT NULL,
                        remembered_until INTEGER NOT NULL
                    ) WITHOUT ROWID;
                    CREATE INDEX tas_nonce_end ON tas_nonce (remembered_until);
                    """)
        }
    ]
}
