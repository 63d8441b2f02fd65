import GRDB
import HeraldJSON
import SDNWire

/// The state of a room for a user who is invited or knocks: a few events, stripped to four members (SDN sheet 7.3). The event that
/// created a room of version 12 also has the time.
struct InviteState {
    let room: RoomRecord
    let user: String
    /// The position of the invitation. Later changes are not shown.
    let position: Int64
    let db: Database

    /// The largest content of an event in bytes. Larger content is left out, because the inviter chooses it and every first sync of the invited user
    /// contains it.
    private static let contentLimit = 4_096
    private static let types = [
        EventType.create, EventType.joinRules, EventType.name, EventType.avatar, EventType.topic,
        EventType.canonicalAlias, EventType.encryption,
    ]

    /// Returns `{"<name>":{"events":[…]}}`, with the user's own member event last.
    func json(named name: String) throws -> [UInt8] {
        var events: [StoredEvent] = try Self.types.compactMap {
            try StateStore.event($0, room: room.rowID, at: position, in: db)
        }
        .filter { $0.content.count <= Self.contentLimit }
        if let own = try EventStore.event(room: room.rowID, ord: position, in: db) {
            if !own.sender.isIdentical(to: user),
                let inviter = try StateStore.event(EventType.member, own.sender, room: room.rowID, at: position, in: db)
            {
                events.append(inviter)
            }
            events.append(own)
        }
        var out = Array(#"{"\#(name)":{"events":["#.utf8)
        for (index, event) in events.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            var object = JSONObjectWriter()
            object.add("type", JSONText.quoted(event.type))
            try object.add("state_key", JSONText.quoted(event.requiredStateKey()))
            object.add("sender", JSONText.quoted(event.sender))
            object.add("content", event.content.count <= Self.contentLimit ? event.content : Self.membership(in: event))
            if event.type == EventType.create, room.version.hashesRoomID {
                // Such a room's ID names no server, so clients look at the event that created the room (MSC4311).
                object.add("origin_server_ts", String(event.timestamp.milliseconds))
            }
            out.append(contentsOf: object.finished())
        }
        return out + Array("]}}".utf8)
    }

    private static func membership(in event: StoredEvent) -> [UInt8] {
        var content = JSONObject()
        content["membership"] = event.contentObject["membership"]
        return JSONValue.object(content).serialized()
    }
}
