import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Spaces")
struct SpaceTests {
    private let node: TestNode
    private let ada: RoomUser
    private let ben: RoomUser

    init() async throws {
        node = try TestNode()
        ada = try await RoomUser(node, 1)
        ben = try await RoomUser(node, 2)
    }

    private func space(_ name: String) async throws -> String {
        try await ada.createRoom([
            "preset": "public_chat", "name": .string(name), "creation_content": ["type": "m.space"],
        ])
    }

    private func add(_ child: String, to space: String, _ more: JSONObject = [:]) async throws {
        try await ada.setState(
            "m.space.child", key: child, .object(more.merging(["via": ["localhost"]]) { old, _ in old }), in: space)
    }

    private func hierarchy(_ user: RoomUser, _ space: String, _ query: [String: String] = [:]) async throws -> JSONValue
    {
        try await user.ok("GET", ["rooms", space, "hierarchy"], query: query)
    }

    private func ids(_ answer: JSONValue) -> [String] { answer.list("rooms").compactMap { $0["room_id"]?.stringValue } }

    @Test("a hierarchy is listed depth first in its order, each room once, without rooms that the user may not see")
    func walk() async throws {
        let root = try await space("root"), inner = try await space("inner")
        let open = try await ada.createRoom(["preset": "public_chat", "name": "open"]),
            deep = try await ada.createRoom(["preset": "public_chat"])
        let secret = try await ada.createRoom(["preset": "private_chat"])
        try await add(open, to: root)
        try await add(inner, to: root, ["order": "a", "suggested": true])
        try await add(secret, to: root, ["order": "b"])
        try await add(deep, to: inner)
        try await add(root, to: inner)
        try await ada.setState("m.space.child", key: "!gone:localhost", [:], in: root)
        let seen = try await hierarchy(ben, root)
        #expect(ids(seen) == [root, inner, deep, open])
        #expect(ids(try await hierarchy(ada, root)) == [root, inner, deep, secret, open])
        let top = seen.list("rooms")[0]
        #expect(top["room_type"] == "m.space")
        #expect(top.list("children_state").map { $0["state_key"]?.stringValue } == [inner, secret, open])
        #expect(top.list("children_state")[0]["origin_server_ts"]?.intValue != nil)
        let shallow = try await hierarchy(ben, root, ["max_depth": "1"])
        #expect(ids(shallow) == [root, inner, open])
        let last = try #require(shallow.list("rooms").first { $0["room_id"] == .string(inner) })
        // The links have no order of their own, and may be of the same millisecond.
        let links = last.list("children_state").compactMap { $0["state_key"]?.stringValue }
        #expect(links.sorted() == [root, deep].sorted(), "links of the last level")
        #expect(ids(try await hierarchy(ben, root, ["suggested_only": "true"])) == [root, inner])
        var paged: [String] = []
        var from: String?
        repeat {
            var query = ["limit": "1"]
            query["from"] = from
            let page = try await hierarchy(ben, root, query)
            paged += ids(page)
            from = page.text("next_batch")
        } while from != nil
        #expect(paged == ids(seen))
        #expect(try await ben.call("GET", ["rooms", secret, "hierarchy"]).status == 403)
    }

