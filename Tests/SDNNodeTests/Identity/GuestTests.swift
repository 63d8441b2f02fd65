import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Guests (Matrix: guest access)")
struct GuestTests {
    private let node: TestNode
    private let host: RoomUser

    init() async throws {
        node = try TestNode { configuration in
            configuration.allowsTourists = true
            configuration.enableRegistration = true
        }
        host = try await RoomUser(node, 1)
    }

    private func guest(_ body: JSONValue = [:]) async throws -> RoomUser {
        let answer = try await node.send("POST", PasswordAccountTests.register + "?kind=guest", body)
        let reader = try JSONReader(answer.body)
        return RoomUser(node, token: try reader.string("access_token"), userID: try reader.string("user_id"))
    }

    private func openRoom() async throws -> String {
        let room = try await host.createRoom(["preset": "public_chat"])
        try await host.setState("m.room.guest_access", ["guest_access": "can_join"], in: room)
        return room
    }

    private func membership(of user: RoomUser, in room: String) async throws -> String? {
        try await host.ok("GET", ["rooms", room, "state", "m.room.member", user.userID]).text("membership")
    }

    private func upgrade(_ name: String, token: String?, session: String? = nil, isProven: Bool = true) async throws
        -> TestNode.Answer
    {
        var body: JSONObject = ["username": .string(name), "password": "secret"]
        body.set("guest_access_token", token)
        if isProven {
            var auth: JSONObject = ["type": "m.login.dummy"]
            auth.set("session", session)
            body["auth"] = .object(auth)
        }
        return try await node.send("POST", PasswordAccountTests.register, .object(body))
    }

    private func localpart(_ user: RoomUser) throws -> String { try UserID(user.userID).localpart }

    @Test("a guest gets an account and a device, and the node chooses all but the device's name")
    func registration() async throws {
        let guest = try await guest([
            "initial_device_display_name": "Web", "device_id": "MINE", "username": "ann", "password": "x",
        ])
        #expect(guest.userID.hasPrefix("@tourist_"))
        let devices = try await guest.ok("GET", ["devices"]).list("devices")
        #expect(devices.map { $0.text("display_name") } == ["Web"])
        #expect(devices.first?.text("device_id") != "MINE")
        #expect(try await guest.ok("GET", ["account", "whoami"])["is_guest"] == true)
        let other = try await node.send("POST", PasswordAccountTests.register + "?kind=king", [:])
        #expect((other.status, other.errcode) == (400, "M_INVALID_PARAM"))
        let closed = try await TestNode { $0.enableRegistration = true }
            .send("POST", PasswordAccountTests.register + "?kind=guest", [:])
        #expect((closed.status, closed.errcode) == (403, "M_GUEST_ACCESS_FORBIDDEN"))
    }

    @Test("a guest talks and has a name in a room that lets guests in, and in no other")
    func rooms() async throws {
        let guest = try await guest(), room = try await openRoom()
        #expect(try await guest.call("PUT", ["rooms", room, "send", "m.room.message", "1"], [:]).status == 403)
        try await guest.join(room)
        let event = try await guest.send("sup", to: room)
        #expect(try await host.messages(room, limit: 1).list("chunk").first?.eventID == event)
        try await guest.ok("PUT", ["profile", guest.userID, "displayname"], ["displayname": "creeper"])
        #expect(
            try await guest.ok("GET", ["rooms", room, "state", "m.room.member", guest.userID]).text("displayname")
                == "creeper")
        let closed = try await host.createRoom(["preset": "private_chat"])
        try await host.setState("m.room.guest_access", ["guest_access": "forbidden"], in: closed)
        try await host.invite(guest, to: closed)
        #expect(try await guest.call("POST", ["join", closed]).status == 403)
        try await host.setState("m.room.guest_access", ["guest_access": "can_join"], in: closed)
        try await guest.join(closed)
    }

    @Test("a guest creates no rooms and no aliases, and invites nobody")
    func refusals() async throws {
        let guest = try await guest(), room = try await openRoom()
        try await guest.join(room)
        for (method, path, body) in [
            ("POST", ["createRoom"], [:]), ("PUT", ["directory", "room", "#a:localhost"], ["room_id": .string(room)]),
            ("POST", ["rooms", room, "invite"], ["user_id": "@a:localhost"]),
        ] as [(String, [String], JSONValue)] {
            let answer = try await guest.call(method, path, body)
            #expect((answer.status, answer.errcode) == (403, "M_GUEST_ACCESS_FORBIDDEN"), "\(path)")
        }
    }

    @Test("the guests leave when a room no longer lets guests in, and all others stay")
    func removal() async throws {
        let room = try await openRoom(), ann = try await RoomUser(node, 2)
        try await ann.join(room)
        var guests: [RoomUser] = []
        for _ in 0..<(FanOuts.eventsPerTurn + 5) {
            let guest = try await guest()
            try await guest.join(room)
            guests.append(guest)
        }
        let full = guests.removeLast()
        #expect(try await upgrade(localpart(full), token: full.token).status == 200)
        try await host.setState("m.room.guest_access", ["guest_access": "forbidden"], in: room)
        await node.assembly.services.fanOutTasks.idle()
        for guest in guests { #expect(try await membership(of: guest, in: room) == "leave") }
        for user in [host, ann, full] { #expect(try await membership(of: user, in: room) == "join") }
        #expect(try await guests[0].call("PUT", ["rooms", room, "send", "m.room.message", "1"], [:]).status == 403)
    }

    @Test("a guest becomes a full user with a password, and keeps the user ID, the session and the rooms")
    func upgrade() async throws {
        let guest = try await guest(), room = try await openRoom(), name = try localpart(guest)
        try await guest.join(room)
        let demand = try await upgrade(name, token: guest.token, isProven: false)
        #expect(demand.status == 401)
        let answer = try await upgrade(name, token: nil, session: demand.body.text("session"))
        #expect(answer.body.text("user_id") == guest.userID)
        let full = RoomUser(node, token: try JSONReader(answer.body).string("access_token"), userID: guest.userID)
        for user in [guest, full] {
            #expect(try await user.ok("GET", ["account", "whoami"])["is_guest"] == false)
        }
        #expect(try await full.ok("GET", ["joined_rooms"]) == ["joined_rooms": [.string(room)]])
        _ = try await full.createRoom()
        let login = try await node.send(
            "POST", PasswordAccountTests.login,
            ["type": "m.login.password", "user": .string(name), "password": "secret"])
        #expect(login.status == 200)
        #expect(try await upgrade(name, token: guest.token).status == 403, "a full user is no guest")
    }

    @Test("nobody becomes another guest, and a guest's name is nobody else's")
    func upgradeOfOthers() async throws {
        let one = try await guest(), two = try await guest()
        for isProven in [true, false] {
            #expect(try await upgrade(localpart(one), token: two.token, isProven: isProven).status == 403)
            #expect(try await upgrade(localpart(one), token: host.token, isProven: isProven).status == 403)
            #expect(try await upgrade(localpart(one), token: "x", isProven: isProven).status == 403)
            #expect(try await upgrade(localpart(one), token: nil, isProven: isProven).errcode == "M_EXCLUSIVE")
        }
        let session = try await upgrade(localpart(one), token: one.token, isProven: false).body.text("session")
        #expect(
            try await upgrade(localpart(two), token: nil, session: session).errcode == "M_EXCLUSIVE",
            "a session is good for one guest alone")
        #expect(try await two.ok("GET", ["account", "whoami"])["is_guest"] == true)
    }
}
