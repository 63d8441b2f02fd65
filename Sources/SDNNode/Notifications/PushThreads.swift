import GRDB
import HeraldJSON

/// Which thread an event belongs to, for counts and receipts (SDN sheet 5.8).
enum PushThreads {
    /// What is in no thread.
    static let main = "main"
    /// Relations of relations of relations; longer chains belong to no thread.
    private static let depthLimit = 3

    /// The root of a thread, or ``main``. What relates to an event of a thread belongs to it as well.
    static func thread(of content: JSONObject, room: Int64, in db: Database) throws -> String {
        guard let relation = content["m.relates_to"], var kind = relation["rel_type"]?.stringValue, var target = relation["event_id"]?.stringValue
        else { return main }
        for _ in 0..<depthLimit {
            guard !target.utf8.contains(0) else { return main }
            if kind == "m.thread" { return target }
            let next = try Row.fetchOne(
                db.cachedStatement(sql: """
                    SELECT r.rel_type, r.target FROM event e JOIN relation r ON r.room = e.room AND r.ord = e.ord WHERE e.event_id = ? AND e.room = ?
                    """),
                arguments: [target, room])
            guard let next else { return main }
            (kind, target) = (next[0], next[1])
        }
        return main
    }
}
