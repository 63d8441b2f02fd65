import Foundation
import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Searching messages (SDN sheet 7.4)")
struct SearchTests {
    static func search(_ user: RoomUser, _ term: String, _ more: JSONObject = [:], nextBatch: String? = nil)
        async throws -> JSONValue
    {
        var room = more
        room["search_term"] = .string(term)
        return try await user.ok(
            "POST", ["search"], query: nextBatch.map { ["next_batch": $0] } ?? [:],
            ["search_categories": ["room_events": .object(room)]]
        ).at("search_categories", "room_events")
    }

    static func texts(_ found: JSONValue) -> [String?] { found.list("results").map { $0["result"]?.bodyText } }

    @Test(
        "a message must have every word of the search, without regard to endings, case and accents; quotes keep words together"
    )
    func words() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom()
        for text in ["The quick brown fox", "quick foxes jump", "brown bread", "Crème brûlée"] {
            try await ann.send(text, to: room)
        }
        #expect(Set(Self.texts(try await Self.search(ann, "fox"))) == ["The quick brown fox", "quick foxes jump"])
        #expect(Self.texts(try await Self.search(ann, "QUICK brown")) == ["The quick brown fox"])
        #expect(Self.texts(try await Self.search(ann, "creme")) == ["Crème brûlée"])
        #expect(Self.texts(try await Self.search(ann, "\"quick brown\"")) == ["The quick brown fox"])
        #expect(Self.texts(try await Self.search(ann, "\"brown quick\"")).isEmpty)
        #expect(try await Self.search(ann, "Brown")["highlights"] == ["brown"])
        for odd in [
            "", "*", "\"", "fox OR bread", "body:fox", "NEAR(a b)", "fox*", "-fox", "a\u{0}b", "}{", "(((",
            "' OR 1=1 --",
        ] {
            _ = try await Self.search(ann, odd)
        }
        #expect(Self.texts(try await Self.search(ann, "fox OR bread")).isEmpty)
    }

    @Test(
        "part of a line is found in scripts without spaces",
        arguments: [
            ("昨日は東京へ行きました", "東京", "京東"), ("我们明天去北京大学", "北京大学", "大学北京"), ("학교에서 만나요", "학교", "교학"),
            ("สวัสดีชาวโลก", "ชาวโลก", "โลกชาว"),
            ("Meet me at 渋谷 station", "渋谷 stations", "谷渋"),
        ])
    func scriptsWithoutSpaces(line: String, part: String, other: String) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom()
        try await ann.send(line, to: room)
        #expect(Self.texts(try await Self.search(ann, part)) == [line])
        #expect(try await Self.search(ann, other)["count"] == 0)
    }

    @Test("names and topics of rooms are found if the search asks for them")
    func keys() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom(["name": "Orchard", "topic": "apples"])
        try await ann.send("orchard walk", to: room)
        #expect(try await Self.search(ann, "orchard")["count"] == 2)
        #expect(
            try await Self.search(ann, "orchard", ["keys": ["content.name"]]).list("results").first?.at("result").type
                == "m.room.name")
        #expect(try await Self.search(ann, "apples", ["keys": ["content.topic"]])["count"] == 1)
        #expect(try await Self.search(ann, "apples", ["keys": ["content.body"]])["count"] == 0)
    }

    @Test("only events that the user may see are found or counted")
    func visibility() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), eve = try await RoomUser(node, 3)
        let room = try await ann.createRoom(["preset": "private_chat"])
        try await ann.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        try await ann.send("treasure before", to: room)
        try await ann.invite(bob, to: room)
        #expect(try await Self.search(bob, "treasure")["count"] == 0)
        try await bob.join(room)
        try await ann.send("treasure during", to: room)
        try await bob.leave(room)
        try await ann.send("treasure after", to: room)
        #expect(Self.texts(try await Self.search(bob, "treasure")) == ["treasure during"])
        #expect(try await Self.search(bob, "treasure")["count"] == 1)
        #expect(try await Self.search(ann, "treasure")["count"] == 3)
        #expect(try await Self.search(eve, "treasure")["count"] == 0)
        try await bob.ok("POST", ["rooms", room, "forget"], [:])
        #expect(try await Self.search(bob, "treasure")["count"] == 0)
    }

    @Test("ignored users' messages are not found")
    func ignored() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await bob.send("spam", to: room)
        #expect(try await Self.search(ann, "spam")["count"] == 1)
        try await ann.ok(
            "PUT", ["user", ann.userID, "account_data", "m.ignored_user_list"],
            ["ignored_users": .object([bob.userID: [:]])])
        #expect(try await Self.search(ann, "spam")["count"] == 0)
    }

    @Test("a redacted message is deleted from the index, and after a stop from the index file too")
    func redaction() async throws {
        let folder = try TemporaryFolder()
        let node = try await EmbeddedNode.start(NodeConfiguration(storage: .directory(folder.url)))
        let ann = try await RoomUser(TestNode(assembly: node.assembly), 1)
        let room = try await ann.createRoom()
        for index in 0..<20 { try await ann.send("padding \(index)", to: room) }
        let event = try await ann.send("xylophonist", to: room, txn: "secret")
        #expect(try await Self.search(ann, "xylophonist")["count"] == 1)
        try await ann.redact(event, in: room, txn: "r")
        #expect(try await Self.search(ann, "xylophonist")["count"] == 0)
        #expect(try await Self.search(ann, "padding")["count"] == 20)
        await node.stop()
        for file in try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
        where !file.hasDirectoryPath {
            let bytes = try Data(contentsOf: file)
            #expect(bytes.range(of: Data("xylophon".utf8)) == nil, "\(file.lastPathComponent)")
        }
    }

    @Test("a search finds messages of an upgraded room and of its predecessor")
    func upgraded() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let old = try await ann.createRoom(["room_version": "10"])
        let before = try await ann.send("before the upgrade", to: old)
        let answer = try await ann.ok("POST", ["rooms", old, "upgrade"], ["new_version": "11"])
        let new = try #require(answer.text("replacement_room"))
        let after = try await ann.send("after the upgrade", to: new)
        let filter: JSONValue = ["rooms": [.string(old), .string(new)]]
        let found = try await Self.search(ann, "upgrade", ["order_by": "recent", "filter": filter])
        #expect(found["count"] == 2)
        #expect(found.list("results").map { $0.at("result").eventID } == [after, before])
    }

    @Test("a full page has a token, and the page after the last result is empty and has none")
    func lastPage() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom()
        for index in 0..<4 { try await ann.send("pear number \(index)", to: room) }
        let more: JSONObject = ["order_by": "recent", "filter": ["limit": 2]]
        let first = try await Self.search(ann, "pear", more)
        let second = try await Self.search(ann, "pear", more, nextBatch: first.text("next_batch"))
        #expect(Self.texts(second) == ["pear number 1", "pear number 0"])
        let last: String = try #require(second.text("next_batch"))
        let third = try await Self.search(ann, "pear", more, nextBatch: last)
        #expect(third["count"] == 4 && third.list("results") == [] && third["next_batch"] == nil)
        #expect(try await Self.search(ann, "pear", ["filter": ["limit": 5]])["next_batch"] == nil)
    }

    @Test(
        "pages follow each other without gap or repetition, the newest first or the best first",
        arguments: ["recent", "rank"])
    func pages(order: String) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom()
        for index in 0..<7 { try await ann.send("apple number \(index)", to: room) }
        var found: [String?] = [], next: String?
        repeat {
            let page = try await Self.search(
                ann, "apple", ["order_by": .string(order), "filter": ["limit": 3]], nextBatch: next)
            #expect(page["count"] == 7)
            found += Self.texts(page)
            next = page.text("next_batch")
        } while next != nil
        #expect(found.count == 7)
        #expect(Set(found).count == 7)
        if order == "recent" { #expect(found.first == "apple number 6") }
        #expect(
            try await ann.call(
                "POST", ["search"], query: ["next_batch": "x"],
                ["search_categories": ["room_events": ["search_term": "a"]]]
            ).errcode == "M_INVALID_PARAM")
    }

    @Test("results come with their context, and with profiles, state and groups if the client asks for them")
    func surroundings() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        try await ann.ok("PUT", ["profile", ann.userID, "displayname"], ["displayname": "Ann"])
        let room = try await ann.createRoom(["name": "N"])
        for text in ["one", "two", "needle", "three", "four"] { try await ann.send(text, to: room) }
        let found = try await Self.search(
            ann, "needle",
            [
                "event_context": ["before_limit": 1, "after_limit": 2, "include_profile": true], "include_state": true,
                "groupings": ["group_by": [["key": "room_id"], ["key": "sender"]]],
            ])
        let context = try #require(found.list("results").first?["context"])
        #expect(context.list("events_before").map(\.bodyText) == ["two"])
        #expect(context.list("events_after").map(\.bodyText) == ["three", "four"])
        #expect(context.at("profile_info", ann.userID, "displayname") == "Ann")
        let earlier = try await ann.messages(room, from: context.text("start"), limit: 1).list("chunk")
        #expect(earlier.map(\.bodyText) == ["one"])
        #expect(found.list("state", room).contains { $0.type == "m.room.name" })
        let id = found.list("results").first?["result"]?.eventID
        #expect(found.at("groups", "room_id", room, "results") == [.string(id ?? "")])
        #expect(found.at("groups", "sender", ann.userID, "results") == [.string(id ?? "")])
        let plain = try await Self.search(ann, "needle")
        #expect(plain.list("results").first?["context"] == nil)
    }

    @Test("a filter limits the search")
    func filter() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let one = try await ann.createRoom(["preset": "public_chat"]), two = try await ann.createRoom()
        try await bob.join(one)
        try await ann.send("pear", to: one)
        try await bob.send("pear", to: one)
        try await ann.send("pear", to: two, txn: "second")
        #expect(try await Self.search(ann, "pear")["count"] == 3)
        #expect(try await Self.search(ann, "pear", ["filter": ["rooms": [.string(two)]]])["count"] == 1)
        #expect(try await Self.search(ann, "pear", ["filter": ["not_rooms": [.string(two)]]])["count"] == 2)
        #expect(try await Self.search(ann, "pear", ["filter": ["senders": [.string(bob.userID)]]])["count"] == 1)
    }

    @Test(
        "a search without a category finds nothing, and one without a term is refused",
        arguments: [
            (["search_categories": [:]], nil), (["search_categories": ["room_events": [:]]], "M_MISSING_PARAM"),
            ([:], "M_MISSING_PARAM"),
            (["search_categories": ["room_events": ["search_term": "a", "order_by": "x"]]], "M_INVALID_PARAM"),
            (
                [
                    "search_categories": [
                        "room_events": ["search_term": "a", "groupings": ["group_by": [["key": "x"]]]]
                    ]
                ], "M_INVALID_PARAM"
            ),
        ] as [(JSONValue, String?)])
    func refused(body: JSONValue, errcode: String?) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        #expect(try await ann.call("POST", ["search"], body).errcode == errcode)
    }
}
