import GRDB

/// The index of texts in rooms: SQLite's FTS5 over `body`, `name` and `topic`, with one row for each event that has any of these members.
///
/// New events enter the index later and many at once (``SearchIndex``), because an entry of its own costs as much as all other work of a message. The
/// mark is the position up to which the index is complete. Triggers keep it right up to there, so no code can forget to do it. Content that a redaction
/// removes leaves the index in the same commit.
///
/// The index ignores English word endings (`porter`) and accents. Scripts without spaces between words are indexed by character (``SearchText``).
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
                        """)
            }
        ),
        (
            "search: texts that are indexed later",
            { db in
                // Databases of earlier versions have triggers that index each event at once.
                try db.execute(
                    sql: """
                        DROP TRIGGER IF EXISTS event_text_insert;
                        DROP TRIGGER IF EXISTS event_text_update;
                        DROP TRIGGER IF EXISTS event_text_delete;
                        CREATE TABLE event_text_mark (id INTEGER PRIMARY KEY CHECK (id = 1), ord INTEGER NOT NULL);
                        INSERT INTO event_text_mark (id, ord) SELECT 1, position FROM stream WHERE id = 1;
                        CREATE TRIGGER event_text_update AFTER UPDATE OF content ON event
                        WHEN NEW.type IN (\(typeList)) AND \(isBelowMark("NEW.ord")) BEGIN
                            \(removal)
                            INSERT INTO event_text (rowid, body, name, topic, room)
                            \(texts(of: "SELECT NEW.ord AS ord, NEW.room AS room, NEW.content AS content"));
                        END;
                        CREATE TRIGGER event_text_delete AFTER DELETE ON event WHEN \(isBelowMark("OLD.ord")) BEGIN
                            \(removal)
                        END;
                        """)
            }
        ),
    ]

    static let functions = [SearchText.function]

    private static let removal =
        "DELETE FROM event_text WHERE rowid = OLD.ord; UPDATE event_text_debt SET removed = removed + 1;"
    /// The types of the indexed events.
    static let types = ["m.room.message", "m.room.name", "m.room.topic"]
    static let typeList = types.map { "'\($0)'" }.joined(separator: ", ")

    private static func isBelowMark(_ ord: String) -> String {
        "\(ord) <= (SELECT ord FROM event_text_mark WHERE id = 1)"
    }

    /// Returns a query for the entries of events. Only strings are indexed. Content is stored as bytes, which SQLite could take for a binary form of
    /// JSON, so it is cast to text.
    /// - Parameter events: a query for the events' `ord`, `room` and `content`.
    static func texts(of events: String) -> String {
        func text(_ member: String) -> String {
            "CASE WHEN json_type(json, '$.\(member)') = 'text' THEN json_extract(json, '$.\(member)') END"
        }
        // A text of ASCII alone stays as it is, and the comparison costs less than a call of the function.
        func spaced(_ column: String) -> String {
            "CASE WHEN length(\(column)) <> length(CAST(\(column) AS BLOB)) THEN search_text(\(column)) ELSE \(column) END"
        }
        return """
            SELECT ord, \(spaced("body")), \(spaced("name")), \(spaced("topic")), room FROM (
                SELECT ord, room, \(text("body")) AS body, \(text("name")) AS name, \(text("topic")) AS topic FROM (
                    SELECT ord, room, CAST(content AS TEXT) AS json FROM (\(events))
                )
            ) WHERE coalesce(body, name, topic) IS NOT NULL
            """
    }
}