    @Test("the parameters of a hierarchy are the same on all its pages, and a token for others is refused")
    func parameters() async throws {
        let root = try await space("root")
        for _ in 0..<2 { try await add(space("inner"), to: root, ["suggested": true]) }
        func answer(_ more: [String: String], from: String? = nil) async throws -> TestNode.Answer {
            var query = more
            query["limit"] = "1"
            query["from"] = from
            return try await ben.call("GET", ["rooms", root, "hierarchy"], query: query)
        }
        let parameters: [[String: String]] = [
            [:], ["suggested_only": "true"], ["max_depth": "1"], ["max_depth": "2"],
            ["suggested_only": "true", "max_depth": "1"],
        ]
        for first in parameters {
            let token = try #require(try await answer(first).body.text("next_batch"))
            for next in parameters {
                let page = try await answer(next, from: token)
                #expect(page.errcode == (next == first ? nil : "M_INVALID_PARAM"), "\(first) \(next)")
                #expect(page.status == (next == first ? 200 : 400))
            }
            // The number of rooms on a page may change.
            var larger = first
            (larger["limit"], larger["from"]) = ("5", token)
            #expect(ids(try await hierarchy(ben, root, larger)).count == 2)
        }
        for token in ["h", "h1", "x1_0_", "h-1_0_", "h+1_0_", "h01_0_", "h1_0", "h5001_0_", "h1_0_0_0", "h1_0_x"] {
            #expect(try await answer([:], from: token).errcode == "M_INVALID_PARAM", "\(token)")
        }
    }

    @Test("attack 3: a page of a hierarchy and a room's children in it have byte limits")
    func bytes() async throws {
        let topic = JSONValue.string(String(repeating: "t", count: 54 << 10)), root = try await space("root")
        var rooms = [root], children: [String] = []
        func link(_ child: String) async throws {
            let order = JSONValue.string("\(100 + children.count)")
            try await add(child, to: root, ["order": order, "a": .string(String(repeating: "a", count: 3_900))])
            children.append(child)
        }
        for _ in 0..<30 {
            rooms.append(try await ada.createRoom(["preset": "public_chat", "topic": topic]))
            try await link(rooms[rooms.count - 1])
        }
        // The space lists rooms of other servers only as its children.
        for number in 0..<50 { try await link("!\(number):elsewhere") }
        var seen: [String] = [], from: String?, pages = 0
        repeat {
            let page = try await hierarchy(ben, root, from.map { ["from": $0] } ?? [:])
            #expect(page.serialized().count <= (1 << 20) + 500)
            if pages == 0 {
                let shown = page.list("rooms")[0].list("children_state").compactMap { $0.text("state_key") }
                #expect((60..<68).contains(shown.count))
                #expect(shown == Array(children.prefix(shown.count)))
            }
            seen += ids(page)
            from = page.text("next_batch")
            pages += 1
        } while from != nil && pages < 40
        #expect(seen == rooms)
        #expect(pages > 1)
    }

    @Test("attack 39: a page of a space has about a mebibyte, however long its rooms' names are, and leads to the rest")
    func pageBytes() async throws {
        let root = try await space("root")
        var all = [root]
        for number in 0..<20 {
            all.append(
                try await ada.createRoom([
                    "preset": "public_chat", "topic": .string(String(repeating: "x", count: 60_000)),
                ]))
            try await add(all[number + 1], to: root)
        }
        var seen: [String] = [], from: String?, pages = 0
        repeat {
            var query: [String: String] = [:]
            query["from"] = from
            let page = try await hierarchy(ben, root, query)
            #expect(page.serialized().count < (1 << 20) + 70_000)
            seen += ids(page)
            from = page.text("next_batch")
            pages += 1
        } while from != nil && pages < 5
        #expect(seen.count == all.count && Set(seen) == Set(all))
        #expect(pages == 2)
    }

    @Test("attack 39: a child of a space with long content is left out")
    func childBytes() async throws {
        let root = try await space("root"), child = try await space("child")
        for number in 0..<20 {
            try await add("!\(number):localhost", to: root, ["x": .string(String(repeating: "x", count: 50_000))])
        }
        try await add(child, to: root)
        let answer = try await hierarchy(ben, root)
        #expect(answer.serialized().count < 10_000)
        #expect(ids(answer) == [root, child])
        #expect(answer.list("rooms")[0].list("children_state").map { $0["state_key"]?.stringValue } == [child])
    }

