import GRDB
import HeraldJSON

/// Which thread an event belongs to, for counts and receipts (SDN sheet 5.8).
enum PushThreads {
    /// What is in no thread.
    static let main = "main"
    /// RelationStore of relations of relations; longer chains belong to no thread.
    private static let depthLimit = 3

    /// The root of a thread, or ``main``. What relates to an event of a thread belongs to it as well.
    static func thread(of content: JSONObject, room: Int64, in db: Database) throws -> String {
        guard let relation = content["m.relates_to"], var kind = relation["rel_type"]?.stringValue, var target = relation["event_id"]?.stringValue
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
