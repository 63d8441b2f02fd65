import GRDB

extension PlainRows {
    /// Reads the vault's header.
    /// - Throws: ``WalletError`` with code `damaged` if the header is missing or malformed.
    static func readHeader(_ db: Database) throws -> (header: VaultHeader, bytes: [UInt8]) {
        guard let bytes = try value(header, db) else {
            throw WalletError(.damaged, field: header, reason: "the vault's header is missing")
        }
        return (try VaultHeader.read(bytes), bytes)
    }

    static func readLockAttempts(_ db: Database) throws -> AttemptRecord {
        guard let bytes = try value(lockAttempts, db) else {
            throw WalletError(.damaged, field: lockAttempts, reason: "the record of wrong attempts is missing")
        }
        return try CheckedRecord.read(AttemptRecord.self, bytes, name: lockAttempts)
    }

    static func write(_ attempts: AttemptRecord?, _ db: Database) throws {
        try set(attempts.map { record in try CheckedRecord.bytes(record, name: lockAttempts) }, lockAttempts, db)
    }

    static func readPINAttempts(_ db: Database) throws -> [String: AttemptRecord] {
        guard let bytes = try value(pinAttempts, db) else { return [:] }
        return try CheckedRecord.read([String: AttemptRecord].self, bytes, name: pinAttempts)
    }

    static func write(pinAttempts records: [String: AttemptRecord], _ db: Database) throws {
        try set(records.isEmpty ? nil : CheckedRecord.bytes(records, name: pinAttempts), pinAttempts, db)
    }
}
