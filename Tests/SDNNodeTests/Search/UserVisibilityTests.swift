import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Who is in the user directory (Matrix: user directory)")
struct UserVisibilityTests {
    private let ann: RoomUser, bob: RoomUser

    init() async throws {
        let node = try TestNode()
        ann = try await RoomUser(node, 1)
        bob = try await RoomUser(node, 2)
        for (user, name) in [(ann, "Annabel"), (bob, "Bobolink")] {
            try await user.ok("PUT", ["profile", user.userID, "displayname"], ["displayname": .string(name)])
        }
    }

    private func finds(_ user: RoomUser, _ term: String) async throws -> [String] {
        try await user.ok("POST", ["user_directory", "search"], ["search_term": .string(term)]).list("results")
            .compactMap { $0.text("user_id") }
    }

    @Test("users of a shared private room find each other until they share none, and nobody else finds them")
    func privateRooms() async throws {
        var rooms: [String] = []
        for _ in 0..<2 {
            let room = try await ann.createRoom(["preset": "private_chat", "invite": [.string(bob.userID)]])
            if rooms.isEmpty { #expect(try await finds(bob, "Annabel").isEmpty) }
            try await bob.join(room)
            rooms.append(room)
        }
        let eve = try await RoomUser(ann.node, 3)
        for room in rooms {
            #expect(try await finds(bob, "Annabel") == [ann.userID])
            #expect(try await finds(eve, "Annabel").isEmpty)
            #expect(try await finds(bob, "Bobolink").isEmpty, "in private rooms, users do not find themselves")
            try await bob.leave(room)
        }
        #expect(try await finds(bob, "Annabel").isEmpty)
    }

    @Test("users find themselves while they are in a room that everyone may join")
    func joinsAndLeaves() async throws {
        let room = try await ann.createRoom(["preset": "public_chat"])
        #expect(try await finds(bob, "Bobolink").isEmpty)
        try await bob.join(room)
        #expect(try await finds(bob, "Bobolink") == [bob.userID])
        #expect(try await finds(bob, bob.userID) == [bob.userID])
        try await bob.leave(room)
        #expect(try await finds(bob, "Bobolink").isEmpty)
    }

    @Test("a room is public by its join rule or by its history, and no longer when neither is")
    func visibility() async throws {
        let room = try await ann.createRoom(["preset": "private_chat", "invite": [.string(bob.userID)]])
        try await bob.join(room)
        for (rule, history, isPublic) in [
            ("invite", "shared", false), ("public", "shared", true), ("public", "world_readable", true),
            ("invite", "world_readable", true), ("invite", "shared", false),
        ] {
            try await ann.setState("m.room.join_rules", ["join_rule": .string(rule)], in: room)
            try await ann.setState("m.room.history_visibility", ["history_visibility": .string(history)], in: room)
            let expected = isPublic ? [bob.userID] : []
            #expect(try await finds(bob, "Bobolink") == expected, "\(rule), \(history)")
        }
    }

    @Test("a new name is found at once and the old one no longer, and a name in one room is not in the directory")
    func names() async throws {
        let room = try await ann.createRoom(["preset": "public_chat", "visibility": "public"])
        try await bob.join(room)
        try await bob.ok("PUT", ["profile", bob.userID, "displayname"], ["displayname": "Robert"])
        #expect(try await finds(ann, "Robert") == [bob.userID])
        #expect(try await finds(ann, "Bobolink").isEmpty)
        try await bob.setState(
            "m.room.member", key: bob.userID, ["membership": "join", "displayname": "Freddy"], in: room)
        #expect(try await finds(ann, "Freddy").isEmpty)
        #expect(try await finds(RoomUser(ann.node, 3), "Robert") == [bob.userID])
    }
}
