import GRDB
import SDNWire

private enum EventsKey: Hashable {
    case position
    case room(RoomRowID)
    case visibilities(RoomRowID)
    case events(SyncSnapshot.Range)
}

/// The rooms and events that syncs with one snapshot share.
extension SyncSnapshot {
    /// The most positions of a range whose events are kept.
    private static let rangeLimit: Int64 = 1_000
    /// The most events of a range that are kept.
    private static let eventLimit = 50

    /// Returns the newest position of the stream.
    func position() throws -> Int64 { try remembered(EventsKey.position) { try EventStore.position(in: db) } }

    func room(_ rowID: RoomRowID) throws -> RoomRecord? {
        try remembered(EventsKey.room(rowID)) { try RoomRecord.find(rowID: rowID, in: db) }
    }

    /// Returns the history visibilities of a room, oldest first.
    func visibilities(of room: RoomRowID) throws -> [StateStore.Entry] {
        try remembered(EventsKey.visibilities(room)) {
            try StateStore.history(EventType.historyVisibility, "", room: room, in: db)
        }
    }

    /// Returns the events of a short range of a room, newest first; `nil` if the range is long or has many events.
    func events(_ range: Range) throws -> [StoredEvent]? {
        guard range.lower > 0, range.upper - range.lower <= Self.rangeLimit else { return nil }
        return try remembered(EventsKey.events(range)) {
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
            return read
        }
    }
}
