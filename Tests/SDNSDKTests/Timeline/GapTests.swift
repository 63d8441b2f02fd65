import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

struct GapTests {
    @Test("reading from the store stops at a gap, and the node fills it")
    func gap() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        for number in 1...5 { node.say("old \(number)") }
        try await session.start()
        await session.pause()
        node.limit = 3
        for number in 1...8 { node.say("new \(number)") }
        try await session.resume()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        timeline.resetPagination()
        try await timeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards) == node.eventIDs.suffix(3).reversed(), "the store has no more without a hole")
        try await timeline.paginate(100, direction: .backwards)
        #expect(heard.ids(.backwards) == node.eventIDs.reversed())
        await session.close()
    }

    @Test("the combined timeline equals the room's log, whatever the syncs leave out", arguments: 1...40)
    func property(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let node = ScriptedNode()
        node.limit = Int.random(in: 1...6, using: &random)
        let session = MXSession.scripted(node)
        let store: any MXStore = seed % 2 == 0 ? MXMemoryStore() : MXNoStore()
        try await session.setStore(store)
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        var heard = Heard(timeline)
        for _ in 0..<Int.random(in: 5...15, using: &random) {
            await session.pause()
            node.limit = Int.random(in: 1...6, using: &random)
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                switch Int.random(in: 0..<10, using: &random) {
                case 0:
                    node.add("m.room.topic", ["topic": .int(Int64.random(in: 0...99, using: &random))], stateKey: "")
                case 1: node.add("m.room.redaction", [:], redacts: node.redactable.randomElement(using: &random))
                default: node.say("text")
                }
            }
            if Int.random(in: 0..<4, using: &random) == 0 { node.refuseToken() }
            try await session.resume()
            if Bool.random(using: &random) {
                timeline.removeAllListeners()
                heard = Heard(timeline)
                timeline.resetPagination()
            }
            if Bool.random(using: &random) {
                try await timeline.paginate(
                    UInt.random(in: 1...15, using: &random), direction: .backwards,
                    onlyFromStore: Bool.random(using: &random))
                try expectNoHoles(heard, node)
            }
        }
        timeline.removeAllListeners()
        heard = Heard(timeline)
        timeline.resetPagination()
        while timeline.canPaginate(.backwards) { try await timeline.paginate(7, direction: .backwards) }
        #expect(heard.ids(.backwards) == node.eventIDs.reversed())
        for event in heard.events(.backwards) where node.redacted.contains(event.eventId) {
            #expect(event.isRedacted, "\(event.eventId) was redacted")
        }
        await session.close()
    }

    /// Each event that pagination brought is the one right before the one it brought before.
    private func expectNoHoles(_ heard: Heard, _ node: ScriptedNode) throws {
        let places = heard.ids(.backwards).map { node.eventIDs.firstIndex(of: $0) ?? -1 }
        for (newer, older) in zip(places, places.dropFirst()) { #expect(older == newer - 1) }
    }

    /// A room of which `$1` to `$5` and, behind a gap, `$9` are stored; the node answers with these pages before `$9`.
    private func session(pages: [[Int]], stored: ClosedRange<Int> = 1...5) async throws -> QuietSession {
        let timeline: JSONValue = ["events": .array(stored.map(Self.event)), "prev_batch": "start"]
        let quiet = try await QuietSession([
            "next_batch": "s1", "rooms": ["join": [ScriptedNode.room: ["timeline": timeline]]],
        ])
        quiet.node.on("/messages") { _, count in
            var page: JSONObject = [
                "start": .string("p\(count)"),
                "chunk": .array(count <= pages.count ? pages[count - 1].map(Self.event) : []),
            ]
            if count < pages.count { page["end"] = .string("p\(count + 1)") }
            return (200, .object(page))
        }
        try await quiet.take(room: ["timeline": ["events": [Self.event(90)], "limited": true, "prev_batch": "p1"]])
        return quiet
    }

    private static func event(_ number: Int) -> JSONValue { QuietSession.message("$\(number)", at: Int64(number)) }

    @Test("a stored event that stands among missing ones in the room's order does not close the gap")
    func lateEvent() async throws {
        let quiet = try await session(pages: [[8, 3, 7], [6, 5, 4], [2, 1]])
        let history = try await quiet.room.liveTimeline.history()
        #expect(history.map(\.eventId) == ["$90", "$8", "$7", "$6", "$5", "$4", "$3", "$2", "$1"])
        #expect(quiet.node.requests("/messages").count == 3, "two for the gap, and one for the beginning of the room")
        await quiet.session.close()
    }

    @Test(
        "a whole page of stored events closes the gap, even if the newest of them stands elsewhere in the room's order"
    )
    func knownPage() async throws {
        let known = Array((10...40).reversed())
        let quiet = try await session(pages: [[50], Array(known.dropFirst().prefix(15)), [], [], []], stored: 10...40)
        try await quiet.room.liveTimeline.paginate(33, direction: .backwards)
        #expect(quiet.node.requests("/messages").count == 2)
        await quiet.session.close()
    }
}

extension ScriptedNode {
    /// Not redactions: a redaction that was itself redacted no longer says what it redacted.
    var redactable: [String] {
        state.withLock {
            $0.log.filter { $0["type"]?.stringValue != "m.room.redaction" }.compactMap { $0["event_id"]?.stringValue }
        }
    }
    var redacted: Set<String> {
        Set(
            state.withLock {
                $0.log.filter { $0["unsigned"]?["redacted_because"] != nil }.compactMap { $0["event_id"]?.stringValue }
            })
    }
}
