import HeraldJSON
import SDNSDK
import Testing

@Suite("Accepted messages and gaps", .timeLimit(.minutes(10)))
struct OutboxGapTests {
    @Test(
        "an accepted message whose event lies in a gap leaves the outbox with the next sync that begins after its acceptance"
    )
    func acceptedInGap() async throws {
        let (gap, third, fourth, acceptance) = (OneShot<Void>(), OneShot<Void>(), OneShot<Void>(), OneShot<Void>())
        let node = AnsweringNode()
        node.on("/sync") { _, count in
            switch count {
            case 1: return (200, AnsweringNode.oneRoom)
            case 2:
                try await gap.value()
                let event: JSONValue = [
                    "type": "m.room.message", "event_id": "$other", "sender": "@other:node.example",
                    "content": ["body": "x"],
                ]
                let timeline: JSONValue = ["events": [event], "limited": true, "prev_batch": "p"]
                return (200, ["next_batch": "s2", "rooms": ["join": [ScriptedNode.room: ["timeline": timeline]]]])
            case 3: try await third.value()
            case 4: try await fourth.value()
            default: return try await AnsweringNode.silence()
            }
            return (200, AnsweringNode.nothing(count))
        }
        node.on("/send/") { _, _ in
            try await acceptance.value()
            return (200, ["event_id": "$hello"])
        }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        var updates = Updates(room.liveTimeline.updates())
        let sending = Task { try await room.sendTextMessage("hello") }
        try await node.received(1, "/send/")
        gap.fulfil(.success(()))
        _ = try await updates.first { $0.liveEvent?.eventId == "$other" ? true : nil }
        try await node.received(3, "/sync")
        acceptance.fulfil(.success(()))
        #expect(try await sending.value == "$hello")
        third.fulfil(.success(()))
        try await node.received(4, "/sync")
        #expect(
            room.outgoingMessages().map(\.eventId) == ["$hello"],
            "the third sync was asked for before the message was accepted")
        fourth.fulfil(.success(()))
        let ended = try await updates.first { update -> String? in
            guard case .outgoingEnded(_, let eventId) = update else { return nil }
            return eventId
        }
        #expect(ended == "$hello" && room.outgoingMessages().isEmpty)
        #expect(try await session.store.read { try $0.outgoingMessages() }.isEmpty)
        await session.close()
    }

    @Test("a message that is accepted during a sync stays in the outbox, even if this sync brings a gap")
    func acceptedMeanwhile() async throws {
        let (gap, third) = (OneShot<Void>(), OneShot<Void>())
        let node = AnsweringNode()
        node.on("/sync") { _, count in
            switch count {
            case 1: return (200, AnsweringNode.oneRoom)
            case 2:
                try await gap.value()
                let timeline: JSONValue = [
                    "events": [QuietSession.message("$other")], "limited": true, "prev_batch": "p",
                ]
                return (200, ["next_batch": "s2", "rooms": ["join": [ScriptedNode.room: ["timeline": timeline]]]])
            case 3:
                try await third.value()
                return (200, AnsweringNode.nothing(count))
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
