import GRDB

/// Which thread of a room an event belongs to, for receipts (SDN sheet 5.8).
enum ThreadPlace {
    /// The name of everything outside threads.
    static let main = "main"
    /// How many relations are followed, such as from a reaction to the message to the thread.
    private static let depth = 3

    /// Whether a receipt for a thread may stand at an event. The root of a thread is in the thread, and in the main timeline too.
    static func contains(_ event: StoredEvent, thread: String, room: Int64, in db: Database) throws -> Bool {
        let place = try of(event, room: room, in: db)
        return place.thread == thread || place.top == thread
    }

    /// The thread, and the event that the relations lead to.
    private static func of(_ event: StoredEvent, room: Int64, in db: Database) throws -> (thread: String, top: String) {
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
