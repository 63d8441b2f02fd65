import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Looking for users")
struct UserDirectoryTests {
    private func search(_ user: RoomUser, _ term: String, limit: Int64? = nil) async throws -> JSONValue {
        var body: JSONObject = ["search_term": .string(term)]
        body["limit"] = limit.map(JSONValue.int)
        return try await user.ok("POST", ["user_directory", "search"], .object(body))
    }

    @Test("those who share a room or are in a listed one are found by name, id and wallet; strangers and oneself are not")
    func who() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), cleo = try await RoomUser(node, 3), eve = try await RoomUser(node, 4)
        for (user, name) in [(ann, "Zoë A"), (bob, "zoë B"), (cleo, "Zoë C"), (eve, "Zoë E")] {
            try await user.ok("PUT", ["profile", user.userID, "displayname"], ["displayname": .string(name)])
        }
        let shared = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(shared)
        _ = try await cleo.createRoom(["visibility": "public"])
        _ = try await eve.createRoom()
        let found = try await search(ann, "ZOË ")
        #expect(Set(found.list("results").compactMap { $0.text("display_name") }) == ["zoë B", "Zoë C"])
        #expect(found["limited"] == false)
        #expect(try await search(ann, TestWallet(2).text).list("results").map { $0.text("user_id") } == [bob.userID])
        #expect(try await search(ann, bob.userID).list("results").map { $0.text("user_id") } == [bob.userID])
        #expect(try await search(ann, "%").list("results").isEmpty)
        #expect(try await search(ann, "").list("results").isEmpty)
    }

    @Test("names that begin with the term come first, and the limit is told")
    func order() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom(["preset": "public_chat"])
        for (seed, name) in [(2, "Old Tom"), (3, "Tomas"), (4, "Tommy")] as [(UInt8, String)] {
            let user = try await RoomUser(node, seed)
            try await user.ok("PUT", ["profile", user.userID, "displayname"], ["displayname": .string(name)])
            try await user.join(room)
        }
        let found = try await search(ann, "tom", limit: 2)
        #expect(Set(found.list("results").compactMap { $0.text("display_name") }) == ["Tomas", "Tommy"])
        #expect(found["limited"] == true)
        #expect(try await ann.call("POST", ["user_directory", "search"], ["search_term": "a", "limit": -1]).errcode == "M_INVALID_PARAM")
        #expect(try await ann.call("POST", ["user_directory", "search"], [:]).errcode == "M_MISSING_PARAM")
    }
}
