import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Upgrades between room versions")
struct UpgradeVersionTests {
    private let node: TestNode
    private let ada: RoomUser
    private let ben: RoomUser
    private let carol: RoomUser

    init() async throws {
        node = try TestNode()
        (ada, ben, carol) = (try await RoomUser(node, 1), try await RoomUser(node, 2), try await RoomUser(node, 3))
    }

    private func room(_ version: String, _ more: JSONObject = [:]) async throws -> String {
        var body = more
        body["room_version"] = .string(version)
        body["preset"] = "public_chat"
        let room = try await ada.createRoom(.object(body))
        for user in [ben, carol] { try await user.join(room) }
        return room
    }

    private func upgrade(
        _ room: String, to version: String, by user: RoomUser, creators: [RoomUser] = []
    ) async throws -> String {
        let body: JSONValue = [
            "new_version": .string(version), "additional_creators": .array(creators.map { .string($0.userID) }),
        ]
        return try JSONReader(await user.ok("POST", ["rooms", room, "upgrade"], body)).string("replacement_room")
    }

    private func state(_ type: String, of room: String) async throws -> JSONValue {
        try await ada.ok("GET", ["rooms", room, "state", type, ""])
    }

    @Test("a room of every version can be upgraded to every other, with its settings", arguments: RoomVersion.allCases)
    func all(from: RoomVersion) async throws {
        for to in RoomVersion.allCases {
            let old = try await room(from.rawValue, ["name": "hall"])
            let new = try await upgrade(old, to: to.rawValue, by: ada)
            let tombstone = try await ada.ok(
                "GET", ["rooms", old, "state", "m.room.tombstone", ""], query: ["format": "event"])
            #expect(tombstone.at("content", "replacement_room") == .string(new))
            let create = try await state("m.room.create", of: new)
            #expect(create["room_version"] == .string(to.rawValue))
            // The ID of a room of version 12 is in the tombstone, so the room cannot name the tombstone.
            let named: JSONValue =
                to == .v12
                ? ["room_id": .string(old)] : ["room_id": .string(old), "event_id": .string(tombstone.eventID)]
            #expect(create["predecessor"] == named)
            #expect(new.contains(":") != (to == .v12))
            #expect(try await state("m.room.name", of: new)["name"] == "hall")
            try await ada.setState("m.room.name", ["name": "aula"], in: new)
            try await ben.join(new)
            #expect(try await ben.call("PUT", ["rooms", new, "state", "m.room.name", ""], [:]).status == 403)
        }
    }

    @Test("the creators of a new room of version 12 have no levels, and all other users keep theirs")
    func toCreators() async throws {
        let levels: JSONValue = ["users": .object([ada.userID: 100, ben.userID: 100, carol.userID: 50])]
        for (upgrader, creators, left) in [
            (ada, [ben], [carol.userID: 50]), (ada, [], [ben.userID: 100, carol.userID: 50]),
            (ben, [carol], [ada.userID: 100]),
        ] as [(RoomUser, [RoomUser], JSONObject)] {
            let old = try await room("11")
            try await ada.setState("m.room.power_levels", levels, in: old)
            let new = try await upgrade(old, to: "12", by: upgrader, creators: creators)
            try await ada.join(new)
            #expect(try await state("m.room.power_levels", of: new)["users"] == .object(left))
            #expect(try await state("m.room.power_levels", of: new)["events"]?["m.room.tombstone"] == 150)
            let named = try await state("m.room.create", of: new)["additional_creators"]
            #expect(named == (creators.isEmpty ? nil : .array(creators.map { .string($0.userID) })))
        }
    }

    @Test("a user who may upgrade a room of version 12 becomes its creator, and the old creators are not copied")
    func betweenCreators() async throws {
        let old = try await room("12", ["creation_content": ["additional_creators": [.string(carol.userID)]]])
        try await ada.setState("m.room.power_levels", ["users": .object([ben.userID: 150])], in: old)
        let new = try await upgrade(old, to: "12", by: ben)
        try await ada.join(new)
        let create = try await ada.ok(
            "GET", ["rooms", new, "state", "m.room.create", ""], query: ["format": "event"])
        #expect(create.text("sender") == ben.userID)
        #expect(create["content"]?["additional_creators"] == nil)
        #expect(try await state("m.room.power_levels", of: new)["users"] == [:])
    }

