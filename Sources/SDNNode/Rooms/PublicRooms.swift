import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// How many rooms one search of the list looks into; there may be more on the next page.
    private static let lookedInto = 500

    /// The rooms that the directory lists, the largest first, in pages.
    func publicRooms(_ request: PublicRoomsRequest) async throws -> RawJSON {
        let offset = try request.since.map(Self.offset) ?? 0
        let limit = min(request.limit ?? 100, 500)
        let term = request.searchTerm?.lowercased()
        if let server = request.server, server != services.configuration.serverName {
            throw MatrixError(.notFound, "This node knows no other servers.")
        }
        // This node has no bridges, hence no rooms of other networks.
        if request.thirdPartyInstanceID != nil, !request.includesAllNetworks { return Self.page([], offset: offset, limit: limit, total: 0) }
        return try await read { db in
            let isSearch = term?.isEmpty == false || request.roomTypes != nil
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT nid, room_id, joined FROM room WHERE is_listed ORDER BY joined DESC, nid LIMIT ? OFFSET ?"),
                arguments: [isSearch ? Self.lookedInto : limit, offset])
            let entries = try rows.map { try PublicRoom(nid: $0[0], roomID: $0[1], joined: $0[2], in: db) }
            let total = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM room WHERE is_listed")) ?? 0
            guard isSearch else { return Self.page(entries, offset: offset, limit: limit, total: total) }
            // Of a search the tokens are places in the whole list.
            let found = entries.enumerated().filter { $0.element.matches(term ?? "") && (request.roomTypes?.contains($0.element.type) ?? true) }
            let rest = found.dropFirst(limit).first?.offset ?? rows.count
            return Self.answer(
                found.prefix(limit).map(\.element), total: found.count, next: limit > 0 && offset + rest < total ? offset + rest : nil, previous: nil)
        }
    }

    private static func answer(_ entries: [PublicRoom], total: Int, next: Int?, previous: Int?) -> RawJSON {
        var object: JSONObject = ["chunk": .array(entries.map(\.json)), "total_room_count_estimate": .int(Int64(total))]
        object.set("next_batch", next.map { "p\($0)" })
        object.set("prev_batch", previous.map { "p\($0)" })
        return RawJSON(assembled: JSONValue.object(object).serialized())
    }

    private static func page(_ entries: [PublicRoom], offset: Int, limit: Int, total: Int) -> RawJSON {
        answer(
            entries, total: total, next: limit > 0 && offset + entries.count < total ? offset + limit : nil,
            previous: offset > 0 ? max(0, offset - limit) : nil)
    }

    private static func offset(_ token: String) throws(MatrixError) -> Int {
        guard token.utf8.first == UInt8(ascii: "p"), let offset = Int32(token.dropFirst()), offset >= 0 else {
            throw MatrixError(.invalidParam, "since: not a token of the room list.")
        }
        return Int(offset)
    }
}

/// One line of the public room list. Absent texts are left out: stock clients refuse `null` (SDN sheet 7.8).
struct PublicRoom {
    let json: JSONValue
    /// Such as `m.space`; `nil` for an ordinary room.
    let type: String?
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
        self.type = try content(EventType.create, "type")
        object.set("room_type", type)
        let aliases = try RoomDirectory.aliases(of: nid, in: db)
        if !aliases.isEmpty { object.set("aliases", aliases) }
        self.json = .object(object)
        self.searched = ([name, topic, alias].compactMap { $0 } + aliases).map { $0.lowercased() }
    }

    func matches(_ term: String) -> Bool { term.isEmpty || searched.contains { $0.contains(term) } }
}
