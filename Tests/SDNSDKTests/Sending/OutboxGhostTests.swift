import HeraldJSON
import SDNSDK
import Testing

@testable import SDNSession

@Suite("Messages that have left the outbox do not come back to the list", .timeLimit(.minutes(10)))
struct OutboxGhostTests {
    /// A session whose first sending request ends as told, when `end` is told.
    private func session(_ first: JSONValue = AnsweringNode.oneRoom, failingWith status: Int, _ end: OneShot<Void>)
        async throws -> QuietSession
    {
        let quiet = try await QuietSession(first)
        quiet.node.on("/send/") { _, count in
            guard count == 1 else { return (200, ["event_id": .string("$sent\(count)")]) }
            try await end.value()
            guard status > 0 else { throw SDNSDKError(.timedOut, reason: "the answer was lost") }
            return (status, ["errcode": "M_FORBIDDEN", "error": "you may not"])
        }
        return quiet
    }

    private func queue(_ body: String, _ room: MXRoom) async throws -> String {
        try #require(
            try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": .string(body)]).unsignedData
                .transactionId)
    }

    @Test(
        "a message that is removed during its request does not come back when the request fails",
        arguments: [0, 403])
    func takenBack(status: Int) async throws {
        let end = OneShot<Void>()
        let quiet = try await session(failingWith: status, end)
        let room = try quiet.room
        let list = try await KeptList(room)
        let localId = try await queue("oops", room)
        try await quiet.node.received(1, "/send/")
        try await room.removeOutgoingMessage(localId)
        end.fulfil(.success(()))
        // A room's messages go one after the other, so the first one is over and done with by then.
        _ = try await room.sendTextMessage("next")
        #expect(list.bodies == ["next"] && room.outgoingMessages().count == 1)
        try await list.expectFresh()
        await quiet.session.close()
    }

    @Test("a message that sync brings before its request fails is shown once, even behind a gap", arguments: [0, 403])
    func arrivedFirst(status: Int) async throws {
        let end = OneShot<Void>()
        let quiet = try await session(failingWith: status, end)
        let room = try quiet.room
        let list = try await KeptList(room)
        let localId = try await queue("hello", room)
        try await quiet.node.received(1, "/send/")
        let echo = try #require(room.outgoingMessages().first)
        var event = QuietSession.message("$hello", "hello", from: ScriptedNode.me)
        event["unsigned"] = ["transaction_id": .string(localId)]
        try await quiet.take(events: [event])
        end.fulfil(.success(()))
        _ = try await room.sendTextMessage("next")
        #expect(echo.sentState == .sent && list.bodies == ["hello", "next"])
        try await list.expectFresh()
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$later", "later")], "limited": true, "prev_batch": "p"]
        ])
        #expect(list.bodies == ["later", "next"])
        try await list.expectFresh()
        await quiet.session.close()
    }

    @Test(
        "a reaction that is removed during its request does not count when the request fails",
        arguments: [0, 403])
    func reaction(status: Int) async throws {
        let end = OneShot<Void>()
        let timeline: JSONValue = ["timeline": ["events": [QuietSession.message("$target")]]]
        let quiet = try await session(
            ["next_batch": "s1", "rooms": ["join": [ScriptedNode.room: timeline]]], failingWith: status, end)
        let room = try quiet.room
        let list = try await KeptList(room)
        let content: JSONObject = ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$target", "key": "a"]]
        let echo = try await room.queueEvent(.reaction, content: content)
        #expect(list.updates.items.first?.reactions.map(\.count) == [1])
        try await quiet.node.received(1, "/send/")
        try await room.removeOutgoingMessage(#require(echo.unsignedData.transactionId))
        end.fulfil(.success(()))
        _ = try await room.sendTextMessage("next")
        #expect(list.updates.items.first?.reactions.isEmpty == true)
        try await list.expectFresh()
        await quiet.session.close()
    }

    @Test("a list's first snapshot has no echo of a message that has already arrived")
    func early() throws {
        let message = MXOutgoingMessage(
            localId: kMXEventLocalEventIdPrefix + "1", roomId: ScriptedNode.room, type: "m.room.message",
            content: ["body": "hello"], createdAt: Timestamp(milliseconds: 0))
        let feed = TimelineFeed(myUserId: ScriptedNode.me, hidesThreads: false)
        feed.follow(.moved(try message.echo(sender: ScriptedNode.me), localId: message.localId))
        var change = RoomChange(summary: MXRoomSummary(roomId: ScriptedNode.room, membership: .join))
        change.arrived = [ArrivedMessage(localId: message.localId, eventId: "$hello")]
        feed.follow(change)
        feed.begin(TimelineFeed.Page(events: [], start: nil), echoes: [], ignored: [])
        #expect(feed.items.isEmpty)
    }
}
