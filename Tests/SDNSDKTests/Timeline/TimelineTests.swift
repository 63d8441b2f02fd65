import HeraldJSON
import SDNSDK
import Testing
@testable import SDNSession

struct TimelineTests {
    @Test("live events arrive once, forwards, each with the state before it")
    func live() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        var updates = Updates(timeline.updates())
        node.say("one")
        let name = node.add("m.room.name", ["name": "First"], stateKey: "")
        let second = node.add("m.room.name", ["name": "Second"], stateKey: "")
        let last = node.say("two")
        _ = try await updates.first { $0.liveEvent?.eventId == last ? true : nil }
        #expect(heard.ids(.forwards) == Array(node.eventIDs.suffix(4)))
        let names = heard.all.map { $0.state?.name }
        #expect(names == [nil, nil, "First", "Second"])
        #expect(heard.all.first { $0.event.eventId == name }?.state?.name == nil)
        #expect(heard.all.first { $0.event.eventId == second }?.state?.name == "First")
        #expect(try await session.theRoom.state().name == "Second")
        await session.close()
    }

    @Test("pagination runs to the beginning of the room, newest first, each event with the state before it")
    func backwards() async throws {
        let node = ScriptedNode()
        for number in 1...7 { node.say("\(number)") }
        node.add("m.room.name", ["name": "First"], stateKey: "")
        for number in 8...14 { node.say("\(number)") }
        node.add("m.room.name", ["name": "Second"], stateKey: "")
        node.limit = 5
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        timeline.resetPagination()
        while timeline.canPaginate(.backwards) { try await timeline.paginate(4, direction: .backwards) }
        #expect(heard.ids(.backwards) == node.eventIDs.reversed())
        for entry in heard.all {
            let index = node.eventIDs.firstIndex(of: entry.event.eventId) ?? 0
            let expected = index <= 10 ? nil : (index <= 18 ? "First" : "Second")
            #expect(entry.state?.name == expected, "state before event \(index)")
        }
        let count = node.requests("/messages").count
        try await timeline.paginate(4, direction: .backwards)
        #expect(heard.all.count == node.eventIDs.count)
        #expect(node.requests("/messages").count == count, "at the beginning the node is not asked again")
        await session.close()
    }

    @Test("stored events are read without the node")
    func fromStore() async throws {
        let node = ScriptedNode()
        for number in 1...10 { node.say("\(number)") }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        #expect(try await timeline.remainingMessagesForBackPaginationInStore() == 13)
        timeline.resetPagination()
        let heard = Heard(timeline)
        try await timeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards) == node.eventIDs.reversed())
        #expect(node.requests("/messages").isEmpty)
        await session.close()
    }

    @Test("pagination starts at the moment of the reset, and later events are not history")
    func resetMarksNow() async throws {
        let node = ScriptedNode()
        node.say("before")
        let session = MXSession.scripted(node)
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        var updates = Updates(timeline.updates())
        timeline.resetPagination()
        let late = node.say("after")
        _ = try await updates.first { $0.liveEvent?.eventId == late ? true : nil }
        try await timeline.paginate(100, direction: .backwards)
        #expect(heard.ids(.forwards) == [late])
        #expect(heard.ids(.backwards) == node.eventIDs.reversed().dropFirst().map { $0 })
        await session.close()
    }

    @Test("an event that comes twice is reported once")
    func duplicates() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        let id = node.say("twice")
        let repeated: JSONValue = [
            "next_batch": "s4",
            "rooms": [
                "join": [
                    .init(ScriptedNode.room): [
                        "timeline": [
                            "events": [
                                [
                                    "event_id": .string(id), "type": "m.room.message", "sender": "@other:node.example",
                                    "content": [:],
                                ]
                            ]
                        ]
                    ]
                ]
            ],
        ]
        _ = try await session.handle(JSONDocument(repeated.serialized()))
        _ = try await session.handle(JSONDocument(repeated.serialized()))
        #expect(heard.ids(.forwards).filter { $0 == id }.count == 1)
        await session.close()
    }

    @Test("a redacted event keeps its place in the timeline and loses its content")
    func redaction() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        node.say("before")
        let target = node.say("secret")
        let later = node.say("after")
        try await session.start()
        let room = try session.theRoom
        var updates = Updates(room.liveTimeline.updates())
        let redaction = node.add("m.room.redaction", ["reason": "spam"], redacts: target)
        let pruned = try await updates.first { update -> MXEvent? in
            guard case .redacted(let event) = update else { return nil }
            return event
        }
        #expect(pruned.eventId == target && pruned.content.isEmpty && pruned.isRedacted)
        #expect(pruned.redactedBecause?["content"]?["reason"] == "spam")
        let heard = Heard(room.liveTimeline)
        room.liveTimeline.resetPagination()
        try await room.liveTimeline.paginate(3, direction: .backwards)
        #expect(heard.ids(.backwards) == [redaction, later, target])
        #expect(heard.events(.backwards).last?.content.isEmpty == true)
        await session.close()
    }

    @Test("a redaction in a gap removes its target's content when the gap is filled")
    func redactionInGap() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        let target = node.say("secret")
        try await session.start()
        await session.pause()
        node.limit = 2
        node.add("m.room.redaction", [:], redacts: target)
        for number in 1...5 { node.say("\(number)") }
        try await session.resume()
        let room = try session.theRoom
        let heard = Heard(room.liveTimeline)
        room.liveTimeline.resetPagination()
        try await room.liveTimeline.paginate(100, direction: .backwards)
        #expect(heard.ids(.backwards) == node.eventIDs.reversed())
        #expect(heard.events(.backwards).first { $0.eventId == target }?.content.isEmpty == true)
        await session.close()
    }

    @Test("an edit and its original both stay, and the latest content is available")
    func edits() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        let original = node.say("helo")
        func edit(_ text: String, sender: String = ScriptedNode.other) -> String {
            node.add(
                "m.room.message",
                [
                    "msgtype": "m.text", "body": .string("* " + text),
                    "m.new_content": ["msgtype": "m.text", "body": .string(text)],
                    "m.relates_to": ["rel_type": "m.replace", "event_id": .string(original)],
                ], sender: sender)
        }
        let first = edit("hello")
        let second = edit("hello!")
        _ = edit("not mine to edit", sender: ScriptedNode.me)
        try await session.start()
        let room = try session.theRoom
        let event = try await room.event(withEventId: original)
        #expect(event.body == "helo")
        #expect(try await room.latestVersion(of: event).body == "hello!")
        #expect(try await room.latestVersion(of: event).eventId == original)
        let heard = Heard(room.liveTimeline)
        try await room.liveTimeline.paginate(4, direction: .backwards)
        #expect(heard.ids(.backwards).suffix(3) == [second, first, original])
        #expect(heard.events(.backwards).map(\.isEditEvent) == [true, true, true, false])

        var updates = Updates(room.liveTimeline.updates())
        node.add("m.room.redaction", [:], redacts: second)
        _ = try await updates.first { update -> Bool? in
            guard case .redacted = update else { return nil }
            return true
        }
        #expect(try await room.latestVersion(of: event).body == "hello", "a redacted edit does not count")
        await session.close()
    }

    @Test("listeners receive the types that they asked for, and nothing after their removal")
    func listeners() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let messages = Heard()
        let token = timeline.listenToEvents([.roomMessage]) { messages.note($0, $1, $2) }
        var updates = Updates(timeline.updates())
        node.add("m.room.topic", ["topic": "t"], stateKey: "")
        let first = node.say("one")
        _ = try await updates.first { $0.liveEvent?.eventId == first ? true : nil }
        timeline.removeListener(token)
        let second = node.say("two")
        _ = try await updates.first { $0.liveEvent?.eventId == second ? true : nil }
        #expect(messages.ids(.forwards) == [first])
        await session.close()
    }
}