    @Test("the creators of a room of version 12 keep the highest level in an older version")
    func fromCreators() async throws {
        let old = try await room("12", ["creation_content": ["additional_creators": [.string(carol.userID)]]])
        try await ada.setState("m.room.power_levels", ["users": .object([ben.userID: 120]), "ban": 130], in: old)
        let new = try await upgrade(old, to: "11", by: carol, creators: [ben])
        try await ada.join(new)
        #expect(
            try await state("m.room.power_levels", of: new)["users"]
                == .object([ada.userID: 130, ben.userID: 120, carol.userID: 130]))
        #expect(try await state("m.room.create", of: new)["additional_creators"] == nil)
    }

    @Test("levels that are texts become integers where the new version needs that")
    func texts() async throws {
        let old = try await room("9")
        let levels: JSONValue = [
            "users": .object([ada.userID: "100", ben.userID: " 20 "]), "ban": "60", "events": ["m.room.name": "70"],
            "notifications": ["room": "5"], "other": "text",
        ]
        try await ada.setState("m.room.power_levels", levels, in: old)
        #expect(try await state("m.room.power_levels", of: upgrade(old, to: "8", by: ada)) == levels)
        let again = try await room("9")
        try await ada.setState("m.room.power_levels", levels, in: again)
        #expect(
            try await state("m.room.power_levels", of: upgrade(again, to: "10", by: ada)) == [
                "users": .object([ada.userID: 100, ben.userID: 20]), "ban": 60, "events": ["m.room.name": 70],
                "notifications": ["room": 5], "other": "text",
            ])
    }

    @Test("an upgrade to version 12 with additional creators that are none changes nothing")
    func malformed() async throws {
        let old = try await room("11")
        for list: JSONValue in [["ben"], "ben", [5]] {
            let body: JSONValue = ["new_version": "12", "additional_creators": list]
            #expect(try await ada.call("POST", ["rooms", old, "upgrade"], body).status == 400)
        }
        #expect(try await ada.call("GET", ["rooms", old, "state", "m.room.tombstone", ""]).status == 404)
        #expect(try await ada.ok("GET", ["joined_rooms"]).list("joined_rooms").count == 1)
    }

    @Test("an unknown room cannot be upgraded, and no room replaces itself")
    func refused() async throws {
        #expect(
            try await ada.call("POST", ["rooms", "!none:x", "upgrade"], ["new_version": "11"]).errcode == "M_NOT_FOUND")
        let room = try await room("11")
        let tombstone: JSONValue = ["replacement_room": .string(room)]
        for path in [["state", "m.room.tombstone", ""], ["send", "m.room.tombstone", "1"]] {
            #expect(try await ada.call("PUT", ["rooms", room] + path, tombstone).errcode == "M_INVALID_PARAM")
        }
    }

    @Test("a user's tags and direct rooms are copied to the room that replaces the user's room")
    func settings() async throws {
        let old = try await room("10")
        for user in [ada, ben] {
            try await user.ok("PUT", ["user", user.userID, "rooms", old, "tags", "m.favourite"], ["order": 0.5])
            try await user.ok(
                "PUT", ["user", user.userID, "account_data", "m.direct"],
                .object([carol.userID: [.string(old)], "@x:y": ["!z:y"]]))
        }
        let new = try await upgrade(old, to: "11", by: ada)
        try await ben.join(new)
        for user in [ada, ben] {
            #expect(
                try await user.ok("GET", ["user", user.userID, "rooms", new, "tags"]) == [
                    "tags": ["m.favourite": ["order": 0.5]]
                ])
            #expect(
                try await user.ok("GET", ["user", user.userID, "account_data", "m.direct"])
                    == .object([carol.userID: [.string(old), .string(new)], "@x:y": ["!z:y"]]))
        }
        // Carol has no settings. Nothing is copied to a room that only claims to replace the old one.
        try await carol.join(new)
        #expect(try await carol.ok("GET", ["user", carol.userID, "rooms", new, "tags"]) == ["tags": [:]])
        let claimed = try await carol.createRoom([
            "preset": "public_chat", "creation_content": ["predecessor": ["room_id": .string(old)]],
        ])
        try await ben.join(claimed)
        #expect(try await ben.ok("GET", ["user", ben.userID, "rooms", claimed, "tags"]) == ["tags": [:]])
    }
}
