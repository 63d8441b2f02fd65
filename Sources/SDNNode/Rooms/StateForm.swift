import HeraldJSON
import SDNWire

/// Checks the form of an event that a client sends. These are mistakes of the request, so the answer is 400 and not that the sender lacks a right.
struct StateForm {
    let type: String
    /// The state key; `nil` for a message-like event.
    let stateKey: String?
    let content: JSONObject
    let sender: String

    /// - Throws: `M_INVALID_PARAM` if the event could never be valid; `M_BAD_ALIAS` if a new alias does not lead to the room.
    func check(in log: RoomLog) throws {
        if type == EventType.tombstone,
            content["replacement_room"]?.stringValue?.isIdentical(to: log.room.roomID) == true
        {
            throw MatrixError(.invalidParam, "replacement_room: a room cannot replace itself.")
        }
        guard stateKey == "" else { return }
        if type == EventType.create {
            throw MatrixError(.invalidParam, "m.room.create can only be the first event of a room.")
        }
        switch type {
        case EventType.powerLevels, EventType.canonicalAlias:
            // The errors for members would reveal the settings of the room to others. The authorisation rules refuse the events of others.
            let own = try StateStore.entry(EventType.member, sender, room: log.room.rowID, in: log.db)?.value
            guard own == Membership.join.rawValue else { return }
        default: return
        }
        switch type {
        case EventType.powerLevels where log.room.version.putsCreatorsAboveLevels:
            let current = try PowerLevels(of: log.room, in: log.db)
            if let creator = PowerLevelChange.creator(among: content, current) {
                throw MatrixError(.invalidParam, "users.\(creator): a creator of the room has no level.")
            }
        case EventType.canonicalAlias: try CanonicalAlias(content: content).requireAliases(in: log)
        default: break
        }
    }
}
