import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("The operator's endpoints: rooms and files")
struct OperatorRoomTests {
    /// The texts of a room's messages, oldest first.
    private static func texts(_ room: String, for user: RoomUser) async throws -> [String] {
        let page = try await user.messages(room, backwards: false, limit: 500)
        return page["chunk"]?.arrayValue?.compactMap { $0["content"]?["body"]?.stringValue } ?? []
    }

    /// Waits until the background work of the node is done.
    private static func settle(_ node: OperatorNode) async { await node.node.assembly.services.fanOutTasks.idle() }

    @Test("rooms are listed in pages with their facts, and a room has more of them")
    func list() async throws {
        let node = try OperatorNode(), ann = try await RoomUser(node.node, 1)
        let rooms = [
            try await ann.createRoom(["name": "First", "topic": "Things"]), try await ann.createRoom(),
            try await ann.createRoom(["preset": "public_chat"]),
        ]
        let first = try await node.ok("GET", ["rooms"], query: "?limit=2")
        let next = try #require(first["next"]?.stringValue)
        let second = try await node.ok("GET", ["rooms"], query: "?limit=2&from=" + next)
        let listed = (first["rooms"]?.arrayValue ?? []) + (second["rooms"]?.arrayValue ?? [])
        #expect(listed.compactMap { $0["room_id"]?.stringValue } == rooms)
        #expect(listed[0]["name"] == "First" && listed[0]["joined_members"] == 1 && listed[1]["name"] == nil)
        #expect(second["next"] == nil)
        #expect(try await node.call("GET", ["rooms"], query: "?from=x").status == 400)
        let details = try await node.ok("GET", ["rooms", rooms[0]])
        #expect(details["topic"] == "Things" && details["creator"] == .string(ann.userID))
        #expect(try await node.call("GET", ["rooms", "!none:localhost"]).status == 404)
    }

