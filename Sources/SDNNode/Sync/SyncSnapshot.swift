import GRDB
import HeraldJSON
import SDNWire

/// A snapshot of the database, with what is the same for all syncs that read from it. Most of the syncs that a message wakes have the same token and
/// need the same room and the same events.
///
/// The memory ends with the snapshot, so it never holds anything that has changed. It belongs to the thread that reads.
final class SyncSnapshot {
    /// The range of a room's history or of the stream: `lower` < position ≤ `upper`. The room of a range of the stream is ``RoomRowID/noRoom``.
    struct Range: Hashable {
        let room: RoomRowID
        let lower: Int64
        let upper: Int64
    }

    private struct Place: Hashable {
        let room: RoomRowID
        let eventID: String
    }

    /// The most positions of a range whose events are kept.
    private static let rangeLimit: Int64 = 1_000
    /// The most events of a range that are kept.
    private static let eventLimit = 50
    /// The most bytes of content of the events that are kept.
    private static let byteLimit = 1 << 20

    let db: Database
    /// True until the first read has ended. The snapshot is then as new as the database.
    var isNew = true
    private var newest: Int64?
    private var rooms: [RoomRowID: RoomRecord] = [:]
    private var visibilities: [RoomRowID: [StateStore.Entry]] = [:]
    private var stateChanges: [Range: Bool] = [:]
    private var keyChanges: [Range: [String]] = [:]
    private var events: [Range: [StoredEvent]?] = [:]
    private var relationKinds: [Place: Set<String>] = [:]
    private var related: [Range: RelatedEvents] = [:]
    private var bytesLeft = byteLimit

    init(_ db: Database) { self.db = db }

    /// Returns the newest position of the stream.
    func position() throws -> Int64 {
        if let newest { return newest }
        let read = try EventStore.position(in: db)
        newest = read
        return read
    }

    func room(_ rowID: RoomRowID) throws -> RoomRecord? {
        if let known = rooms[rowID] { return known }
        let read = try RoomRecord.find(rowID: rowID, in: db)
        rooms[rowID] = read
        return read
    }

    /// Returns the history visibilities of a room, oldest first.
    func visibilities(of room: RoomRowID) throws -> [StateStore.Entry] {
        if let known = visibilities[room] { return known }
        let read = try StateStore.history(EventType.historyVisibility, "", room: room, in: db)
        visibilities[room] = read
        return read
    }

    /// True if a range of a room has state events.
    func hasStateEvents(_ range: Range) throws -> Bool {
        if let known = stateChanges[range] { return known }
        let read = try SyncRows.hasStateEvent(in: range.room, after: range.lower, upTo: range.upper, in: db)
        stateChanges[range] = read
        return read
    }

    /// Returns the users whose keys changed in a range of the stream.
    func keyChanges(after lower: Int64, upTo upper: Int64) throws -> [String] {
        let range = Range(room: .noRoom, lower: lower, upper: upper)
        if let known = keyChanges[range] { return known }
        let read = try DeviceListRows.keyChanges(after: lower, upTo: upper, in: db)
        keyChanges[range] = read
        return read
    }

    /// Returns the events of a short range of a room, newest first; `nil` if the range is long or has many events.
    func events(_ range: Range) throws -> [StoredEvent]? {
        guard range.lower > 0, range.upper - range.lower <= Self.rangeLimit else { return nil }
        if let known = events[range] { return known }
        var read: [StoredEvent]? = []
        try EventStore.walk(
            room: range.room, after: range.lower, upTo: range.upper, newestFirst: true, in: db
        ) { event in
            bytesLeft -= event.content.count
            guard bytesLeft > 0, (read?.count ?? 0) < Self.eventLimit else {
                read = nil
                return false
            }
            read?.append(event)
            return true
        }
        events[range] = .some(read)
        return read
    }

    /// Returns the events of a room that have relations from events after a position.
    func related(in room: RoomRowID, after position: Int64) throws -> RelatedEvents {
        let range = Range(room: room, lower: position, upper: .max)
        if let known = related[range] { return known }
        let read = try RelatedEvents(room: room, after: position, in: db)
        related[range] = read
        return read
    }

    /// Returns the kinds of bundled relations that an event has.
    func relationKinds(of eventID: String, room: RoomRowID) throws -> Set<String> {
        let place = Place(room: room, eventID: eventID)
        if let known = relationKinds[place] { return known }
        let read = try RelationStore.kinds(of: eventID, room: room, in: db)
        relationKinds[place] = read
        return read
    }
}
