import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Limits of a user's account data")
struct AccountDataLimitTests {
    private func set(_ user: RoomUser, _ type: String, bytes: Int = 10, room: String? = nil) async throws
        -> TestNode.Answer
    {
        let path = ["user", user.userID] + (room.map { ["rooms", $0] } ?? []) + ["account_data", type]
        return try await user.call("PUT", path, ["t": .string(String(repeating: "a", count: bytes))])
    }

    private func delete(_ user: RoomUser, _ type: String) async throws {
        let path = "/_matrix/client/unstable/org.matrix.msc3391/user/\(user.userID)/account_data/\(type)"
        #expect(try await user.node.send("DELETE", path, token: user.token).status == 200)
    }

    @Test("account data of a type has at most 64 KiB, and of the types that grow with the user's data at most 1 MiB")
    func entry() async throws {
        let user = try await RoomUser(TestNode(), 1)
        #expect(try await set(user, "org.example.x", bytes: 65_000).status == 200)
        let refused = try await set(user, "org.example.x", bytes: 65_536)
        #expect((refused.status, refused.errcode) == (413, "M_TOO_LARGE"))
        #expect(refused.error?.hasPrefix("content:") == true)
        for type in ["m.direct", "m.ignored_user_list"] {
            #expect(try await set(user, type, bytes: 500_000).status == 200)
        }
        #expect(try await set(user, String(repeating: "t", count: 256)).errcode == "M_INVALID_PARAM")
    }

    @Test("the number of account data types is limited globally and in each room; existing ones can be changed")
    func types() async throws {
        let user = try await RoomUser(try TestNode { $0.userLimits.accountDataTypes = 3 }, 1)
        let room = try await user.createRoom()
        for place in [nil, room] {
            for type in ["a", "b", "c"] { #expect(try await set(user, type, room: place).status == 200) }
            let refused = try await set(user, "d", room: place)
            #expect((refused.status, refused.errcode) == (403, "M_RESOURCE_LIMIT_EXCEEDED"))
            #expect(refused.error?.hasPrefix("type:") == true)
            #expect(try await set(user, "a", bytes: 20, room: place).status == 200)
        }
        #expect(
            try await user.call("PUT", ["user", user.userID, "rooms", room, "tags", "u.x"], [:]).errcode
                == "M_RESOURCE_LIMIT_EXCEEDED")
        try await delete(user, "a")
        #expect(try await set(user, "d").status == 200)
        let event = try await user.send("x", to: room)
        try await user.ok("POST", ["rooms", room, "read_markers"], ["m.fully_read": .string(event)])
    }

    @Test("all account data of a user together is limited, and so is a first sync")
    func total() async throws {
        let user = try await RoomUser(try TestNode { $0.userLimits.accountData = 10_000 }, 1)
        for type in ["a", "b", "c"] { #expect(try await set(user, type, bytes: 3_000).status == 200) }
        let refused = try await set(user, "d", bytes: 1_000)
        #expect((refused.status, refused.errcode) == (403, "M_RESOURCE_LIMIT_EXCEEDED"))
        #expect(try await set(user, "c", bytes: 2_000).status == 200)
        #expect(try await set(user, "d", bytes: 500).status == 200)
    }

    @Test("other devices learn of deleted account data, and the records of deletions are limited")
    func deleted() async throws {
        let user = try await RoomUser(try TestNode { $0.userLimits.accountDataTypes = 3 }, 1)
        let since = try await user.sync().nextBatch
        for number in 0..<10 {
            #expect(try await set(user, "t\(number)").status == 200)
            try await delete(user, "t\(number)")
        }
        let events = try await user.sync(since: since).list("account_data", "events")
        #expect(events.map(\.type) == ["t7", "t8", "t9"])
        #expect(events.allSatisfy { $0["content"] == [:] })
    }

    @Test("a user has a limited number of devices; a login on one more logs out the least recently used")
    func devices() async throws {
        let clock = TestClock()
        let node = try TestNode(clock: clock) { $0.userLimits.devices = 3 }
        var logins: [RoomUser] = []
        for name in ["A", "B", "C"] {
            logins.append(try await RoomUser(node, 1, deviceID: name))
            clock.advance(by: .seconds(1))
        }
        _ = try await RoomUser(node, 1, deviceID: "C")
        // This request is newer than all that the database knows.
        #expect(try await logins[0].ok("GET", ["devices"]).list("devices").count == 3)
        let fourth = try await RoomUser(node, 1, deviceID: "D")
        #expect(try await logins[1].call("GET", ["sync"]).errcode == "M_UNKNOWN_TOKEN")
        let ids = try await fourth.ok("GET", ["devices"]).list("devices").compactMap { $0.text("device_id") }
        #expect(Set(ids) == ["A", "C", "D"])
        #expect(try await logins[0].call("GET", ["devices"]).status == 200)
    }
}
