import HeraldJSON
import SDNSDK
import Testing

@Suite("Accepted messages and gaps", .timeLimit(.minutes(10)))
struct OutboxGapTests {
    /// An answer to a sync that brings one message.
    private static func answer(_ count: Int, _ message: JSONValue, isLimited: Bool = false) -> JSONValue {
        var timeline: JSONObject = ["events": [message]]
        if isLimited {
            timeline["limited"] = true
            timeline["prev_batch"] = "p"
        }
        let rooms: JSONValue = ["join": [ScriptedNode.room: ["timeline": .object(timeline)]]]
        return ["next_batch": .string("s\(count)"), "rooms": rooms]
    }

    @Test(
        "an accepted message stays in list and store until its event arrives, even if a later sync brings only another event"
    )
    func lateEvent() async throws {
        let (second, third, fourth) = (OneShot<Void>(), OneShot<Void>(), OneShot<Void>())
        let node = AnsweringNode()
        node.on("/sync") { _, count in
            switch count {
            case 1: return (200, AnsweringNode.oneRoom)
            case 2:
                try await second.value()
                return (200, AnsweringNode.nothing(count))
            case 3:
                try await third.value()
                return (200, Self.answer(count, QuietSession.message("$other", "other")))
            case 4:
                try await fourth.value()
                return (200, Self.answer(count, QuietSession.message("$hello", "hello", from: ScriptedNode.me)))
            default: return try await AnsweringNode.silence()
            }
        }
        node.on("/send/") { _, _ in (200, ["event_id": "$hello"]) }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let list = try await KeptList(room)
        try await node.received(2, "/sync")
        #expect(try await room.sendTextMessage("hello") == "$hello")
        second.fulfil(.success(()))
        // The third sync begins after the message was accepted.
        try await node.received(3, "/sync")
        third.fulfil(.success(()))
        try await node.received(4, "/sync")
        #expect(list.bodies == ["other", "hello"])
        #expect(room.outgoingMessages().map(\.eventId) == ["$hello"])
        #expect(try await session.store.read { try $0.outgoingMessages() }.count == 1)
        fourth.fulfil(.success(()))
        try await node.received(5, "/sync")
        #expect(list.bodies == ["other", "hello"] && room.outgoingMessages().isEmpty)
        #expect(try await session.store.read { try $0.outgoingMessages() }.isEmpty)
        try await list.expectFresh()
        await session.close()
    }

    @Test(
        "an accepted message leaves the outbox with the gap of a sync that began later, and stays with that of an earlier sync"
    )
    func acceptedMeanwhile() async throws {
        let (gap, third) = (OneShot<Void>(), OneShot<Void>())
        let node = AnsweringNode()
        node.on("/sync") { _, count in
            switch count {
            case 1: return (200, AnsweringNode.oneRoom)
            case 2:
                try await gap.value()
                return (200, Self.answer(count, QuietSession.message("$other"), isLimited: true))
            case 3:
                try await third.value()
                return (200, Self.answer(count, QuietSession.message("$last"), isLimited: true))
            default: return try await AnsweringNode.silence()
            }
        }
        node.on("/send/") { _, _ in (200, ["event_id": "$hello"]) }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        var updates = Updates(room.liveTimeline.updates())
        try await node.received(2, "/sync")
        #expect(try await room.sendTextMessage("hello") == "$hello")
        gap.fulfil(.success(()))
        try await node.received(3, "/sync")
        #expect(room.outgoingMessages().map(\.eventId) == ["$hello"], "neither before nor in the gap")
        #expect(try await session.store.read { try $0.outgoingMessages() }.count == 1)
        third.fulfil(.success(()))
        _ = try await updates.first { update -> Bool? in
            guard case .outgoingEnded(_, "$hello") = update else { return nil }
            return true
        }
        #expect(room.outgoingMessages().isEmpty)
        await session.close()
    }
}