    @Test("a purge deletes the messages before an event, and state, members and later messages stay")
    func purge() async throws {
        let node = try OperatorNode(), ann = try await RoomUser(node.node, 1), bob = try await RoomUser(node.node, 2)
        let room = try await ann.createRoom(["preset": "public_chat", "name": "Kept"])
        let root = try await ann.send("old root", to: room)
        for number in 0..<250 { try await ann.send("old \(number)", to: room) }
        try await ann.send(
            "m.reaction", ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(root), "key": "x"]],
            to: room, txn: "r")
        try await bob.join(room)
        let event = try await ann.send("new", to: room)
        try await ann.send("newer", to: room)
        try await node.ok("POST", ["rooms", room, "purge"], ["before_event": .string(event)])
        await Self.settle(node)
        #expect(try await Self.texts(room, for: ann) == ["new", "newer"])
        #expect(try await Self.texts(room, for: bob) == ["new", "newer"])
        #expect(try await ann.state(of: room).contains { $0["content"]?["name"] == "Kept" })
        let members = try await ann.ok("GET", ["rooms", room, "joined_members"])["joined"]?.objectValue
        #expect(members?.count == 2)
        let found = try await ann.ok(
            "POST", ["search"], ["search_categories": ["room_events": ["search_term": "old"]]])
        #expect(found.at("search_categories", "room_events", "count") == 0)
        try await ann.send("still works", to: room)
        #expect(try await node.call("POST", ["rooms", room, "purge"], ["before_event": "$none"]).status == 404)
        #expect(try await node.call("POST", ["rooms", room, "purge"], [:]).status == 400)
    }

    @Test("a purge before a time keeps the newest event, which the next one refers to")
    func purgeByTime() async throws {
        let node = try OperatorNode(), ann = try await RoomUser(node.node, 1)
        let room = try await ann.createRoom()
        for number in 0..<3 { try await ann.send("message \(number)", to: room) }
        node.node.clock.advance(by: .seconds(60))
        let now = node.node.clock.read().milliseconds
        try await node.ok("POST", ["rooms", room, "purge"], ["before_time": .int(now)])
        await Self.settle(node)
        #expect(try await Self.texts(room, for: ann) == ["message 2"])
        try await ann.send("message 3", to: room)
    }

    @Test("all members of a closed room leave, and nobody can join it or write in it any more")
    func close() async throws {
        let node = try OperatorNode(), ann = try await RoomUser(node.node, 1)
        let room = try await ann.createRoom(["preset": "public_chat", "room_alias_name": "hall"])
        var others: [RoomUser] = []
        for seed in 2..<8 {
            let user = try await RoomUser(node.node, UInt8(seed))
            try await user.join(room)
            others.append(user)
        }
        // More than one turn of the writer removes.
        try await ann.crowd(room, FanOutCase.size)
        try await ann.send("secret", to: room)
        let since = try await others[0].sync()["next_batch"]?.stringValue
        try await node.ok("POST", ["rooms", room, "close"], ["purge": true])
        await Self.settle(node)
        let details = try await node.ok("GET", ["rooms", room])
        #expect(details["joined_members"] == 0 && details["is_closed"] == true && details["is_public"] == false)
        #expect(details["aliases"] == [])
        let left = try await others[0].sync(since: since)
        #expect(left.at("rooms", "leave", room) != .null, "the client learns that it has left")
        for user in [ann, others[0]] {
            #expect(try await user.call("POST", ["join", room]).status == 403)
            let sent = try await user.call("PUT", ["rooms", room, "send", "m.room.message", "t"], ["body": "x"])
            #expect(sent.status == 403)
        }
        let count = try await node.node.assembly.services.database.read { db in
            try HistoryPurgeRows.firstMessage(
                of: RoomRecord.require(room, in: db).rowID, after: -1, before: .max, in: db)
        }
        #expect(count == nil, "no message is left")
    }

    @Test("a closed room is shown to nobody, and only its former members read what was sent before they left")
    func closedRoom() async throws {
        let node = try OperatorNode(), ann = try await RoomUser(node.node, 1), eve = try await RoomUser(node.node, 2)
        let space = try await ann.createRoom(["preset": "public_chat", "creation_content": ["type": "m.space"]])
        let room = try await ann.createRoom(["preset": "public_chat", "name": "Hall", "topic": "Things"])
        try await ann.setState("m.space.child", key: room, ["via": ["localhost"]], in: space)
        try await ann.setState("m.room.history_visibility", ["history_visibility": "world_readable"], in: room)
        try await ann.send("secret", to: room)
        #expect(try await Self.texts(room, for: eve) == ["secret"])
        #expect(try await eve.call("GET", ["room_summary", room]).status == 200)
        func hierarchy() async throws -> [String] {
            try await eve.ok("GET", ["rooms", space, "hierarchy"]).list("rooms").compactMap { $0.text("room_id") }
        }
        #expect(try await hierarchy() == [space, room])
        try await eve.ok("POST", ["peek", room], [:])
        let since = try await eve.sync().nextBatch
        try await node.ok("POST", ["rooms", room, "close"], [:])
        await Self.settle(node)
        for user in [ann, eve] {
            #expect(try await user.call("GET", ["room_summary", room]).errcode == "M_NOT_FOUND")
        }
        #expect(try await hierarchy() == [space])
        for path in [["messages"], ["state"], ["members"], ["aliases"]] {
            #expect(try await eve.call("GET", ["rooms", room] + path).status == 403)
        }
        #expect(try await eve.sync(since: since).at("rooms", "peek", room) == .null)
        #expect(try await Self.texts(room, for: ann) == ["secret"])
    }

    @Test("files are listed, quarantined, released and deleted, those of one user too")
    func media() async throws {
        let node = try OperatorNode(), ann = try await RoomUser(node.node, 1), bob = try await RoomUser(node.node, 2)
        let first = try await ann.uploaded([1]), second = try await ann.uploaded([2])
        let shared = try await bob.uploaded([2])
        func download(_ id: String) async throws -> Int {
            try await ann.download("/_matrix/client/v1/media/download/localhost/" + id).status
        }
        let listed = try await node.ok("GET", ["media"], query: "?user=" + PercentEncoding.encodeSegment(ann.userID))
        #expect(listed["files"]?.arrayValue?.compactMap { $0["media_id"]?.stringValue } == [first, second].sorted())
        #expect(try await node.ok("GET", ["media"])["files"]?.arrayValue?.count == 3)
        let foreign = "?server_name=other.example"
        for (method, path) in [
            ("POST", ["media", first, "quarantine"]), ("POST", ["media", first, "release"]),
            ("DELETE", ["media", first]),
        ] {
            let answer = try await node.call(method, path, query: foreign)
            #expect(answer.status == 404 && answer.errcode == "M_NOT_FOUND")
            #expect(answer.error?.contains("other.example") == true)
        }
        #expect(try await download(first) == 200, "another server's file has the same ID")
        try await node.ok("POST", ["media", first, "quarantine"], query: "?server_name=localhost")
        #expect(try await download(first) == 404)
        try await node.ok("POST", ["media", first, "release"])
        #expect(try await download(first) == 200)
        try await node.ok("DELETE", ["media", first])
        #expect(try await download(first) == 404)
        #expect(try await node.call("DELETE", ["media", first]).status == 404)
        #expect(try await node.ok("DELETE", ["users", ann.userID, "media"])["deleted"] == 1)
        #expect(try await node.ok("DELETE", ["users", ann.userID, "media"])["deleted"] == 0)
        #expect(try await download(second) == 404)
        #expect(try await download(shared) == 200, "another user's file with the same content stays")
        #expect(try await node.ok("POST", ["users", bob.userID, "media", "quarantine"])["quarantined"] == 1)
        #expect(try await download(shared) == 404)
    }
}
