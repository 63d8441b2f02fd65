import GRDB
import HeraldJSON
import SDNWire

/// Writes events in the form for clients. The stored content is copied unchanged (SDN sheet 7.5).
struct ClientEventWriter {
    let db: Database
    let room: RoomRecord
    /// The rights of the reader, which decide on the other events that `unsigned` quotes.
    let history: HistoryAccess
    let reader: Caller
    let now: Timestamp
    /// The ignored users, whose events `unsigned` does not quote.
    let ignored: IgnoredSenders
    /// False in sync, where the room ID is the key of the room's section.
    let includesRoomID: Bool

    init(
        db: Database, room: RoomRecord, history: HistoryAccess, reader: Caller, ignored: IgnoredSenders, now: Timestamp,
        includesRoomID: Bool
    ) {
        self.db = db
        self.room = room
        self.history = history
        self.reader = reader
        self.ignored = ignored
        self.now = now
        self.includesRoomID = includesRoomID
    }

    init(db: Database, _ access: RoomAccess, reader: Caller, ignored: IgnoredSenders, now: Timestamp) {
        self.init(
            db: db, room: access.room, history: access.history, reader: reader, ignored: ignored, now: now,
            includesRoomID: true)
    }

    func append(_ event: StoredEvent, to out: inout [UInt8]) throws {
        appendCore(event, to: &out)
        out.append(contentsOf: #","unsigned":"#.utf8)
        try appendUnsigned(event, to: &out)
        out.append(UInt8(ascii: "}"))
    }

    /// Returns the JSON of an event; `nil` if there is no event.
    func json(of event: StoredEvent?) throws -> [UInt8]? {
        guard let event else { return nil }
        var json: [UInt8] = []
        try append(event, to: &json)
        return json
    }

    /// Writes all members except `unsigned`, without the closing brace.
    private func appendCore(_ event: StoredEvent, to out: inout [UInt8]) {
        out.append(contentsOf: #"{"content":"#.utf8)
        out.append(contentsOf: event.content)
        out.append(contentsOf: #","event_id":"#.utf8)
        JSONText.appendQuoted(event.eventID, to: &out)
        out.append(contentsOf: #","origin_server_ts":\#(event.timestamp.milliseconds)"#.utf8)
        if let redacts = event.redacts {
            out.append(contentsOf: #","redacts":"#.utf8)
            JSONText.appendQuoted(redacts, to: &out)
        }
        if includesRoomID {
            out.append(contentsOf: #","room_id":"#.utf8)
            JSONText.appendQuoted(room.roomID, to: &out)
        }
        out.append(contentsOf: #","sender":"#.utf8)
        JSONText.appendQuoted(event.sender, to: &out)
        if let key = event.stateKey {
            out.append(contentsOf: #","state_key":"#.utf8)
            JSONText.appendQuoted(key, to: &out)
        }
        out.append(contentsOf: #","type":"#.utf8)
        JSONText.appendQuoted(event.type, to: &out)
    }

    private func appendUnsigned(_ event: StoredEvent, to out: inout [UInt8]) throws {
        out.append(
            contentsOf: #"{"age":\#(max(0, now.milliseconds(since: event.timestamp)))"#.utf8)
        if let relations = try bundledRelations(event) {
            out.append(contentsOf: #","m.relations":"#.utf8)
            out.append(contentsOf: relations)
        }
        if let replaces = event.replaces, let before = try EventStore.event(room: room.rowID, ord: replaces, in: db),
            history.allows(before)
        {
            out.append(contentsOf: #","prev_content":"#.utf8)
            out.append(contentsOf: before.content)
            out.append(contentsOf: #","prev_sender":"#.utf8)
            JSONText.appendQuoted(before.sender, to: &out)
            out.append(contentsOf: #","replaces_state":"#.utf8)
            JSONText.appendQuoted(before.eventID, to: &out)
        }
        if let ord = event.redactedBy, let redaction = try EventStore.event(room: room.rowID, ord: ord, in: db),
            history.allows(redaction)
        {
            out.append(contentsOf: #","redacted_because":"#.utf8)
            appendCore(redaction, to: &out)
            out.append(contentsOf: #","unsigned":{}}"#.utf8)
        }
        if let origin = event.origin, let txn = origin.transactionID, reader.userID == event.sender,
            reader.deviceID == origin.deviceID
        {
            out.append(contentsOf: #","transaction_id":"#.utf8)
            JSONText.appendQuoted(txn, to: &out)
        }
        out.append(UInt8(ascii: "}"))
    }

    /// Returns `m.relations` with edit, references and thread, as far as the reader may see them; `nil` if there are none.
    private func bundledRelations(_ event: StoredEvent) throws -> [UInt8]? {
        let kinds = try RelationStore.kinds(of: event.eventID, room: room.rowID, in: db)
        guard !kinds.isEmpty, event.redactedBy == nil else { return nil }
        var parts: [[UInt8]] = []
        let ignored =
            kinds.contains("m.reference") || kinds.contains("m.thread") ? try ignored.read(reader.userID, in: db) : []
        if kinds.contains("m.reference") {
            let ids = try RelationStore.references(
                to: event.eventID, room: room.rowID, for: history, ignoring: ignored, in: db)
            let chunk = JSONValue.array(ids.map { ["event_id": .string($0)] })
            if !ids.isEmpty {
                parts.append(Array(#""m.reference":"#.utf8) + JSONValue.object(["chunk": chunk]).serialized())
            }
        }
        if kinds.contains("m.replace"),
            let edit = try RelationStore.latestEdit(of: event, room: room.rowID, for: history, in: db)
        {
            var part = Array(#""m.replace":"#.utf8)
            appendPlain(edit, to: &part)
            parts.append(part)
        }
        if kinds.contains("m.thread"),
            let thread = try RelationStore.thread(
                from: event, room: room.rowID, for: history, ignoring: ignored, in: db)
        {
            var part = Array(
                #""m.thread":{"count":\#(thread.count),"current_user_participated":\#(thread.includesReader),"latest_event":"#
                    .utf8)
            appendPlain(thread.latest, to: &part)
            part.append(UInt8(ascii: "}"))
            parts.append(part)
        }
        guard !parts.isEmpty else { return nil }
        return [UInt8(ascii: "{")] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }

    /// Writes an event inside another event's `unsigned`, without relations of its own.
    private func appendPlain(_ event: StoredEvent, to out: inout [UInt8]) {
        appendCore(event, to: &out)
        out.append(contentsOf: #","unsigned":{}}"#.utf8)
    }
}
