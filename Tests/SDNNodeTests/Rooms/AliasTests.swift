import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Room aliases")
struct AliasTests {
    @Test("a room cannot be created with another room's alias as its own")
    func borrowedAlias() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        _ = try await alice.createRoom(["room_alias_name": "official", "preset": "public_chat"])
        let claim: JSONValue = ["type": "m.room.canonical_alias", "content": ["alias": "#official:localhost"]]
        let answer = try await bob.call("POST", ["createRoom"], ["visibility": "public", "initial_state": [claim]])
        #expect(answer.errcode == "M_BAD_ALIAS")
    }

    @Test("an alias with U+0000 and more text after it is refused")
    func hiddenTail() async throws {
        let alice = try await RoomUser(try TestNode(), 1)
        let room = try await alice.createRoom(["room_alias_name": "den"])
        let answer = try await alice.call(
            "PUT", ["rooms", room, "state", "m.room.canonical_alias", ""], ["alias": "#den:localhost\u{0}evil"])
        #expect(answer.errcode == "M_BAD_ALIAS")
    }

    @Test(
        "aliases of another node and aliases with spaces are refused", arguments: ["#den:matrix.org", "#x y:localhost"])
    func foreign(alias: String) async throws {
        let alice = try await RoomUser(try TestNode(), 1)
        let room = try await alice.createRoom()
        #expect(
            try await alice.call("PUT", ["directory", "room", alias], ["room_id": .string(room)]).errcode
                == "M_INVALID_PARAM")
    }

    @Test("a former member does not read the current aliases, and a visitor of a world-readable room does")
    func readers() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await bob.leave(room)
        #expect(try await bob.call("GET", ["rooms", room, "aliases"]).errcode == "M_FORBIDDEN")
        try await alice.setState("m.room.history_visibility", ["history_visibility": "world_readable"], in: room)
        #expect(try await bob.ok("GET", ["rooms", room, "aliases"]) == ["aliases": []])
    }
}
