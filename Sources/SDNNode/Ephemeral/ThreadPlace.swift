import GRDB

/// Finds the thread of a room that an event belongs to, for receipts (SDN sheet 5.8).
enum ThreadPlace {
    /// The name of the main timeline, which holds all events outside threads.
    static let main = "main"
    /// The most relations that are followed in sequence, for example from a reaction to a message and from the message to its thread.
    private static let depth = 3

    /// True if a receipt for a thread may be at an event. The root of a thread belongs to the thread and to the main timeline.
    static func contains(_ event: StoredEvent, thread: String, room: RoomRowID, in db: Database) throws -> Bool {
        let place = try of(event, room: room, in: db)
        return place.thread == thread || place.top == thread
    }

    /// Returns the thread of an event, and the last event in the chain of its relations, which may be the root of another thread.
    private static func of(_ event: StoredEvent, room: RoomRowID, in db: Database) throws -> (
        thread: String, top: String
    ) {
        var (ord, id) = (event.ord, event.eventID)
        for _ in 0...depth {
            guard let relation = try RelationRows.relation(of: ord, room: room, in: db) else { break }
            if relation.kind == "m.thread" { return (relation.target, relation.target) }
            guard let next = try EventStore.event(id: relation.target, room: room, in: db) else { break }
            (ord, id) = (next.ord, next.eventID)
        }
        return (main, id)
    }
}
