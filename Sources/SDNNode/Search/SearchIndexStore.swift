import GRDB

/// Removes the words of deleted messages from the index.
enum SearchIndexStore {
    /// Rewrites the index if entries were removed from it. A search does not find a redacted message from its redaction on, but its words stay
    /// readable in the database file until the index is rewritten. The node does it when it stops, because the time grows with the size of the index.
    static func settle(in db: Database) throws {
        guard try Int64.fetchOne(db, sql: "SELECT removed FROM event_text_debt") ?? 0 > 0 else { return }
        try db.execute(
            sql: """
                PRAGMA secure_delete = ON;
                INSERT INTO event_text (event_text) VALUES ('optimize');
                UPDATE event_text_debt SET removed = 0;
                """)
    }
}
