import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Rights and settings in an upgrade of a room")
struct UpgradeTests {
    private let node: TestNode
    private let ada: RoomUser
    private let ben: RoomUser

    init() async throws {
        node = try TestNode()
        ada = try await RoomUser(node, 1)
        ben = try await RoomUser(node, 2)
    }

    private func upgrade(_ room: String, by user: RoomUser) async throws -> String {
        try JSONReader(await user.ok("POST", ["rooms", room, "upgrade"], ["new_version": "11"])).string(
            "replacement_room")
    }

    private func canonicalAlias(of room: String) async throws -> JSONValue? {
        let answer = try await ada.call("GET", ["rooms", room, "state", "m.room.canonical_alias", ""])
        // A bare `nil` would be JSON's null.
        return answer.status == 200 ? answer.body : .none
    }

    @Test(
        "attack 15: a room whose canonical alias was deleted can be upgraded, and the new room does not name that alias"
    )
    func deletedAlias() async throws {
        let old = try await ada.createRoom(["room_alias_name": "hall"])
        try await ada.ok("DELETE", ["directory", "room", "#hall:localhost"])
        let new = try await upgrade(old, by: ada)
        #expect(try await canonicalAlias(of: new) == nil)
        #expect(
            try await ada.ok("GET", ["rooms", old, "state", "m.room.tombstone", ""])["replacement_room"] == .string(new)
        )
    }

    @Test("attack 15: the new room has the remaining aliases, and the old room has none")
    func someAliases() async throws {
        let old = try await ada.createRoom(["room_alias_name": "hall"])
        for alias in ["#aula:localhost", "#gone:localhost"] {
            try await ada.ok("PUT", ["directory", "room", alias], ["room_id": .string(old)])
        }
        try await ada.setState(
            "m.room.canonical_alias",
            ["alias": "#hall:localhost", "alt_aliases": ["#gone:localhost", "#aula:localhost"]], in: old)
        try await ada.ok("DELETE", ["directory", "room", "#gone:localhost"])
        let new = try await upgrade(old, by: ada)
        #expect(try await canonicalAlias(of: new) == ["alias": "#hall:localhost", "alt_aliases": ["#aula:localhost"]])
        #expect(try await canonicalAlias(of: old) == [:])
        #expect(try await ben.ok("GET", ["directory", "room", "#aula:localhost"])["room_id"] == .string(new))
    }

    /// Levels under which a moderator of 50 sets a tombstone and little else.
    private func levels(_ users: JSONObject) -> JSONValue {
        [
            "users": .object(users), "users_default": 0, "state_default": 70, "ban": 80, "invite": 0,
            "events": [
                "m.room.tombstone": 50, "m.room.power_levels": 100, "m.room.encryption": 100, "m.room.name": 90,
            ],
        ]
    }

    @Test(
        "attack 15: a moderator who may set the tombstone upgrades a room with its state, and gains no power"
    )
    func moderator() async throws {
        let old = try await ada.createRoom(["preset": "public_chat", "name": "hall", "room_alias_name": "hall"])
        let carol = try await RoomUser(node, 3), dave = try await RoomUser(node, 4)
        for user in [ben, carol, dave] { try await user.join(old) }
        try await ada.setState("m.room.encryption", ["algorithm": "m.megolm.v1.aes-sha2"], in: old)
        try await ada.ok("POST", ["rooms", old, "ban"], ["user_id": .string(carol.userID), "reason": "noise"])
        let content = levels([ada.userID: 100, ben.userID: 50, carol.userID: 95])
        try await ada.setState("m.room.power_levels", content, in: old)
        #expect(try await dave.call("POST", ["rooms", old, "upgrade"], ["new_version": "11"]).errcode == "M_FORBIDDEN")

        let new = try await upgrade(old, by: ben)
        #expect(try await ben.ok("GET", ["rooms", new, "state", "m.room.power_levels", ""]) == content)
        #expect(try await ben.ok("GET", ["rooms", new, "state", "m.room.name", ""])["name"] == "hall")
        #expect(
            try await ben.ok("GET", ["rooms", new, "state", "m.room.encryption", ""])["algorithm"]
                == "m.megolm.v1.aes-sha2")
        #expect(
            try await ben.ok("GET", ["rooms", new, "state", "m.room.member", carol.userID]) == [
                "membership": "ban", "reason": "noise",
            ])
        #expect(
            try await ben.ok("GET", ["rooms", old, "state", "m.room.tombstone", ""])["replacement_room"] == .string(new)
        )
        #expect(
            try await ben.call("PUT", ["rooms", new, "state", "m.room.name", ""], ["name": "mine"]).errcode
                == "M_FORBIDDEN")
        // Settings of the old room that only the owner may change stay as they were.
        #expect(try await ada.ok("GET", ["rooms", old, "state", "m.room.power_levels", ""]) == content)
        #expect(try await canonicalAlias(of: old) == ["alias": "#hall:localhost"])
        try await ada.join(new)
        try await ada.setState("m.room.name", ["name": "ours"], in: new)
    }

    @Test("attack 15: a room with the highest possible power levels can be upgraded")
    func highestLevels() async throws {
        let highest = JSONValue.int((1 << 53) - 1)
        let old = try await ada.createRoom([
            "power_level_content_override": [
                "users": .object([ada.userID: highest]), "events": ["m.room.name": highest],
            ], "name": "top",
        ])
        let levels = try await ada.ok("GET", ["rooms", old, "state", "m.room.power_levels", ""])
        let new = try await upgrade(old, by: ada)
        #expect(try await ada.ok("GET", ["rooms", new, "state", "m.room.power_levels", ""]) == levels)
    }
}

