import HeraldJSON
import SDNSDK
import Testing

@Suite("Member counts")
struct MembersCountTests {
    @Test(
        "counts that are too large, or stored as negative numbers, do no harm to a room's name",
        arguments: [
            (Int64.max, Int64.max, Int(Int32.max) * 2), (.max, 1, Int(Int32.max) + 1), (.min, .min, 0), (-5, 3, 3),
        ])
    func clamped(joined: Int64, invited: Int64, members: Int) {
        let summary = MXRoomSummary(
            roomId: "!a:b", membership: .join,
            details: ["joined": .int(joined), "invited": .int(invited), "heroes": [["user_id": "@x:b"]]])
        #expect(summary.membersCount.members == members)
        #expect(summary.displayName.hasPrefix("@x:b"))
    }

    @Test(
        "a sum of member counts that overflows stops at the largest or smallest number",
        arguments: [
            (Int.max, 1, Int.max), (Int.min, -1, Int.min), (2, 3, 5),
        ])
    func saturating(joined: Int, invited: Int, members: Int) {
        #expect(MXRoomMembersCount(joined: joined, invited: invited).members == members)
    }

    @Test("the first message after a join is judged by the member counts of the same sync")
    func first() async throws {
        let quiet = try await QuietSession()
        try await quiet.take([
            "rooms": [
                "invite": [
                    "!dm:x": [
                        "invite_state": [
                            "events": [
                                QuietSession.state(
                                    "m.room.member", ScriptedNode.me, ["membership": "invite", "is_direct": true])
                            ]
                        ]
                    ]
                ]
            ]
        ])
        let heard = Heard()
        _ = quiet.session.listenToEvents { event, direction, state in
            heard.note(event, direction, state as? MXRoomState)
        }
        try await quiet.take(
            room: [
                "summary": ["m.joined_member_count": 2, "m.invited_member_count": 0],
                "state": ["events": [QuietSession.state("m.room.member", ScriptedNode.other, ["membership": "join"])]],
                "timeline": [
                    "events": [
                        QuietSession.state("m.room.member", ScriptedNode.me, ["membership": "join"]),
                        QuietSession.message("$hello"),
                    ]
                ],
            ], id: "!dm:x")
        let hello = try #require(heard.all.first { $0.event.eventId == "$hello" })
        #expect(hello.state?.membersCount.joined == 2)
        #expect(
            quiet.session.notificationCenter.rule(matching: hello.event, roomState: hello.state)?.ruleId
                == ".m.rule.room_one_to_one")
        await quiet.session.close()
    }

    private func member(_ user: String, _ membership: String, at time: Int64 = 1) -> JSONValue {
        QuietSession.state("m.room.member", user, ["membership": .string(membership)], at: time)
    }

    @Test(
        "if the node sends no counts, the client counts the members, with or without a reader",
        arguments: [true, false])
    func counted(isWatched: Bool) async throws {
        let quiet = try await QuietSession()
        let heard = Heard()
        if isWatched {
            _ = quiet.session.listenToEvents { event, direction, state in
                heard.note(event, direction, state as? MXRoomState)
            }
        }
        try await quiet.take(
            room: [
                "state": [
                    "events": [
                        member(ScriptedNode.me, "join"), member("@a:x", "join"), member("@b:x", "invite"),
                        member("@gone:x", "leave"),
                    ]
                ],
                "timeline": ["events": [member("@c:x", "join", at: 2), QuietSession.message("$1")]],
            ], id: "!new:x")
        let room = try #require(quiet.session.room(withRoomId: "!new:x"))
        #expect(room.summary.membersCount == MXRoomMembersCount(joined: 3, invited: 1))
        if isWatched { #expect(heard.all.last?.state?.membersCount.joined == 3) }
        try await quiet.take(events: [member("@b:x", "join", at: 3), member("@a:x", "ban", at: 4)], id: "!new:x")
        #expect(room.summary.membersCount == MXRoomMembersCount(joined: 3, invited: 0))
        #expect(try await room.state().membersCount == room.summary.membersCount)
        try await quiet.take(
            room: ["summary": ["m.joined_member_count": 70, "m.invited_member_count": 2]], id: "!new:x")
        try await quiet.take(events: [member("@b:x", "leave", at: 5)], id: "!new:x")
        #expect(
            room.summary.membersCount == MXRoomMembersCount(joined: 70, invited: 2),
            "a node that counts counts for good")
        await quiet.session.close()
    }
}
