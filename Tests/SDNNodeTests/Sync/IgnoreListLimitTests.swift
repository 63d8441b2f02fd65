import Foundation
import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Limits of a long ignore list (SDN sheet 5.8)")
struct IgnoreListLimitTests {
    private static func list(_ count: Int) -> JSONValue {
        [
            "ignored_users": .object(
                JSONObject(uniqueKeysWithValues: (0..<count).map { ("@u\($0):x", [:] as JSONValue) }))
        ]
    }

    private static func ignore(_ list: JSONValue, by user: RoomUser) async throws -> TestNode.Answer {
        try await user.call("PUT", ["user", user.userID, "account_data", "m.ignored_user_list"], list)
    }

    @Test("attack 4: the ignore list is parsed once for searches, pages, counts and syncs, and again when it changes")
    func once() async throws {
        let pair = try await Pair(), alice = pair.alice, ignored = pair.node.assembly.services.ignored
        #expect(try await Self.ignore(Self.list(2_000), by: alice).status == 200)
        for number in 0..<8 { try await pair.bob.send("pear \(number)", to: pair.room) }
        let search: JSONValue = ["search_categories": ["room_events": ["search_term": "pear", "event_context": [:]]]]
        let found = try await alice.ok("POST", ["search"], search)
        #expect(found.list("search_categories", "room_events", "results").count == 8)
        for _ in 0..<3 {
            #expect(try await alice.messages(pair.room, limit: 1).list("chunk").count == 1)
            _ = try await alice.sync()
            try await alice.ok("GET", ["notifications"])
        }
        #expect(ignored.parses == 1)
        #expect(
            try await Self.ignore(["ignored_users": .object(JSONObject([pair.bob.userID: [:]]))], by: alice).status
                == 200)
        let after = try await alice.ok("POST", ["search"], search)
        #expect(after.list("search_categories", "room_events", "results").isEmpty)
        #expect(ignored.parses == 2)
    }

    @Test(
        "attack 4: a new ignore list with too many users is refused with its name, and only the first users of an old one count"
    )
    func tooMany() async throws {
        let node = try TestNode { $0.userLimits.ignoredUsers = 3 }
        let alice = try await RoomUser(node, 1)
        let refused = try await Self.ignore(Self.list(4), by: alice)
        #expect(
            refused.status == 413 && refused.errcode == "M_TOO_LARGE"
                && refused.error?.hasPrefix("content.ignored_users") == true)
        #expect(try await Self.ignore(Self.list(3), by: alice).status == 200)
        let bytes = Data(Self.list(5).serialized()), services = node.assembly.services
        try await services.database.write { db in
            try db.execute(sql: "UPDATE account_data SET content = ?, ord = ord + 1", arguments: [bytes])
        }
        #expect(
            try await services.database.read { db in try services.ignored.read(alice.userID, in: db) } == [
                "@u0:x", "@u1:x", "@u2:x",
            ])
    }

    @Test("attack 4: unread messages of ignored users are not counted, however many there are")
    func counts() async throws {
        let pair = try await Pair()
        let carol = try await RoomUser(pair.node, 3)
        try await carol.join(pair.room)
        #expect(
            try await Self.ignore(["ignored_users": .object(JSONObject([pair.bob.userID: [:]]))], by: pair.alice).status
                == 200)
        for number in 0..<5 { try await pair.bob.send("unheard \(number)", to: pair.room) }
        try await carol.send("heard", to: pair.room)
        let sync = try await pair.alice.sync()
        #expect(sync.joined(pair.room).at("unread_notifications", "notification_count") == 1)
        #expect(
            try await pair.alice.ok("GET", ["notifications"]).list("notifications").compactMap { $0["event"]?.bodyText }
                == ["heard"])
    }
}
