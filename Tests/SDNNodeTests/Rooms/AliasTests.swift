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
        #expect(answer.errcode == "M_INVALID_PARAM")
    }

    @Test(
        "a canonical alias that is none, or leads nowhere or elsewhere, is refused, as main alias and as another one")
    func canonical() async throws {
        let alice = try await RoomUser(try TestNode(), 1)
        let room = try await alice.createRoom(["room_alias_name": "den"])
        _ = try await alice.createRoom(["room_alias_name": "other"])
        for (alias, code) in [
            ("%den:localhost", "M_INVALID_PARAM"), ("#nowhere:localhost", "M_BAD_ALIAS"),
            ("#other:localhost", "M_BAD_ALIAS"), ("#den:elsewhere.example", "M_BAD_ALIAS"),
        ] {
            for content: JSONValue in [
                ["alias": .string(alias)], ["alias": "#den:localhost", "alt_aliases": [.string(alias)]],
            ] {
                let answer = try await alice.call(
                    "PUT", ["rooms", room, "state", "m.room.canonical_alias", ""], content)
                #expect(answer.status == 400 && answer.errcode == code, "\(alias)")
            }
        }
        for content: JSONValue in [["alias": 5], ["alt_aliases": "#den:localhost"], ["alt_aliases": [5]]] {
            let answer = try await alice.call("PUT", ["rooms", room, "state", "m.room.canonical_alias", ""], content)
            #expect(answer.errcode == "M_INVALID_PARAM")
        }
        try await alice.setState(
            "m.room.canonical_alias", ["alias": "#den:localhost", "alt_aliases": ["#den:localhost"]], in: room)
    }

    @Test("removing an alias also removes it from the canonical alias event, if the user may change that event")
    func removed() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        func canonical() async throws -> JSONValue {
            try await alice.ok("GET", ["rooms", room, "state", "m.room.canonical_alias", ""])
        }
        for (user, alias) in [(bob, "#a:localhost"), (alice, "#b:localhost"), (alice, "#c:localhost")] {
            try await user.ok("PUT", ["directory", "room", alias], ["room_id": .string(room)])
        }
        let full: JSONValue = ["alias": "#a:localhost", "alt_aliases": ["#b:localhost", "#c:localhost"]]
        try await alice.setState("m.room.canonical_alias", full, in: room)
        let since = try await alice.sync().nextBatch
        // Bob made this alias, so he may remove it. He may not change the event.
        #expect(try await bob.call("DELETE", ["directory", "room", "#b:localhost"]).errcode == "M_FORBIDDEN")
        try await bob.ok("DELETE", ["directory", "room", "#a:localhost"])
        #expect(try await canonical() == full)
        try await alice.ok("DELETE", ["directory", "room", "#c:localhost"])
        #expect(try await canonical() == ["alias": "#a:localhost", "alt_aliases": ["#b:localhost"]])
        try await alice.ok("DELETE", ["directory", "room", "#b:localhost"])
        #expect(try await canonical() == ["alias": "#a:localhost"])
        let changes = try await alice.sync(since: since).timeline(room)
        #expect(changes.map(\.type) == ["m.room.canonical_alias", "m.room.canonical_alias"])
        #expect(try await bob.call("DELETE", ["directory", "room", "#a:localhost"]).errcode == "M_NOT_FOUND")
    }

    @Test("the removal of the only alias empties the canonical alias event")
    func last() async throws {
        let alice = try await RoomUser(try TestNode(), 1)
        let room = try await alice.createRoom(["room_alias_name": "den"])
        try await alice.ok("DELETE", ["directory", "room", "#den:localhost"])
        #expect(try await alice.ok("GET", ["rooms", room, "state", "m.room.canonical_alias", ""]) == [:])
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
