import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// The rooms that the directory lists, the largest first, in pages.
    func publicRooms(_ request: PublicRoomsRequest) async throws -> RawJSON {
        let offset = try request.since.map(Self.offset) ?? 0
        let limit = min(request.limit ?? 100, 500)
        let term = request.searchTerm?.lowercased()
        return try await read { db in
            let rows = try Row.fetchAll(db, sql: """
                SELECT r.nid, r.room_id, (SELECT count(*) FROM membership m WHERE m.room = r.nid AND m.membership = 'join') AS joined
                FROM room r WHERE r.is_listed ORDER BY joined DESC, r.nid
                """)
            // Without a search only the page's own rooms are looked into.
            let wanted = term == nil ? Array(rows.dropFirst(offset).prefix(limit)) : rows
            var entries = try wanted.map { try PublicRoom(nid: $0[0], roomID: $0[1], joined: $0[2], in: db) }
            var total = rows.count
            if let term, !term.isEmpty {
                let found = entries.filter { $0.matches(term) }
                total = found.count
                entries = Array(found.dropFirst(offset).prefix(limit))
            } else if term != nil {
                entries = Array(entries.dropFirst(offset).prefix(limit))
            }
            var object: JSONObject = ["chunk": .array(entries.map(\.json)), "total_room_count_estimate": .int(Int64(total))]
            if limit > 0, offset + entries.count < total { object["next_batch"] = .string("p\(offset + limit)") }
            if offset > 0 { object["prev_batch"] = .string("p\(max(0, offset - limit))") }
            return RawJSON(assembled: JSONValue.object(object).serialized())
        }
    }

    private static func offset(_ token: String) throws(MatrixError) -> Int {
        guard token.utf8.first == UInt8(ascii: "p"), let offset = Int32(token.dropFirst()), offset >= 0 else {
            throw MatrixError(.invalidParam, "since: not a token of the room list.")
        }
        return Int(offset)
    }
}

/// One line of the public room list. Absent texts are left out: stock clients refuse `null` (SDN sheet 7.8).
private struct PublicRoom {
    let json: JSONValue
    private let searched: [String]

    init(nid: Int64, roomID: String, joined: Int64, in db: Database) throws {
        func content(_ type: String, _ key: String) throws -> String? {
            try StateStore.event(type, room: nid, in: db)?.contentObject[key]?.stringValue
        }
        let name = try content(EventType.name, "name")
        let topic = try content(EventType.topic, "topic")
        let alias = try content(EventType.canonicalAlias, "alias")
        var object: JSONObject = ["room_id": .string(roomID), "num_joined_members": .int(joined)]
        object["world_readable"] = .bool(try content(EventType.historyVisibility, "history_visibility") == "world_readable")
        object["guest_can_join"] = .bool(try content(EventType.guestAccess, "guest_access") == "can_join")
        object.set("name", name)
        object.set("topic", topic)
        object.set("canonical_alias", alias)
        object.set("avatar_url", try content(EventType.avatar, "url"))
        object.set("join_rule", try content(EventType.joinRules, "join_rule"))
        object.set("room_type", try content(EventType.create, "type"))
        let aliases = try RoomDirectory.aliases(of: nid, in: db)
        if !aliases.isEmpty { object.set("aliases", aliases) }
        self.json = .object(object)
        self.searched = ([name, topic, alias].compactMap { $0 } + aliases).map { $0.lowercased() }
    }

    func matches(_ term: String) -> Bool { searched.contains { $0.contains(term) } }
}