    @Test("attack 70: only the first 50 different rooms of a restricted join rule count")
    func allowedRooms() async throws {
        let door = try await ada.createRoom(["preset": "public_chat"])
        try await ben.join(door)
        func restricted(after count: Int, _ id: (Int) -> String) async throws -> String {
            let room = try await ada.createRoom(["preset": "public_chat", "room_version": "10"])
            let allow = ((0..<count).map(id) + [door]).map {
                JSONValue.object(["type": "m.room_membership", "room_id": .string($0)])
            }
            try await ada.setState("m.room.join_rules", ["join_rule": "restricted", "allow": .array(allow)], in: room)
            return room
        }
        let near = try await restricted(after: 49) { "!\($0):localhost" }
        let far = try await restricted(after: 50) { "!\($0):localhost" }
        let repeated = try await restricted(after: 600) { _ in "!one:localhost" }
        for (room, status) in [(near, 200), (far, 403), (repeated, 200)] {
            #expect(try await ben.call("POST", ["join", room], [:]).status == status)
        }
    }

    @Test("attack 70: many hidden rooms with long join rules end a walk through a space")
    func unseen() async throws {
        let root = try await space("root"), shown = try await ada.createRoom(["preset": "public_chat"])
        let allow = JSONValue.array(
            (0..<600).map {
                .object(["type": "m.room_membership", "room_id": .string("!\($0)-and-some-more:localhost")])
            })
        for number in 0..<20 {
            let room = try await ada.createRoom(["preset": "public_chat", "room_version": "10"])
            try await ada.setState("m.room.join_rules", ["join_rule": "restricted", "allow": allow], in: room)
            try await add(room, to: root, ["order": .string("a\(number)")])
        }
        #expect(ids(try await hierarchy(ben, root)) == [root])
        try await add(shown, to: root, ["order": "A"])
        #expect(ids(try await hierarchy(ben, root)) == [root, shown])
        #expect(ids(try await hierarchy(ada, root)).count == 22)
    }

    /// Walks a space to its end.
    private func walk(_ user: RoomUser, _ root: String) async throws -> [[String]] {
        var pages: [[String]] = [], from: String?
        repeat {
            let page = try await hierarchy(user, root, from.map { ["from": $0] } ?? [:])
            pages.append(ids(page))
            from = page.text("next_batch")
        } while from != nil && pages.count < 10
        return pages
    }

    @Test(
        "attack 102: a page of a space has a byte limit for state, and rooms of earlier pages are not read in full again"
    )
    func stateBytes() async throws {
        let root = try await space("root"), filling = JSONValue.string(String(repeating: "x", count: 60 << 10))
        var all = [root]
        for number in 0..<40 {
            let room = try await ada.createRoom(["preset": "public_chat"])
            // Nothing of it is shown.
            try await ada.append(
                to: room,
                ["m.room.name", "m.room.topic", "m.room.avatar", "m.room.guest_access"].map {
                    EventDraft(type: $0, stateKey: "", sender: ada.userID, content: ["x": filling])
                })
            try await add(room, to: root, ["order": .string("\(100 + number)")])
            all.append(room)
        }
        let pages = try await walk(ben, root)
        #expect(pages.count == 2)
        #expect(pages.flatMap { $0 } == all)
    }

    @Test("attack 102: a walk that reads too much before it finds a new room ends there")
    func endless() async throws {
        let root = try await space("root")
        for _ in 0..<20 { try await add(ada.createRoom(["preset": "public_chat"]), to: root) }
        try await node.assembly.services.database.write { db in
            // Larger than anybody's are, so that a few are enough.
            try db.execute(
                sql:
                    #"UPDATE event SET content = CAST('{"join_rule":"public","x":"' || hex(zeroblob(?)) || '"}' AS BLOB) WHERE type = 'm.room.join_rules'"#,
                arguments: [256 << 10])
        }
        let pages = try await walk(ben, root)
        let seen = pages.flatMap { $0 }
        #expect(pages.last == [] && pages.count < 10)
        #expect((8..<20).contains(seen.count) && Set(seen).count == seen.count && seen[0] == root)
    }
}
