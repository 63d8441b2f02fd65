import HeraldJSON
import SDNSDK
import Testing
@testable import SDNSession

struct FirstHistoryTests {
    @Test("pagination that was reset on an invite finds the history when the room is joined", arguments: [true, false])
    func invite(asksEarly: Bool) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let invited: JSONValue = ["next_batch": "s3", "rooms": ["invite": ["!a:b": ["invite_state": ["events": []]]]]]
        _ = try await session.handle(JSONDocument(invited.serialized()))
        let timeline = try #require(session.room(withRoomId: "!a:b")).liveTimeline
        let heard = Heard(timeline)
        timeline.resetPagination()
        if asksEarly { try await timeline.paginate(10, direction: .backwards) }
        let joined: JSONValue = [
            "next_batch": "s3",
            "rooms": [
                "join": [
                    "!a:b": [
                        "timeline": [
                            "limited": true, "prev_batch": "s2",
                            "events": [
                                [
                                    "type": "m.room.message", "event_id": "$new", "sender": "@x:b",
                                    "content": ["body": "new"],
                                ]
                            ],
                        ]
                    ]
                ]
            ],
        ]
        _ = try await session.handle(JSONDocument(joined.serialized()))
        #expect(timeline.canPaginate(.backwards))
        try await timeline.paginate(10, direction: .backwards)
        #expect(heard.ids(.forwards) == ["$new"])
        #expect(heard.ids(.backwards) == node.eventIDs.prefix(2).reversed(), "what came after the reset is not history")
        await session.close()
    }

    @Test("members that come with a page of history are stored, and do not replace newer ones")
    func lazyMembers() async throws {
        let node = ScriptedNode()
        for number in 1...5 { node.say("\(number)", sender: "@carol:b") }
        node.limit = 2
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        _ = try await room.state()
        let heard = Heard(room.liveTimeline)
        func member(_ userId: String, _ name: String) -> JSONValue {
            [
                "type": "m.room.member", "state_key": .string(userId), "event_id": .string("$" + name),
                "sender": .string(userId),
                "content": ["membership": "join", "displayname": .string(name)],
            ]
        }
        let old: JSONValue = [
            "type": "m.room.message", "event_id": "$old", "sender": "@carol:b", "content": ["body": "old"],
        ]
        node.fail(
            "/messages",
            .answer(
                200,
                [
                    "start": "s6", "chunk": [old],
                    "state": [member("@carol:b", "Carol"), member(ScriptedNode.other, "Former")],
                ]))
        room.liveTimeline.resetPagination()
        try await room.liveTimeline.paginate(10, direction: .backwards)
        #expect(heard.all.first { $0.event.eventId == "$old" }?.state?.members.memberName("@carol:b") == "Carol")
        #expect(try await room.state().members.memberName("@carol:b") == "Carol")
        #expect(try await room.state().members.memberName(ScriptedNode.other) == "Other")
        #expect(session.user(withUserId: "@carol:b")?.displayname == "Carol")
        #expect(session.user(withUserId: ScriptedNode.other)?.displayname == "Other")
        await session.close()
    }
}
