import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Unwanted invitations (SDN sheet 7.7)")
struct InvitationLimitTests {
    private func invitations(_ user: RoomUser) async throws -> [String: JSONValue] {
        try await user.sync().at("rooms", "invite").objectValue?.dictionary ?? [:]
    }

    @Test("attack 34: one user has a limited number of open invitations to another, whichever call sends them")
    func perInviter() async throws {
        let node = try TestNode()
        let eve = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), ann = try await RoomUser(node, 3)
        let wish: JSONValue = ["invite": [.string(bob.userID)]]
        for _ in 0..<RoomService.openInvitations { _ = try await eve.createRoom(wish) }
        #expect(try await eve.call("POST", ["createRoom"], wish).status == 403)
        let room = try await eve.createRoom()
        #expect(try await eve.call("POST", ["rooms", room, "invite"], ["user_id": .string(bob.userID)]).status == 403)
        let member: JSONValue = ["membership": "invite"]
        #expect(try await eve.call("PUT", ["rooms", room, "state", "m.room.member", bob.userID], member).status == 403)
        #expect(try await invitations(bob).count == RoomService.openInvitations)
        // Others' are none of it, and an answer makes room.
        _ = try await ann.createRoom(wish)
        let waiting = try await invitations(bob)
        #expect(waiting.count == RoomService.openInvitations + 1)
        let first = try #require(
            waiting.first { $0.value.list("invite_state", "events").contains { $0.text("sender") == eve.userID } }?.key)
        try await bob.leave(first)
        try await eve.invite(bob, to: room)
    }

    @Test(
        "attack 34: users without a shared room can together invite a user at a limited rate, and others are not limited"
    )
    func strangers() async throws {
        let node = try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.invitationsPerUser = RateLimit(perSecond: 0.01, burst: 3)
        }
        let bob = try await RoomUser(node, 1), friend = try await RoomUser(node, 2)
        let shared = try await bob.createRoom(["preset": "public_chat"])
        try await friend.join(shared)
        let wish: JSONValue = ["invite": [.string(bob.userID)]]
        var invited = 0
        for seed in 10..<20 {
            let stranger = try await RoomUser(node, UInt8(seed))
            if try await stranger.call("POST", ["createRoom"], wish).status == 200 { invited += 1 }
        }
        #expect(invited == 3)
        _ = try await friend.createRoom(wish)
        let stranger = try await RoomUser(node, 20)
        let open = try await stranger.createRoom([
            "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]]
        ])
        #expect(
            try await stranger.call("POST", ["rooms", open, "invite"], ["user_id": .string(bob.userID)]).status == 429)
        try await bob.ok("POST", ["knock", open])
        try await stranger.invite(bob, to: open)
        node.clock.advance(by: .seconds(100))
        _ = try await stranger.createRoom(wish)
    }

    @Test("attack 34: a user who shares a room invites at a looser limit, which others who share one do not use up")
    func companions() async throws {
        let node = try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.invitationsPerUser = RateLimit(perSecond: 0.01, burst: 1)
        }
        let bob = try await RoomUser(node, 1), eve = try await RoomUser(node, 2), ann = try await RoomUser(node, 3)
        let shared = try await bob.createRoom(["preset": "public_chat"])
        for user in [eve, ann] { try await user.join(shared) }
        let room = try await eve.createRoom(), target: JSONValue = ["user_id": .string(bob.userID)]
        for _ in 0..<Int(RateLimiter.companions) {
            try await eve.invite(bob, to: room)
            try await eve.ok("POST", ["rooms", room, "kick"], target)
        }
        #expect(try await eve.call("POST", ["rooms", room, "invite"], target).status == 429)
        _ = try await ann.createRoom(["invite": [.string(bob.userID)]])
        node.clock.advance(by: .seconds(30))
        try await eve.invite(bob, to: room)
    }

    @Test("a refused invitation does not count against the invitations that a user receives from strangers")
    func refused() async throws {
        let node = try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.invitationsPerUser = RateLimit(perSecond: 0.01, burst: 1)
        }
        let eve = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), cleo = try await RoomUser(node, 3)
        let room = try await cleo.createRoom([
            "preset": "public_chat", "power_level_content_override": ["invite": 50],
        ])
        try await eve.join(room)
        let target: JSONValue = ["user_id": .string(bob.userID)]
        #expect(try await eve.call("POST", ["rooms", room, "invite"], target).errcode == "M_FORBIDDEN")
        let member: JSONValue = ["membership": "invite"]
        let state = ["rooms", room, "state", "m.room.member", bob.userID]
        #expect(try await eve.call("PUT", state, member).errcode == "M_FORBIDDEN")
        let own = try await eve.createRoom()
        let reason = String(repeating: "x", count: 70_000)
        let long: JSONValue = ["user_id": .string(bob.userID), "reason": .string(reason)]
        #expect(try await eve.call("POST", ["rooms", own, "invite"], long).errcode == "M_TOO_LARGE")
        let contradiction: JSONValue = [
            "room_version": "10", "invite": [.string(bob.userID)], "power_level_content_override": ["invite": 101],
        ]
        #expect(try await eve.call("POST", ["createRoom"], contradiction).errcode == "M_INVALID_ROOM_STATE")
        // Dora can receive no more invitations, so the room with both is not created.
        let dora = try await RoomUser(node, 4)
        _ = try await cleo.createRoom(["invite": [.string(dora.userID)]])
        let both: JSONValue = ["invite": [.string(bob.userID), .string(dora.userID)]]
        #expect(try await eve.call("POST", ["createRoom"], both).status == 429)
        #expect(try await invitations(bob).isEmpty)
        try await cleo.invite(bob, to: room)
        let other = try await RoomUser(node, 5)
        #expect(try await other.call("POST", ["createRoom"], ["invite": [.string(bob.userID)]]).status == 429)
    }

    /// A request for a room whose initial state invites a user under another name.
    private func hiddenInvitation(of user: RoomUser) -> JSONValue {
        [
            "initial_state": [
                [
                    "type": "m.room.member", "state_key": .string(user.userID),
                    "content": ["membership": "invite", "displayname": "Fool", "avatar_url": "mxc://localhost/fool"],
                ]
            ]
        ]
    }

    @Test("attack 34: an invitation in the initial state counts as every other, and shows the user's own profile")
    func initialState() async throws {
        let node = try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.invitationsPerUser = RateLimit(perSecond: 0.01, burst: 1)
        }
        let eve = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        try await bob.ok("PUT", ["profile", bob.userID, "displayname"], ["displayname": "Bob"])
        let room = try await eve.createRoom(hiddenInvitation(of: bob))
        let member = try await eve.ok("GET", ["rooms", room, "state", "m.room.member", bob.userID])
        #expect(member.text("membership") == "invite")
        #expect(member.text("displayname") == "Bob")
        #expect(member.text("avatar_url") != "mxc://localhost/fool")
        #expect(try await eve.call("POST", ["createRoom"], hiddenInvitation(of: bob)).status == 429)
        #expect(try await invitations(bob).count == 1)
    }

    @Test("attack 34: the invitations in the initial state count as open invitations of their sender")
    func initialStatePerInviter() async throws {
        let node = try TestNode()
        let eve = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        for _ in 0..<RoomService.openInvitations { _ = try await eve.createRoom(["invite": [.string(bob.userID)]]) }
        let answer = try await eve.call("POST", ["createRoom"], hiddenInvitation(of: bob))
        #expect((answer.status, answer.errcode) == (403, "M_FORBIDDEN"))
        #expect(try await invitations(bob).count == RoomService.openInvitations)
    }

    @Test("attack 34: an invitation is small, however long the room's name and the reason are")
    func size() async throws {
        let node = try TestNode()
        let eve = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await eve.createRoom(["name": "Small"])
        let long = String(repeating: "x", count: 50_000)
        try await eve.setState("m.room.topic", ["topic": .string(long)], in: room)
        try await eve.ok("POST", ["rooms", room, "invite"], ["user_id": .string(bob.userID), "reason": .string(long)])
        let answer = try await bob.sync()
        #expect(answer.serialized().count < 20_000)
        let events = answer.at("rooms", "invite", room).list("invite_state", "events")
        #expect(events.contains { $0.type == "m.room.name" && $0.at("content", "name") == "Small" })
        #expect(events.last?.at("content", "membership") == "invite")
        #expect(events.last?.text("state_key") == bob.userID)
    }

    @Test("attack 41: a room's heroes and member count are found without reading all members")
    func heroes() async throws {
        let node = try TestNode()
        let plans = try await node.assembly.services.database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT user FROM membership INDEXED BY membership_by_age
                    WHERE room = 1 AND membership IN ('join', 'invite') AND user <> 'x' ORDER BY ord LIMIT 5
                    """
            ).map { $0["detail"] as String }
        }
        #expect(plans.allSatisfy { !$0.contains("TEMP B-TREE") && !$0.contains("SCAN") }, "\(plans)")
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), eve = try await RoomUser(node, 3)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await eve.join(room)
        let summary = try await ann.sync().joined(room).at("summary")
        #expect(summary.list("m.heroes").compactMap(\.stringValue) == [bob.userID, eve.userID])
        #expect(summary["m.joined_member_count"] == 3)
    }
}
