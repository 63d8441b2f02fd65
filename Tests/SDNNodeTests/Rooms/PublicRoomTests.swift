import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Public rooms")
struct PublicRoomTests {
    @Test("public rooms are listed without a login, the largest first, in pages")
    func pages() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        var rooms: [String] = []
        for index in 0..<5 {
            rooms.append(
                try await alice.createRoom(["visibility": "public", "name": .string("Room \(index)"), "topic": "About"])
            )
        }
        _ = try await alice.createRoom(["preset": "public_chat", "name": "Room unlisted"])
        try await bob.join(rooms[3])
        let first = try await node.send("GET", "/_api/client/r0/publicRooms?limit=2").body
        #expect(first.list("chunk").map { $0.text("name") } == ["Room 3", "Room 0"])
        #expect(first["total_room_count_estimate"] == 5)
        #expect(first["prev_batch"] == nil)
        #expect(first.list("chunk").first?["num_joined_members"] == 2)
        #expect(first.list("chunk").first?["world_readable"] == false)
        #expect(first.list("chunk").first?["guest_can_join"] == false)
        var names: [String] = [], since: String?
        repeat {
            let page = try await alice.ok(
                "GET", ["publicRooms"], query: since.map { ["limit": "2", "since": $0] } ?? ["limit": "2"])
            names += page.list("chunk").compactMap { $0.text("name") }
            since = page.text("next_batch")
        } while since != nil
        #expect(names == ["Room 3", "Room 0", "Room 1", "Room 2", "Room 4"])
        #expect(try await alice.call("GET", ["publicRooms"], query: ["since": "x"]).errcode == "M_INVALID_PARAM")
        let found = try await alice.ok("POST", ["publicRooms"], ["filter": ["generic_search_term": "ROOM 4"]])
        #expect(found.list("chunk").map { $0.text("room_id") } == [rooms[4]])
    }

    @Test("a user who may set a room's alias may list the room")
    func listing() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        #expect(
            try await bob.call("PUT", ["directory", "list", "room", room], ["visibility": "public"]).errcode
                == "M_FORBIDDEN")
        try await alice.ok("PUT", ["directory", "list", "room", room], ["visibility": "public"])
        #expect(try await bob.ok("GET", ["directory", "list", "room", room]) == ["visibility": "public"])
        #expect(try await bob.ok("GET", ["publicRooms"]).list("chunk").count == 1)
    }

    @Test("the list can be filtered by the kind of room")
    func kinds() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom(["visibility": "public", "name": "Plain"])
        let space = try await ann.createRoom([
            "visibility": "public", "name": "Space", "creation_content": ["type": "m.space"],
        ])
        func list(_ types: JSONValue, _ term: String? = nil) async throws -> [String?] {
            var filter: JSONObject = ["room_types": types]
            filter["generic_search_term"] = term.map(JSONValue.string)
            return try await ann.ok("POST", ["publicRooms"], ["filter": .object(filter)]).list("chunk").map {
                $0.text("room_id")
            }
        }
        #expect(try await list(["m.space"]) == [space])
        #expect(try await list([.null]) == [room])
        #expect(try await Set(list([.null, "m.space"])) == [room, space])
        #expect(try await list([]).isEmpty)
        #expect(try await list(["m.space"], "plain").isEmpty)
        #expect(
            try await ann.call("POST", ["publicRooms"], ["filter": ["room_types": [1]]]).errcode == "M_INVALID_PARAM")
    }

    @Test("other servers are unknown, and networks without a bridge have no rooms")
    func elsewhere() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        _ = try await ann.createRoom(["visibility": "public"])
        #expect(try await ann.ok("POST", ["publicRooms"], query: ["server": "localhost"], [:]).list("chunk").count == 1)
        #expect(
            try await ann.call("POST", ["publicRooms"], query: ["server": "other.example"], [:]).errcode
                == "M_NOT_FOUND")
        #expect(try await ann.ok("POST", ["publicRooms"], ["third_party_instance_id": "irc"]).list("chunk").isEmpty)
        #expect(
            try await ann.ok("POST", ["publicRooms"], ["third_party_instance_id": "irc", "include_all_networks": true])
                .list("chunk").count == 1)
    }
}
