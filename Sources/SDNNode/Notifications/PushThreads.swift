import GRDB
import HeraldJSON

/// Finds the thread that an event belongs to, for counts and receipts (SDN sheet 5.8).
enum PushThreads {
    /// The name for events that are in no thread.
    static let main = "main"
    /// The most relations that are followed. Events with a longer chain belong to no thread.
    private static let depthLimit = 3

    /// Returns the root of the event's thread, or ``main``. An event that relates to an event of a thread belongs to the thread as well.
    static func thread(of content: JSONObject, room: RoomRowID, in db: Database) throws -> String {
        guard let relation = content["m.relates_to"], var kind = relation["rel_type"]?.stringValue,
            var target = relation["event_id"]?.stringValue
        else { return main }
        for _ in 0..<depthLimit {
            guard !target.utf8.contains(0) else { return main }
            if kind == "m.thread" { return target }
            guard let next = try RelationRows.relation(of: target, room: room, in: db) else { return main }
            (kind, target) = (next.kind, next.target)
        }
        return main
    }
}