@Suite("Upgrades that take several turns of the writer")
struct LongUpgradeTests {
    private let node: TestNode
    private let many: FanOutCase
    private let ben: RoomUser

    init() async throws {
        node = try TestNode()
        many = try await FanOutCase(.upgrade, node)
        ben = try await RoomUser(node, 2)
    }

    @Test("attack 9: the tombstone is set when the new room is complete, and not before")
    func tombstoneLast() async throws {
        let new = try #require(try await many.ask().body.text("replacement_room"))
        let (tombstone, newest) = try await node.assembly.services.database.read { db in
            (
                try Int64.fetchOne(db, sql: "SELECT ord FROM event WHERE type = 'm.room.tombstone'"),
                try Int64.fetchOne(db, sql: "SELECT last_ord FROM room WHERE room_id = ?", arguments: [new])
            )
        }
        #expect(try #require(tombstone) > #require(newest))
        let banned = try await many.user.ok("GET", ["rooms", new, "state", "m.room.member", "@banned119:x"])
        #expect(banned == ["membership": "ban", "reason": "noise"])
    }

    @Test(
        "attack 9: until the new room is complete, its temporary power is useless, and no other user can upgrade the old room"
    )
    func unfinished() async throws {
        let services = node.assembly.services, ada = many.user
        try await ben.join(many.room)
        try await ada.setState(
            "m.room.power_levels",
            [
                "users": .object([ada.userID: 100, ben.userID: 60]),
                "events": ["m.room.tombstone": 50, "m.room.name": 90],
            ], in: many.room)
        await services.fanOutTasks.stop()
        #expect(try await ben.call("POST", ["rooms", many.room, "upgrade"], ["new_version": "11"]).status == 500)
        let new = try #require(
            try await ben.ok("GET", ["joined_rooms"]).list("joined_rooms").compactMap(\.stringValue).first {
                $0 != many.room
            })
        #expect(
            try await ben.call(
                "PUT", ["rooms", new, "state", "m.room.power_levels", ""], ["users": .object([ben.userID: 100])]
            ).status == 403)
        #expect(try await ben.call("POST", ["rooms", new, "ban"], ["user_id": .string(ada.userID)]).status == 403)
        #expect(try await ada.call("POST", ["join", new]).status == 403)
        #expect(try await many.ask().status == 400)
        #expect(try await ada.call("GET", ["rooms", many.room, "state", "m.room.tombstone", ""]).status == 404)
        let pending = try #require(try await node.pendingFanOuts().first)
        while try await services.fanOuts.step(pending.id, of: pending.user) {}
        #expect(
            try await ada.ok("GET", ["rooms", many.room, "state", "m.room.tombstone", ""])["replacement_room"]
                == .string(new))
        #expect(
            try await ben.call(
                "PUT", ["rooms", new, "state", "m.room.power_levels", ""], ["users": .object([ben.userID: 100])]
            ).status == 403)
        try await ada.join(new)
    }

    @Test(
        "attack 9: if the user may no longer set the tombstone when the new room is complete, the old room does not change"
    )
    func demoted() async throws {
        let services = node.assembly.services, ada = many.user
        try await ben.join(many.room)
        func level(_ level: Int64) async throws {
            try await ada.setState(
                "m.room.power_levels",
                ["users": .object([ada.userID: 100, ben.userID: .int(level)]), "events": ["m.room.tombstone": 50]],
                in: many.room)
        }
        try await level(60)
        await services.fanOutTasks.stop()
        _ = try await ben.call("POST", ["rooms", many.room, "upgrade"], ["new_version": "11"])
        try await level(0)
        let pending = try #require(try await node.pendingFanOuts().first)
        while try await services.fanOuts.step(pending.id, of: pending.user) {}
        #expect(try await ada.call("GET", ["rooms", many.room, "state", "m.room.tombstone", ""]).status == 404)
        #expect(try await ada.ok("GET", ["publicRooms"]).list("chunk").map { $0.text("room_id") } == [many.room])
    }
}
