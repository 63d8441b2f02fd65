import HeraldJSON
import Testing
@testable import SDNNode

@Suite("What guests may do (Matrix: guest access)")
struct GuestRightsTests {
    private let node: TestNode
    private let host: RoomUser
    private let guest: RoomUser

    init() async throws {
        node = try TestNode { $0.allowsTourists = true }
        host = try await RoomUser(node, 1)
        let answer = try await node.send("POST", PasswordAccountTests.register + "?kind=guest", [:])
        let reader = try JSONReader(answer.body)
        guest = RoomUser(node, token: try reader.string("access_token"), userID: try reader.string("user_id"))
    }

    private func room(letsIn: Bool = true) async throws -> String {
        let room = try await host.createRoom(["preset": "public_chat"])
        let rule = letsIn ? "can_join" : "forbidden"
        try await host.setState("m.room.guest_access", ["guest_access": .string(rule)], in: room)
        return room
    }

    /// Tries to set a piece of state as the guest, and returns the error.
    private func refusal(_ type: String, key: String = "", _ content: JSONValue, in room: String) async throws
        -> String?
    {
        let answer = try await guest.call("PUT", ["rooms", room, "state", type, key], content)
        return answer.status == 403 ? answer.errcode : nil
    }

    private func setMember(_ user: RoomUser, _ membership: String, in room: String) async throws -> String? {
        try await refusal("m.room.member", key: user.userID, ["membership": .string(membership)], in: room)
    }

    @Test("a guest may not call what the specification does not allow to guests, even with all power in a room")
    func refusals() async throws {
        let room = try await room(), id = guest.userID
        try await guest.join(room)
        try await host.setState(
            "m.room.power_levels", ["users": .object([host.userID: 100, id: 100])], in: room)
        let calls: [(String, [String])] = [
            ("POST", ["createRoom"]), ("POST", ["rooms", room, "upgrade"]), ("POST", ["knock", room]),
            ("POST", ["rooms", room, "invite"]), ("POST", ["rooms", room, "kick"]), ("POST", ["rooms", room, "ban"]),
            ("POST", ["rooms", room, "unban"]), ("PUT", ["directory", "room", "#a:localhost"]),
            ("DELETE", ["directory", "room", "#a:localhost"]), ("PUT", ["directory", "list", "room", room]),
            ("POST", ["search"]), ("POST", ["user_directory", "search"]), ("POST", ["pushers", "set"]),
            ("POST", ["room_keys", "version"]), ("POST", ["user", id, "openid", "request_token"]),
        ]
        for (method, path) in calls {
            let answer = try await guest.call(method, path, [:])
            #expect((answer.status, answer.errcode) == (403, "M_GUEST_ACCESS_FORBIDDEN"), "\(method) \(path)")
        }
        for (method, path) in [("POST", "v3/upload"), ("POST", "v1/create"), ("PUT", "v3/upload/localhost/a")] {
            let answer = try await node.send(method, "/_matrix/media/" + path, token: guest.token, bytes: [1])
            #expect((answer.status, answer.errcode) == (403, "M_GUEST_ACCESS_FORBIDDEN"), "\(method) \(path)")
        }
        try await host.ok("PUT", ["directory", "room", "#b:localhost"], ["room_id": .string(room)])
        for path in [["directory", "room", "#b:localhost"], ["directory", "list", "room", room]] {
            #expect(try await guest.call("GET", path).status == 200, "\(path)")
        }
    }

    @Test("a guest has a display name, and no avatar")
    func profile() async throws {
        let avatar: JSONValue = ["avatar_url": "mxc://localhost/a"]
        let answer = try await guest.call("PUT", ["profile", guest.userID, "avatar_url"], avatar)
        #expect((answer.status, answer.errcode) == (403, "M_GUEST_ACCESS_FORBIDDEN"))
        try await guest.ok("PUT", ["profile", guest.userID, "displayname"], ["displayname": "Ann"])
        #expect(try await host.ok("GET", ["profile", guest.userID, "displayname"])["displayname"] == "Ann")
        try await host.ok("PUT", ["profile", host.userID, "avatar_url"], avatar)
    }

    @Test("a guest sets state as any member with the same power does")
    func state() async throws {
        let room = try await room(), topic: JSONValue = ["topic": "ships"]
        try await guest.join(room)
        #expect(try await refusal("m.room.topic", topic, in: room) == "M_FORBIDDEN")
        try await host.setState(
            "m.room.power_levels", ["users": .object([host.userID: 100, guest.userID: 50])], in: room)
        try await guest.setState("m.room.topic", topic, in: room)
        #expect(try await host.ok("GET", ["rooms", room, "state", "m.room.topic"])["topic"] == "ships")
    }

    @Test("a guest joins with a member event only where a guest may join")
    func joining() async throws {
        let closed = try await room(letsIn: false), open = try await room()
        #expect(try await setMember(guest, "join", in: closed) == "M_GUEST_ACCESS_FORBIDDEN")
        try await guest.setState("m.room.member", key: guest.userID, ["membership": "join"], in: open)
        try await guest.setState(
            "m.room.member", key: guest.userID, ["membership": "join", "displayname": "Ann"], in: open)
        #expect(try await guest.ok("GET", ["joined_rooms"]) == ["joined_rooms": [.string(open)]])
        try await guest.setState("m.room.member", key: guest.userID, ["membership": "leave"], in: open)
        #expect(try await guest.ok("GET", ["joined_rooms"]) == ["joined_rooms": []])
    }

    @Test("a guest neither invites nor knocks with a member event")
    func inviting() async throws {
        let room = try await room(), ben = try await RoomUser(node, 2)
        #expect(try await setMember(guest, "knock", in: room) == "M_GUEST_ACCESS_FORBIDDEN")
        try await guest.join(room)
        #expect(try await setMember(ben, "invite", in: room) == "M_GUEST_ACCESS_FORBIDDEN")
        #expect(try await ben.sync().at("rooms", "invite") == [:])
    }
}
