import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Tags and deletion of account data (SDN sheet 5.8)")
struct RoomTagTests {
    @Test("tags are set one by one, with orders as numbers or texts, and are returned with numbers as they were sent")
    func tags() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let path = ["user", alice.userID, "rooms", room, "tags"]
        let since = try await alice.sync().nextBatch
        #expect(try await alice.ok("GET", path) == ["tags": [:]])
        #expect(try await alice.ok("PUT", path + ["m.favourite"], ["order": "0.25"]) == [:])
        try await alice.ok("PUT", path + ["u.work"], ["order": 0.5, "colour": "red"])
        try await alice.ok("PUT", path + ["m.invisible"])
        let tags: JSONValue = [
            "tags": ["m.favourite": ["order": 0.25], "u.work": ["order": 0.5, "colour": "red"], "m.invisible": [:]]
        ]
        #expect(try await alice.ok("GET", path) == tags)
        let answer = try await alice.sync(since: since)
        #expect(answer.joined(room).list("account_data", "events") == [["type": "m.tag", "content": tags]])
        #expect(try await alice.ok("DELETE", path + ["u.work"]) == [:])
        #expect(try await alice.ok("DELETE", path + ["u.none"]) == [:])
        let later = try await alice.sync(since: answer.nextBatch)
        #expect(
            later.joined(room).list("account_data", "events").first?.at("content", "tags").objectValue?.keys == [
                "m.favourite", "m.invisible",
            ])
        // Setting what is set already is no news.
        try await alice.ok("PUT", path + ["m.favourite"], ["order": 0.25])
        #expect(try await alice.sync(since: later.nextBatch).joined(room) == .null)
        try await alice.ok("PUT", path + ["m.favourite"], ["order": 5])
        let whole = try await alice.ok("GET", path).at("tags", "m.favourite")
        #expect(String(decoding: whole.serialized(), as: UTF8.self) == #"{"order":5}"#)
    }

    @Test("invalid tags are refused")
    func refused() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        let path = ["user", alice.userID, "rooms", room, "tags"]
        for order in ["high", [], "nan", "inf"] as [JSONValue] {
            #expect(try await alice.call("PUT", path + ["t"], ["order": order]).errcode == "M_INVALID_PARAM")
        }
        #expect(try await alice.call("PUT", path + [String(repeating: "t", count: 256)]).errcode == "M_INVALID_PARAM")
        #expect(
            try await alice.call("PUT", path + ["t"], ["more": .string(String(repeating: "x", count: 2_000))]).errcode
                == "M_TOO_LARGE")
        #expect(try await bob.call("PUT", path + ["t"]).errcode == "M_FORBIDDEN")
        #expect(try await bob.call("PUT", ["user", bob.userID, "rooms", room, "tags", "t"]).errcode == "M_FORBIDDEN")
        for number in 0..<100 { try await alice.ok("PUT", path + ["t\(number)"]) }
        #expect(try await alice.call("PUT", path + ["one more"]).errcode == "M_INVALID_PARAM")
    }

    @Test("tags in account data of any form are read leniently")
    func lenient() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let whole: JSONValue = ["tags": ["a": ["order": "0.75"], "b": 5, "c": ["order": "x"]]]
        try await alice.ok("PUT", ["user", alice.userID, "rooms", room, "account_data", "m.tag"], whole)
        #expect(
            try await alice.ok("GET", ["user", alice.userID, "rooms", room, "tags"]) == [
                "tags": ["a": ["order": 0.75], "c": [:]]
            ])
        try await alice.ok("PUT", ["user", alice.userID, "rooms", room, "account_data", "m.tag"], ["tags": 5])
        #expect(try await alice.ok("GET", ["user", alice.userID, "rooms", room, "tags"]) == ["tags": [:]])
    }

    @Test(
        "deleted account data is sent as empty once, and then not at all",
        arguments: ["org.sdn.msc3391", "org.matrix.msc3391"])
    func deleted(prefix: String) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        for path in [
            ["user", alice.userID, "account_data", "x.y"],
            ["user", alice.userID, "rooms", room, "account_data", "x.y"],
        ] {
            try await alice.ok("PUT", path, ["a": 1])
            let since = try await alice.sync().nextBatch
            for _ in 0..<2 { #expect(try await alice.ok("DELETE", [prefix] + path) == [:]) }
            let answer = try await alice.sync(since: since)
            let events =
                path.contains(room)
                ? answer.joined(room).list("account_data", "events") : answer.list("account_data", "events")
            #expect(events == [["type": "x.y", "content": [:]]])
            #expect(try await alice.call("GET", path).errcode == "M_NOT_FOUND")
            let first = try await alice.sync()
            let left =
                path.contains(room)
                ? first.joined(room).list("account_data", "events") : first.list("account_data", "events")
            #expect(left.allSatisfy { $0.type == "m.push_rules" })
            try await alice.ok("PUT", path, ["a": 2])
            #expect(try await alice.ok("GET", path) == ["a": 2])
        }
        for type in ["m.push_rules", "m.fully_read"] {
            let answer = try await alice.call("DELETE", [prefix, "user", alice.userID, "account_data", type])
            #expect(answer.status == 405 && answer.errcode == "M_BAD_JSON")
        }
    }

    @Test("the filter's limit keeps the newest account data")
    func limited() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        for type in ["one", "two", "three"] {
            try await alice.ok("PUT", ["user", alice.userID, "account_data", type], [:])
            try await alice.ok("PUT", ["user", alice.userID, "rooms", room, "account_data", type], [:])
        }
        let filter: JSONValue = [
            "account_data": ["limit": 1], "room": ["account_data": ["limit": 2, "not_types": ["three"]]],
        ]
        let answer = try await alice.sync(filter: filter)
        #expect(answer.list("account_data", "events").map(\.type) == ["three"])
        #expect(answer.joined(room).list("account_data", "events").map(\.type) == ["one", "two"])
    }
}
