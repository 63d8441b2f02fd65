import GRDB
import HeraldJSON
import SDNWire

/// The relations of events: edits, reactions, references and threads (SDN sheet 5.8).
enum RelationStore {
    /// The longest target and kind of a relation, and the longest key of a reaction, in bytes.
    private static let nameLimit = 255, keyLimit = 500

    /// Stores the relation of an event. Refuses a reaction that the sender has already given.
    /// - Throws: `M_DUPLICATE_ANNOTATION` for a repeated reaction; `M_UNKNOWN` if the key is too long, or if the root of a thread relates to another
    ///   event.
    static func note(_ draft: EventDraft, room: RoomRowID, ord: Int64, in db: Database) throws {
        guard let relation = draft.content["m.relates_to"], let type = relation["rel_type"]?.stringValue,
            let target = relation["event_id"]?.stringValue
        else { return }
        let key = relation["key"]?.stringValue
        // The ID of an event and the name of a relation are never longer. A relation with a longer text is not stored, because the index would
        // store the text several times.
        guard target.utf8.count <= nameLimit, type.utf8.count <= nameLimit else { return }
        if type == "m.annotation", let key, key.utf8.count > keyLimit {
            throw MatrixError(.unknown, "m.relates_to.key: at most \(keyLimit) bytes.")
        }
        // SQLite ends a text at U+0000. A relation with this character would therefore be taken for another relation, so it is not stored.
        guard ![type, target, key].contains(where: { $0?.utf8.contains(0) == true }) else { return }
        if type == "m.annotation", let key, try exists(draft, target: target, key: key, room: room, in: db) {
            throw MatrixError(.duplicateAnnotation, "You have already reacted to this event in this way.")
        }
        if type == "m.thread", try isRelated(target, room: room, in: db) {
            throw MatrixError(.unknown, "Cannot start threads from an event with a relation.")
        }
        try db.cachedStatement(
            sql: "INSERT INTO relation (room, target, rel_type, ord, sender, type, key) VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        .execute(arguments: [room, target, type, ord, draft.sender, draft.type, key])
    }

    /// Deletes the relation of a redacted event.
    static func forget(room: RoomRowID, ord: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM relation WHERE room = ? AND ord = ?").execute(arguments: [room, ord])
    }

    /// The most edits of an event that are compared. They are the ones that arrived last.
    private static let comparedEdits = 100
    /// The most edits of an event whose content is read. More than one is read only if the newest edit is not valid.
    private static let examinedEdits = 10

    /// Returns the newest valid edit of an event: by the same sender, of the same type, with a new content, and neither of a state event nor of
    /// another edit. The edit with the latest timestamp is the newest. If timestamps are equal, the event ID decides (SDN sheet 5.8).
    static func latestEdit(of event: StoredEvent, room: RoomRowID, for reader: HistoryAccess, in db: Database) throws
        -> StoredEvent?
    {
        guard event.stateKey == nil, event.redactedBy == nil, !isEdit(event) else { return nil }
        let ords = try Int64.fetchCursor(
            db.makeStatement(
                sql: """
                    SELECT ord FROM (
                        SELECT r.ord AS ord, e.ts AS ts, e.event_id AS id FROM relation r INDEXED BY relation_by_sender
                        CROSS JOIN event e ON e.room = r.room AND e.ord = r.ord
                        WHERE r.room = ? AND r.sender = ? AND r.target = ? AND r.rel_type = 'm.replace' AND r.type = ?
                        ORDER BY r.ord DESC LIMIT ?)
                    ORDER BY ts DESC, id DESC
                    """),
            arguments: [room, event.sender, event.eventID, event.type, comparedEdits])
        var left = examinedEdits
        while left > 0, let ord = try ords.next() {
            guard reader.allows(position: ord) else { continue }
            left -= 1
            if let edit = try EventStore.event(room: room, ord: ord, in: db), hasNewContent(edit) { return edit }
        }
        return nil
    }

    /// True if an event is itself an edit. Such an event has no edits.
    private static func isEdit(_ event: StoredEvent) -> Bool {
        event.contentObject["m.relates_to"]?["rel_type"]?.stringValue == "m.replace"
    }

    /// True if an edit says what replaces the content. An encrypted edit says it where the node cannot read it.
    private static func hasNewContent(_ edit: StoredEvent) -> Bool {
        guard edit.stateKey == nil else { return false }
        return edit.type == EventType.encrypted || edit.contentObject["m.new_content"]?.objectValue != nil
    }

    /// The most references that an event is sent with. `/relations` returns all of them.
    private static let bundledReferences = 1_000
    /// The most references that are read to find the ones to send. The reader may not see some of them.
    private static let inspectedReferences = 10_000

    /// Returns the IDs of the first events that refer to this one and that the reader may see, oldest first.
    /// - Parameter ignored: the users whose events the reader does not want to see.
    static func references(
        to eventID: String, room: RoomRowID, for reader: HistoryAccess, ignoring ignored: Set<String>, in db: Database
    ) throws -> [String] {
        let rows = try Row.fetchCursor(
            db.makeStatement(
                sql: """
                    SELECT e.ord, e.event_id, e.sender FROM relation r JOIN event e ON e.room = r.room AND e.ord = r.ord
                    WHERE r.room = ? AND r.target = ? AND r.rel_type = 'm.reference' ORDER BY r.ord LIMIT ?
                    """),
            arguments: [room, eventID, inspectedReferences])
        var ids: [String] = []
        while ids.count < bundledReferences, let row = try rows.next() {
            if reader.allows(position: row[0]), !ignored.contains(row[2]) { ids.append(row[1]) }
        }
        return ids
    }

    /// The summary of a thread, which is sent with the thread's root.
    struct Thread {
        let latest: StoredEvent
        let count: Int
        let includesReader: Bool
    }

    /// The most replies of a thread that are counted.
    private static let countedReplies = 10_000

    /// Returns the summary of a thread, from the replies that the reader may and wants to see.
    /// - Parameter ignored: the users whose events the reader does not want to see.
    static func thread(
        from root: StoredEvent, room: RoomRowID, for reader: HistoryAccess, ignoring ignored: Set<String>,
        in db: Database
    ) throws -> Thread? {
        let replies = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT ord, sender FROM relation WHERE room = ? AND target = ? AND rel_type = 'm.thread' ORDER BY ord DESC LIMIT ?
                    """),
            arguments: [room, root.eventID, countedReplies])
        var latest: Int64?, count = 0, includesReader = root.sender.isIdentical(to: reader.user)
        while let row = try replies.next() {
            let (ord, sender): (Int64, String) = (row[0], row[1])
            guard !ignored.contains(sender), reader.allows(position: ord) else { continue }
            latest = latest ?? ord
            count += 1
            if sender.isIdentical(to: reader.user) { includesReader = true }
        }
        guard let latest, let event = try EventStore.event(room: room, ord: latest, in: db) else { return nil }
        return Thread(latest: event, count: count, includesReader: includesReader)
    }

    /// Returns the kinds of bundled relations that an event has. Each kind costs one look-up in the index, however many relations there are.
    static func kinds(of eventID: String, room: RoomRowID, in db: Database) throws -> Set<String> {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: bundledKindsQuery), arguments: [room, eventID]) else {
            return []
        }
        var kinds: Set<String> = []
        for (index, kind) in bundledKinds.enumerated() where row[index] as Bool { kinds.insert(kind) }
        return kinds
    }

    private static let bundledKinds = ["m.reference", "m.replace", "m.thread"]
    private static let bundledKindsQuery =
        "SELECT "
        + bundledKinds.map {
            "EXISTS (SELECT 1 FROM relation WHERE room = ?1 AND target = ?2 AND rel_type = '\($0)')"
        }.joined(separator: ", ")

    private static func isRelated(_ eventID: String, room: RoomRowID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM event e JOIN relation r ON r.room = e.room AND r.ord = e.ord WHERE e.event_id = ? AND e.room = ?)
                    """),
            arguments: [eventID, room]) ?? false
    }

    private static func exists(_ draft: EventDraft, target: String, key: String, room: RoomRowID, in db: Database)
        throws
        -> Bool
    {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM relation WHERE room = ? AND target = ? AND rel_type = 'm.annotation' AND sender = ? AND type = ? AND key = ? LIMIT 1
                    """),
            arguments: [room, target, draft.sender, draft.type, key]) != nil
    }
}
