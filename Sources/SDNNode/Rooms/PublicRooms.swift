import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Returns the rooms of the directory in pages, largest first. Without a limit, with a limit of 0 or with one that is too large, a page has
    /// ``PublicRoomList/pageLimit`` rooms.
    func publicRooms(_ request: PublicRoomsRequest) async throws -> RawJSON {
        let asked = request.limit ?? 0
        let limit = asked > 0 ? min(asked, PublicRoomList.pageLimit) : PublicRoomList.pageLimit
        let since = try request.since.map(PublicRoomList.Token.init)
        if let server = request.server, server != services.configuration.serverName {
            throw MatrixError(.notFound, "This node does not list rooms of other servers.")
        }
        // This node has no bridges, and therefore no rooms of other networks.
        if request.thirdPartyInstanceID != nil, !request.includesAllNetworks {
            return RawJSON(assembled: Array(#"{"chunk":[],"total_room_count_estimate":0}"#.utf8))
        }
        return try await read { db in
            var list = PublicRoomList(
                term: request.searchTerm?.lowercased() ?? "", types: request.roomTypes, limit: limit)
            try list.read(since, in: db)
            return RawJSON(assembled: list.json(total: try list.total(in: db)))
        }
    }
}

/// One entry of the public room list. Absent texts are left out, because stock clients reject `null` (SDN sheet 7.8).
struct PublicRoom {
    let json: JSONValue
    /// The room type, such as `m.space`; `nil` for an ordinary room.
    let type: String?
    /// The bytes of state that were read for the entry.
    let looked: Int
    private let searched: [String]
    /// The most aliases that an entry of the room list has in addition to the canonical alias.
    private static let aliasLimit = 20

    init(rowID: RoomRowID, roomID: String, joined: Int64, in db: Database) throws {
        var looked = 0
        func content(_ type: String, _ key: String) throws -> String? {
            guard let event = try StateStore.event(type, room: rowID, in: db) else { return nil }
            looked += event.content.count
            return event.contentObject[key]?.stringValue
        }
        let name = try content(EventType.name, "name")
        let topic = try content(EventType.topic, "topic")
        let alias = try content(EventType.canonicalAlias, "alias")
        var object: JSONObject = ["room_id": .string(roomID), "num_joined_members": .int(joined)]
        object["world_readable"] = .bool(
            try StateStore.entry(EventType.historyVisibility, room: rowID, in: db)?.value == "world_readable")
        object["guest_can_join"] = .bool(try content(EventType.guestAccess, "guest_access") == "can_join")
        object.set("name", name)
        object.set("topic", topic)
        object.set("canonical_alias", alias)
        object.set("avatar_url", try content(EventType.avatar, "url"))
        object.set("join_rule", try content(EventType.joinRules, "join_rule"))
        self.type = try content(EventType.create, "type")
        object.set("room_type", type)
        let aliases = try RoomAliasStore.aliases(of: rowID, atMost: Self.aliasLimit, in: db)
        if !aliases.isEmpty { object.set("aliases", aliases) }
        self.json = .object(object)
        self.looked = looked
        self.searched = ([name, topic, alias].compactMap { $0 } + aliases).map { $0.lowercased() }
    }

    func matches(_ term: String) -> Bool { term.isEmpty || searched.contains { $0.contains(term) } }
}
