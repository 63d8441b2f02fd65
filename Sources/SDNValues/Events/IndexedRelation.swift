import HeraldJSON
import SDNWire

/// The one relation by which a store finds an event from another one. It serves to look up the other event's redaction, edits, reactions,
/// replies and thread, wherever in the history they are.
package enum IndexedRelation {
    /// A reply outside of threads, found from the event it answers.
    package static let reply = "m.in_reply_to"
    /// A state event, found from the event it replaced.
    package static let replacement = "m.replaces_state"
    /// The names that a sender must not use for a relation, because readers trust what is stored under them.
    private static let own: Set = [reply, replacement, EventType.redaction]

    /// Reads the relation of an event.
    /// - Returns: the other event's id and the kind: a relation type, a redaction's event type, or one of the names above.
    static func read(_ view: JSONView, type: String, isState: Bool) -> (eventId: String, type: String)? {
        if isState { return view["unsigned"]?["replaces_state"]?.string.map { ($0, replacement) } }
        if type == EventType.redaction, let target = view["redacts"]?.string ?? view["content"]?["redacts"]?.string {
            return (target, EventType.redaction)
        }
        guard let relation = view["content"]?["m.relates_to"] else { return nil }
        if let type = relation["rel_type"]?.string, !own.contains(type), let eventId = relation["event_id"]?.string {
            return (eventId, type)
        }
        return relation["m.in_reply_to"]?["event_id"]?.string.map { ($0, reply) }
    }
}
