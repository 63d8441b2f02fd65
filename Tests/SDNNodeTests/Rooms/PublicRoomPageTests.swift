import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Pages of the public room list")
struct PublicRoomPageTests {
    private func walk(
        _ user: RoomUser, _ more: JSONObject = [:], from: String? = nil, _ token: String = "next_batch",
        between: (Int) async throws -> Void = { _ in }
    ) async throws -> [[String]] {
        var pages: [[String]] = [], since = from
        repeat {
            var body = more
            body["since"] = since.map(JSONValue.string)
            let page = try await user.ok("POST", ["publicRooms"], .object(body))
            #expect(page.serialized().count <= (1 << 20) + 500)
            pages.append(page.list("chunk").compactMap { $0.text("room_id") })
            since = page.text(token)
            try await between(pages.count)
        } while since != nil && pages.count < 100
        return pages
    }

    /// Rooms that are listed, each with so many bytes of topic.
    private func rooms(_ count: Int, topic: Int, by user: RoomUser) async throws -> [String] {
        var rooms: [String] = []
        for index in 0..<count {
            rooms.append(
                try await user.createRoom([
                    "visibility": "public", "name": .string("Room \(index)"),
                    "topic": .string(String(repeating: "t", count: topic)),
                ]))
        }
        return rooms
    }

    @Test(
        "attack 3: a page of the room list has a byte limit, and all pages together have each room once",
        arguments: [false, true])
    func bytes(isSearch: Bool) async throws {
        let ann = try await RoomUser(TestNode(), 1)
        let rooms = try await rooms(50, topic: 54 << 10, by: ann)
        let pages = try await walk(ann, isSearch ? ["filter": ["generic_search_term": "room"]] : [:])
        #expect(pages.count == 3)
        #expect(pages.flatMap { $0 } == rooms)
    }

    @Test("attack 102: a page and a search read a limited number of bytes of state, and their tokens lead to the rest")
    func stateBytes() async throws {
        let ann = try await RoomUser(TestNode(), 1)
        let rooms = try await rooms(30, topic: 1, by: ann),
            filling = JSONValue.string(String(repeating: "x", count: 60 << 10))
        // Nothing of the filling is shown.
        let state: [(type: String, content: JSONObject)] = [
            ("m.room.name", ["name": "large", "x": filling]), ("m.room.topic", ["x": filling]),
            ("m.room.avatar", ["x": filling]),
            ("m.room.guest_access", ["guest_access": "can_join", "x": filling]),
            ("m.room.join_rules", ["join_rule": "public", "x": filling]),
        ]
        for room in rooms {
            try await ann.append(
                to: room, state.map { EventDraft(type: $0.type, stateKey: "", sender: ann.userID, content: $0.content) }
            )
        }
        let pages = try await walk(ann)
        #expect(pages.map(\.count) == [14, 14, 2])
        #expect(pages.flatMap { $0 } == rooms)
        #expect(try await walk(ann, ["filter": ["generic_search_term": "large"]]) == pages)
        #expect(try await walk(ann, ["filter": ["generic_search_term": "nothing"]]) == [[], [], []])
    }

    @Test("attack 102: rooms after a full page are not read")
    func full() async throws {
        let ann = try await RoomUser(TestNode(), 1)
        _ = try await rooms(50, topic: 54 << 10, by: ann)
        let looked = try await ann.node.assembly.services.database.read { db in
            var list = PublicRoomList(term: "", types: nil, limit: PublicRoomList.pageLimit)
            try list.read(nil, in: db)
            return list.looked
        }
        let most = 1 << 20
        #expect(looked >= most)
        #expect(looked < most + 131_072)
    }

    @Test(
        "attack 3: a page has at most 100 rooms, even without a limit, with 0 or with more, as in upstream",
        arguments: [nil, 0, 101, 500] as [Int64?])
    func limit(limit: Int64?) async throws {
        let ann = try await RoomUser(TestNode(), 1)
        let rooms = try await rooms(103, topic: 1, by: ann)
        let pages = try await walk(ann, limit.map { ["limit": .int($0)] } ?? [:])
        #expect(pages.map(\.count) == [100, 3])
        #expect(pages.flatMap { $0 } == rooms)
        let query = limit.map { number in "?limit=\(number)" } ?? ""
        let answer = try await ann.node.send("GET", "/_matrix/client/v3/publicRooms\(query)")
        #expect(answer.body.list("chunk").count == 100)
    }

    @Test("the list can be paged forwards and backwards while rooms are added, removed and joined")
    func ways() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let rooms = try await rooms(9, topic: 1, by: ann)
        for room in rooms[0...2] { try await bob.join(room) }
        let pages = try await walk(ann, ["limit": 2]) { page in
            switch page {
            case 1: try await bob.leave(rooms[0])
            case 2: try await ann.ok("PUT", ["directory", "list", "room", rooms[1]], ["visibility": "private"])
            case 3: _ = try await ann.createRoom(["visibility": "public", "name": "new"])
            default: break
            }
        }
        // The one that became smaller than what was shown comes again, and so does nothing else.
        #expect(pages.flatMap { $0 }.filter { $0 != rooms[0] }.prefix(8) == rooms[1...8])
        let middle = try await ann.ok("POST", ["publicRooms"], ["limit": 4])
        let next = try await ann.ok("POST", ["publicRooms"], ["limit": 4, "since": .string(middle.nextBatch)])
        let back = try await ann.ok(
            "POST", ["publicRooms"], ["limit": 4, "since": .string(next.text("prev_batch") ?? "")])
        #expect(back["chunk"] == middle["chunk"])
        #expect(back["prev_batch"] == nil)
        #expect(
            try await ann.ok("POST", ["publicRooms"], ["limit": 4, "since": .string(back.nextBatch)])["chunk"]
                == next["chunk"])
        for since in ["p", "p1", "p1_", "p1_!none:x", "px_\(rooms[0])", "c1_\(rooms[0])"] {
            #expect(
                try await ann.call("POST", ["publicRooms"], ["since": .string(since)]).errcode == "M_INVALID_PARAM",
                "\(since)")
        }
    }

    @Test("attack 3: a room has a limited number of aliases, and the list shows the first of them")
    func aliases() async throws {
        let ann = try await RoomUser(TestNode(), 1)
        let room = try await ann.createRoom(["visibility": "public", "room_alias_name": "main"])
        try await ann.node.assembly.services.database.write { db in
            let rowID = try RoomRecord.require(room, in: db).rowID
            // A user gives a room 50 of them at most, so there are several.
            for index in 0..<(RoomAliasStore.perRoom - 1) {
                try RoomAliasStore.add(
                    "#alias\(1_000 + index):localhost", room: rowID, creator: "@user\(index / 40):localhost", in: db)
            }
        }
        let shown = try await ann.ok("GET", ["publicRooms"]).list("chunk")[0]
        #expect(shown.list("aliases").compactMap(\.stringValue) == (1_000..<1_020).map { "#alias\($0):localhost" })
        #expect(shown.text("canonical_alias") == "#main:localhost")
        let more = try await ann.call("PUT", ["directory", "room", "#more:localhost"], ["room_id": .string(room)])
        #expect(more.status == 403 && more.errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        #expect(try await ann.ok("GET", ["rooms", room, "aliases"]).list("aliases").count == RoomAliasStore.perRoom)
    }
}
