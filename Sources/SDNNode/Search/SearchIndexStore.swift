import GRDB

/// What is left in the index of messages that are gone.
enum SearchIndexStore {
    /// Writes the index anew when something was taken out of it: a search finds it no more from the moment of its redaction, but until
    /// then its words would stay readable in the database file. Done when the node stops, because it takes as long as the index is large.
    static func settle(in db: Database) throws {
        guard try Int64.fetchOne(db, sql: "SELECT removed FROM event_text_debt") ?? 0 > 0 else { return }
        try db.execute(sql: """
            PRAGMA secure_delete = ON;
            INSERT INTO event_text (event_text) VALUES ('optimize');
            UPDATE event_text_debt SET removed = 0;
            """)
    }
}
