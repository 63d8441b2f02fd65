import GRDB

/// The index of what is written in rooms: SQLite's FTS5 over `body`, `name` and `topic`, one row for each event that has any of them.
///
/// Triggers keep it in step with the events, so that no way of writing an event can miss it: what a redaction takes out of an event is
/// out of the index in the same commit. English word endings do not count (`porter`), nor do accents;
/// scripts without spaces between words are found by their characters (``SearchText``).
enum SearchSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("search, version 1", { db in
            try db.execute(sql: """
                CREATE TABLE event_text_debt (id INTEGER PRIMARY KEY CHECK (id = 1), removed INTEGER NOT NULL);
                INSERT INTO event_text_debt (id, removed) VALUES (1, 0);
                CREATE VIRTUAL TABLE event_text USING fts5(
                    body, name, topic, room UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2'
                );
                \(trigger("INSERT", name: "event_text_insert", before: ""))
                \(trigger("UPDATE OF content", name: "event_text_update", before: removal))
                CREATE TRIGGER event_text_delete AFTER DELETE ON event BEGIN \(removal) END;
                """)
        }),
    ]

    static let functions = [SearchText.function]

    private static let removal = "DELETE FROM event_text WHERE rowid = OLD.ord; UPDATE event_text_debt SET removed = removed + 1;"
    /// Of which types events are in the index.
    static let types = ["m.room.message", "m.room.name", "m.room.topic"]
    private static let typeList = types.map { "'\($0)'" }.joined(separator: ", ")

    private static func trigger(_ event: String, name: String, before: String) -> String {
        """
        CREATE TRIGGER \(name) AFTER \(event) ON event WHEN NEW.type IN (\(typeList)) BEGIN
            \(before)
            INSERT INTO event_text (rowid, body, name, topic, room) \(textsOfNewEvent);
        END;
        """
    }

    /// Only texts count; content is kept as bytes, and SQLite may take bytes for a binary form of JSON.
    private static var textsOfNewEvent: String {
        func text(_ member: String) -> String {
            "CASE WHEN json_type(json, '$.\(member)') = 'text' THEN search_text(json_extract(json, '$.\(member)')) END"
        }
        return """
            SELECT ord, body, name, topic, room FROM (
                SELECT ord, room, \(text("body")) AS body, \(text("name")) AS name, \(text("topic")) AS topic FROM (
                    SELECT ord, room, CAST(content AS TEXT) AS json FROM (SELECT NEW.ord AS ord, NEW.room AS room, NEW.content AS content)
                )
            ) WHERE coalesce(body, name, topic) IS NOT NULL
            """
    }
}
