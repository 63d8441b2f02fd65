import GRDB

/// The statements about the file as a whole.
extension Database {
    /// Sets what holds for the life of a connection. It comes before the first access.
    func prepareFile(isExclusive: Bool) throws {
        // Larger pages halve the time of a large sync. They take effect only in a new file.
        try execute(
            sql: """
                PRAGMA page_size = 8192; PRAGMA locking_mode = \(isExclusive ? "EXCLUSIVE" : "NORMAL");
                PRAGMA temp_store = MEMORY; PRAGMA cache_size = -3000
                """)
    }

    /// True when commits are written to the log and not to a rollback journal.
    func usesLog() throws -> Bool { try String.fetchOne(self, sql: "PRAGMA journal_mode") == "wal" }

    /// Chooses between log and rollback journal. Each commit waits for the disk.
    func beginJournal(asLog isLog: Bool) throws {
        // GRDB's journalMode is not used, because it sets synchronous to NORMAL. A power cut would then undo commits that were reported.
        try execute(sql: "PRAGMA journal_mode = \(isLog ? "WAL" : "TRUNCATE"); PRAGMA synchronous = FULL")
    }

    /// Replaces the rollback journal by the log.
    /// - Returns: false when SQLite keeps the journal.
    func turnToLog() throws -> Bool { try String.fetchOne(self, sql: "PRAGMA journal_mode = WAL") == "wal" }

    /// Releases free pages, which may hold removed content.
    func vacuum() throws { try execute(sql: "VACUUM") }

    /// Does the same through a file, because the whole store might not fit into memory.
    func vacuumThroughFile() throws {
        try execute(sql: "PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY")
    }
}
