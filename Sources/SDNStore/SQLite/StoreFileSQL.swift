import GRDB

/// The statements about the file as a whole.
extension Database {
    /// Sets the options of a connection. It has to be called before the first access.
    func prepareFile(isExclusive: Bool) throws {
        // These pages are larger than SQLite's default, which halves the time of a large sync. The size takes effect only in a new file.
        try execute(
            sql: """
                PRAGMA page_size = 8192; PRAGMA locking_mode = \(isExclusive ? "EXCLUSIVE" : "NORMAL");
                PRAGMA temp_store = MEMORY; PRAGMA cache_size = -3000
                """)
    }

    /// True when commits are written to the log and not to a rollback journal.
    func usesLog() throws -> Bool { try String.fetchOne(self, sql: "PRAGMA journal_mode") == "wal" }

    /// Selects the write-ahead log or the rollback journal. Each commit waits until its data is on the disk.
    func beginJournal(asLog isLog: Bool) throws {
        // GRDB's journalMode is not used, because it sets synchronous to NORMAL. A power cut would then undo commits that were reported.
        try execute(sql: "PRAGMA journal_mode = \(isLog ? "WAL" : "TRUNCATE"); PRAGMA synchronous = FULL")
    }

    /// Switches from the rollback journal to the write-ahead log.
    /// - Returns: false when SQLite keeps the journal.
    func turnToLog() throws -> Bool { try String.fetchOne(self, sql: "PRAGMA journal_mode = WAL") == "wal" }

    /// Removes free pages from the file, because they may still contain removed content.
    func vacuum() throws { try execute(sql: "VACUUM") }

    /// Does the same as ``vacuum()`` with a temporary file, because the whole store might not fit into memory.
    func vacuumThroughFile() throws {
        try execute(sql: "PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY")
    }
}
