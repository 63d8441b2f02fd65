import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Membership")
struct MembershipTests {
    @Test("a user is invited, declines, is invited again, joins, leaves and forgets the room")
    func life() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        #expect(try await bob.call("POST", ["join", room]).errcode == "M_FORBIDDEN")
        try await alice.invite(bob, to: room)
        try await bob.leave(room)
        try await bob.leave(room)
        try await alice.invite(bob, to: room)
        try await bob.join(room)
        try await bob.join(room)
        #expect(try await bob.ok("GET", ["joined_rooms"]) == ["joined_rooms": [.string(room)]])
        #expect(try await bob.call("POST", ["rooms", room, "forget"]).status == 400)
        #expect(try await bob.ok("POST", ["rooms", room, "leave"]) == [:])
        #expect(try await bob.ok("POST", ["rooms", room, "forget"]) == [:])
        let members = try await alice.ok("GET", ["rooms", room, "members"]).list("chunk")
        #expect(members.map { $0.at("content", "membership").stringValue } == ["join", "leave"])
    }

    @Test("a kick works through its endpoint and through the member event, as the iOS client sends it")
    func kick() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), carol = try await RoomUser(node, 3)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await carol.join(room)
        #expect(
            try await bob.call("POST", ["rooms", room, "kick"], ["user_id": .string(carol.userID)]).errcode
                == "M_FORBIDDEN")
        #expect(
            try await alice.ok("POST", ["rooms", room, "kick"], ["user_id": .string(bob.userID), "reason": "r"]) == [:])
        try await alice.setState("m.room.member", key: carol.userID, ["membership": "leave", "reason": "r"], in: room)
        #expect(
            try await alice.ok("GET", ["rooms", room, "joined_members"]).at("joined").objectValue?.keys == [
                alice.userID
            ])
        #expect(
            try await alice.call("POST", ["rooms", room, "kick"], ["user_id": .string(bob.userID)]).errcode
                == "M_FORBIDDEN")
    }

    @Test("the list of joined members has both names of a profile, with null for what is not set")
    func profilesOfMembers() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        try await bob.ok("PUT", ["profile", bob.userID, "displayname"], ["displayname": "Bob"])
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let joined = try await alice.ok("GET", ["rooms", room, "joined_members"]).at("joined")
        #expect(joined.at(alice.userID) == ["display_name": nil, "avatar_url": nil])
        #expect(joined.at(bob.userID) == ["display_name": "Bob", "avatar_url": nil])
    }

    @Test("nobody can join a restricted room by naming a member as the authorising user")
    func forgedVoucher() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), carol = try await RoomUser(node, 3)
        let lobby = try await alice.createRoom(["preset": "public_chat"])
        let rule: JSONValue = [
            "join_rule": "restricted", "allow": [["type": "m.room_membership", "room_id": .string(lobby)]],
        ]
        let room = try await alice.createRoom(["initial_state": [["type": "m.room.join_rules", "content": rule]]])
        let forged: JSONValue = ["membership": "join", "join_authorised_via_users_server": .string(alice.userID)]
        #expect(
            try await bob.call("PUT", ["rooms", room, "state", "m.room.member", bob.userID], forged).errcode
                == "M_FORBIDDEN")
        #expect(try await bob.call("POST", ["join", room]).errcode == "M_FORBIDDEN")
        try await bob.join(lobby)
        try await bob.setState("m.room.member", key: bob.userID, ["membership": "join"], in: room)
        try await carol.join(lobby)
        try await carol.join(room)
        #expect(try await alice.ok("GET", ["rooms", room, "joined_members"]).at("joined").objectValue?.count == 3)
    }

    @Test("an invitation to a user ID in mixed case reaches its owner")
    func mixedCase() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let shouted = "@sdn_" + bob.userID.dropFirst(5).uppercased()
        let room = try await alice.createRoom(["invite": [.string(shouted)]])
        try await bob.join(room)
        #expect(
            try await alice.ok("GET", ["rooms", room, "members"]).list("chunk").map { $0.text("state_key") } == [
                alice.userID, bob.userID,
            ])
    }

    @Test("a banned user cannot join until the ban ends")
    func ban() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        let target: JSONValue = ["user_id": .string(bob.userID)]
        #expect(try await alice.call("POST", ["rooms", room, "unban"], target).errcode == "M_FORBIDDEN")
        #expect(try await alice.ok("POST", ["rooms", room, "ban"], target) == [:])
        #expect(try await bob.call("POST", ["join", room]).errcode == "M_FORBIDDEN")
        #expect(try await alice.call("POST", ["rooms", room, "invite"], target).errcode == "M_FORBIDDEN")
        #expect(try await alice.ok("POST", ["rooms", room, "unban"], target) == [:])
        try await bob.join(room)
    }

    @Test("acting in a room without being joined is forbidden, and joining an unknown room finds nothing")
    func outsider() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        for target in [room, "!unknown:localhost"] {
            #expect(
                try await bob.call("PUT", ["rooms", target, "send", "m.room.message", "1"], ["body": "x"]).errcode
                    == "M_FORBIDDEN")
            #expect(
                try await bob.call("GET", ["rooms", target, "messages"], query: ["dir": "b"]).errcode == "M_FORBIDDEN")
            #expect(try await bob.call("GET", ["rooms", target, "state"]).errcode == "M_FORBIDDEN")
            #expect(try await bob.call("GET", ["rooms", target, "members"]).errcode == "M_FORBIDDEN")
            #expect(
                try await bob.call("POST", ["rooms", target, "invite"], ["user_id": "@x:y"]).errcode == "M_FORBIDDEN")
            #expect(try await bob.call("PUT", ["rooms", target, "redact", "$x", "1"], [:]).errcode == "M_FORBIDDEN")
        }
        let unknown = try await bob.call("POST", ["join", "!unknown:localhost"])
        #expect(unknown.status == 404)
        #expect(unknown.errcode == "M_NOT_FOUND")
    }

    @Test("members of an allowed room can join a restricted room")
    func restricted() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), carol = try await RoomUser(node, 3)
        let club = try await alice.createRoom(["preset": "public_chat"])
        let inner = try await alice.createRoom([
            "initial_state": [
                [
                    "type": "m.room.join_rules",
                    "content": [
                        "join_rule": "restricted", "allow": [["type": "m.room_membership", "room_id": .string(club)]],
                    ],
                ]
            ]
        ])
        try await bob.join(club)
        try await bob.join(inner)
        #expect(try await carol.call("POST", ["join", inner]).errcode == "M_FORBIDDEN")
        let member = try await alice.ok("GET", ["rooms", inner, "state", "m.room.member", bob.userID])
        #expect(member.text("join_authorised_via_users_server") == alice.userID)
    }

    @Test(
        "attack 104: the member who authorises a restricted join is found among the members with power, not among all"
    )
    func voucher() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let club = try await alice.createRoom(["preset": "public_chat"])
        let inner = try await alice.createRoom(["preset": "public_chat", "room_version": "10"])
        try await bob.join(club)
        // In the order of their ids they come first.
        try await alice.append(to: inner, (1_000..<1_200).map { .member("@a\($0):x", .join, by: "@a\($0):x") })
        try await alice.setState(
            "m.room.join_rules",
            ["join_rule": "restricted", "allow": [["type": "m.room_membership", "room_id": .string(club)]]], in: inner)
        func voucher(_ levels: JSONValue) async throws -> (user: String?, looked: Int) {
            try await alice.setState("m.room.power_levels", levels, in: inner)
            return try await node.assembly.services.database.write { db in
                var user: String?
                let looked = try db.rowsLookedAt(of: "membership", by: "user") {
                    user = try RestrictedJoin(user: bob.userID, room: RoomRecord.require(inner, in: db), db: db)
                        .voucher()
                }
                return (user, looked)
            }
        }
        let few = try await voucher(["users": [alice.userID: 100, "@0:x": 60, "@a1000:x": 20], "invite": 50])
        #expect(few.user == alice.userID && few.looked == 0, "\(few)")
        let all = try await voucher(["users": [alice.userID: 100, "@a1000:x": -1], "invite": 0])
        #expect(all.user == "@a1001:x" && all.looked < 5, "\(all)")
        try await bob.join(inner)
    }

    @Test("members see a knock and can answer it")
    func knock() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom([
            "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]]
        ])
        try await bob.ok("POST", ["knock", room], ["reason": "hello"])
        #expect(
            try await bob.sync().at("rooms", "knock", room).list("knock_state", "events").last?.at(
                "content", "membership") == "knock")
        try await alice.invite(bob, to: room)
        try await bob.join(room)
    }

    @Test("a new display name reaches every joined room")
    func profile() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let rooms = [try await alice.createRoom(["invite": [.string(bob.userID)]]), try await alice.createRoom()]
        try await bob.join(rooms[0])
        let since = try await bob.sync().nextBatch
        try await alice.ok("PUT", ["profile", alice.userID, "displayname"], ["displayname": "Alice"])
        for room in rooms {
            #expect(
                try await alice.ok("GET", ["rooms", room, "state", "m.room.member", alice.userID]).text("displayname")
                    == "Alice")
        }
        let event = try #require(try await bob.sync(since: since).timeline(rooms[0]).first)
        #expect(event.at("content", "displayname") == "Alice")
        #expect(event.at("unsigned", "prev_content", "membership") == "join")
        #expect(event.at("unsigned", "replaces_state").stringValue?.hasPrefix("$") == true)
    }
}
