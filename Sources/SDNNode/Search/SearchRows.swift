import GRDB
import HeraldJSON

/// Queries of the message index.
enum SearchRows {
    struct Question {
        /// The search term as an FTS5 expression.
        let match: String
        /// The readable ranges as `[room, first, last]`.
        let readable: [JSONValue]
        /// The ranges in which the searcher was joined, as `[room, first, last]`. Elsewhere, the messages of erased senders are not found, because the
        /// searcher receives them without their content.
        let inside: [JSONValue]
        let types: [String]
        /// The senders to find; `nil` for all.
        let senders: [String]?
        let notSenders: [String]
        /// True for events with a URL, false for events without one, and `nil` for both.
        let containsURL: Bool?
        /// True if the newest come first; otherwise the best come first.
        let isNewestFirst: Bool
        let limit: Int
    }

    /// The longest text in which occurrences are counted.
    private static let countedText = 1_024
    /// An SQL expression for the rank of a hit: how often the terms occur in it, in relation to the length of its texts.
    ///
    /// The rank depends only on the hit. SQLite's own rank would reveal how often the terms occur in rooms that the searcher may not read. To count the
    /// occurrences, SQLite marks each one with one character. The columns that are not searched have no marks.
    private static let rank: String = {
        let texts = ["body", "name", "topic"]
        let length = texts.map { "coalesce(length(event_text.\($0)), 0)" }.joined(separator: " + ")
        let marked = texts.indices.map { "coalesce(length(highlight(event_text, \($0), char(1), '')), 0)" }
            .joined(separator: " + ")
        return """
            CASE WHEN \(length) > \(countedText) THEN 1 ELSE max(1, \(marked) - (\(length))) END / (1 + (\(length)) / 100.0)
            """
    }()

    static func hits(_ question: Question, in db: Database) throws -> [MessageSearch.Hit] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                WITH readable (room, low, high) AS MATERIALIZED (
                    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:readable)),
                inside (room, low, high) AS MATERIALIZED (
                    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:inside))
                SELECT event_text.rowid, event_text.room, \(rank) AS score FROM event_text
                CROSS JOIN readable ON readable.room = event_text.room AND event_text.rowid BETWEEN readable.low AND readable.high
                CROSS JOIN event ON event.room = event_text.room AND event.ord = event_text.rowid
                WHERE event_text MATCH :match AND event.type IN (SELECT value FROM json_each(:types))
                AND (:senders IS NULL OR event.sender IN (SELECT value FROM json_each(:senders)))
                AND event.sender NOT IN (SELECT value FROM json_each(:notSenders))
                AND (:url IS NULL OR coalesce(json_type(CAST(event.content AS TEXT), '$.url') = 'text', 0) = :url)
                AND (event.state_key IS NOT NULL OR event.sender NOT IN (SELECT user FROM erased_sender)
                    OR EXISTS (SELECT 1 FROM inside WHERE inside.room = event.room AND event.ord BETWEEN inside.low AND inside.high))
                ORDER BY \(question.isNewestFirst ? "event_text.rowid DESC" : "score DESC, event_text.rowid DESC") LIMIT :limit
                """,
            arguments: [
                "match": question.match, "readable": text(question.readable), "inside": text(question.inside),
                "types": text(question.types.map(JSONValue.string)),
                "senders": question.senders.map { text($0.map(JSONValue.string)) },
                "notSenders": text(question.notSenders.map(JSONValue.string)), "url": question.containsURL,
                "limit": question.limit,
            ])
        var hits: [MessageSearch.Hit] = []
        while let row = try rows.next() {
            hits.append(MessageSearch.Hit(room: row[1], ord: row[0], rank: row[2]))
        }
        return hits
    }

    private static func text(_ list: [JSONValue]) -> String {
        String(decoding: JSONValue.array(list).serialized(), as: UTF8.self)
    }
}

/// Removes the words of deleted messages from the index.
enum SearchIndexStore {
    /// Rewrites the index if entries were removed from it. A search does not find a redacted message, but the message's words stay readable in the
    /// database file until the index is rewritten. The node rewrites the index when it stops, because the rewriting of a large index takes long.
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
