import GRDB

/// The index of texts in rooms: SQLite's FTS5 over `body`, `name` and `topic`, with one row for each event that has any of these members.
///
/// Triggers update the index whenever an event is written, so no code can forget to do it. Content that a redaction removes leaves the index in the
/// same commit. The index ignores English word endings (`porter`) and accents. Scripts without spaces between words are indexed by character
/// (``SearchText``).
enum SearchSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "search, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE event_text_debt (id INTEGER PRIMARY KEY CHECK (id = 1), removed INTEGER NOT NULL);
                        INSERT INTO event_text_debt (id, removed) VALUES (1, 0);
                        CREATE VIRTUAL TABLE event_text USING fts5(
                            body, name, topic, room UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2'
                        );
                        \(trigger("INSERT", name: "event_text_insert", before: ""))
                        \(trigger("UPDATE OF content", name: "event_text_update", before: removal))
                        CREATE TRIGGER event_text_delete AFTER DELETE ON event BEGIN \(removal) END;
                        """)
            }
        )
    ]

    static let functions = [SearchText.function]

    private static let removal =
        "DELETE FROM event_text WHERE rowid = OLD.ord; UPDATE event_text_debt SET removed = removed + 1;"
    /// The types of the indexed events.
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

    /// Only strings are indexed. Content is stored as bytes, which SQLite could take for a binary form of JSON, so it is cast to text.
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
