import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Redactions that arrive before or after their targets", .timeLimit(.minutes(10)))
struct LateRedactionTests {
    @Test("a redaction that sync brings takes effect on a target whose page is still on its way")
    func duringPage() async throws {
        let node = ScriptedNode()
        let target = node.say("to be redacted")
        for number in 1...10 { node.say("\(number)") }
        node.limit = 3
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        var updates = Updates(timeline.updates())
        node.hold("/messages")
        timeline.resetPagination()
        let page = Task { try await timeline.paginate(50, direction: .backwards) }
        await node.until { $0.heldAnswers > 0 }
        let redaction = node.add("m.room.redaction", [:], redacts: target)
        _ = try await updates.first { $0.liveEvent?.eventId == redaction ? true : nil }
        node.hold(nil)
        try await page.value
        let event = try #require(heard.events(.backwards).first { $0.eventId == target })
        #expect(event.isRedacted && event.body == nil)
        #expect(try await session.theRoom.event(withEventId: target).body == nil)
        await session.close()
    }

    @Test(
        "redacted state of a first sync is deleted from the store's file, even if a later event replaced it")
    func firstStateInFile() async throws {
        let (folder, node) = (try TemporaryFolder(), ScriptedNode())
        let topics = [
            node.add("m.room.topic", ["topic": "the first secret"], stateKey: ""),
            node.add("m.room.name", ["name": "the second secret"], stateKey: ""),
            node.add("x.note", ["text": "the third secret"], stateKey: ""),
        ]
        // Comes with the first sync and repeats what it replaced; when that is redacted, it has been replaced itself.
        node.add("x.note", ["text": "fine"], stateKey: "")
        for number in 1...5 { node.say("\(number)") }
        node.limit = 3
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        func secrets() -> Int { folder.files.count { $0.data.range(of: Data("secret".utf8)) != nil } }
        #expect(secrets() > 0, "looking for it means something")
        var updates = Updates(try session.theRoom.liveTimeline.updates())
        node.limit = 100
        node.add("m.room.name", ["name": "harmless"], stateKey: "")
        node.add("x.note", ["text": "harmless"], stateKey: "")
        for topic in topics { node.add("m.room.redaction", [:], redacts: topic) }
        let last = node.say("last")
        _ = try await updates.first { $0.liveEvent?.eventId == last ? true : nil }
        let state = try await session.theRoom.state()
        #expect(state.topic == nil && state.name == "harmless")
        await session.close()
        #expect(secrets() == 0)
    }

    @Test("a redaction in a gap changes state, summary and last message when the gap is filled, and is reported")
    func inGap() async throws {
        let node = ScriptedNode()
        let name = node.add("m.room.name", ["name": "offensive"], stateKey: "")
        let message = node.say("offensive text")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        #expect(try await room.state().name == "offensive")
        var updates = Updates(room.liveTimeline.updates())
        await session.pause()
        node.add("m.room.redaction", [:], redacts: message)
        node.add("m.room.redaction", [:], redacts: name)
        for number in 1...5 { node.add("x.y", ["n": .int(Int64(number))]) }
        node.limit = 3
        try await session.resume()
        let heard = Heard(room.liveTimeline)
        room.liveTimeline.resetPagination()
        try await room.liveTimeline.paginate(50, direction: .backwards)
        #expect(room.summary.lastMessage?.eventId == message && room.summary.lastMessage?.body == nil)
        #expect(try await room.state().name == nil && room.summary.name == nil)
        let before = try #require(heard.all.first { $0.event.eventId == message })
        #expect(
            before.state?.name == nil && before.state?.stateEvent("m.room.name") != nil,
            "pagination stands in a redacted state, too")
        var told: [String] = []
        while told.count < 2 {
            told.append(try await updates.first { if case .redacted(let event) = $0 { event.eventId } else { nil } })
        }
        #expect(Set(told) == [name, message])
        await session.close()
    }

    @Test("in room version 10 the redaction's own member names the target, whatever its content says")
    func contentDoesNotCount() async throws {
        let node = ScriptedNode()
        let victim = node.say("victim")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        var updates = Updates(room.liveTimeline.updates())
        let own = node.say("own", sender: "@mallory:node.example")
        let redaction = node.add(
            "m.room.redaction", ["redacts": .string(victim)], sender: "@mallory:node.example", redacts: own)
        let event = try await updates.first { $0.liveEvent?.eventId == redaction ? $0.liveEvent : nil }
        #expect(event.redacts == own)
        #expect(try await room.event(withEventId: victim).body == "victim")
        #expect(try await room.event(withEventId: own).isRedacted)
        await session.close()
    }
}
