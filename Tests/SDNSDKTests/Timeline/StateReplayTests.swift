import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("The state at an event's point in time", .timeLimit(.minutes(10)))
struct StateReplayTests {
    @Test(
        "listeners get the state that a replay of the room's log gives, live, backwards and from any event",
        arguments: 1...20)
    func replay(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let node = ScriptedNode()
        for _ in 0..<Int.random(in: 0...25, using: &random) { node.happen(&random) }
        node.limit = Int.random(in: 1...8, using: &random)
        let session = MXSession.scripted(node)
        let store: any MXStore = seed % 3 == 0 ? MXNoStore() : MXMemoryStore()
        try await session.setStore(store)
        try await session.start()
        let room = try session.theRoom
        let live = Heard(room.liveTimeline)
        for _ in 0..<Int.random(in: 2...8, using: &random) {
            await session.pause()
            node.limit = Int.random(in: 1...8, using: &random)
            for _ in 0..<Int.random(in: 0...15, using: &random) { node.happen(&random) }
            try await session.resume()
            if Int.random(in: 0..<3, using: &random) == 0 {
                try await walk(
                    room.timeline(onEvent: node.eventIDs.randomElement(using: &random) ?? ""), node, steps: 4,
                    isExact: false, &random)
            }
        }
        await session.pause()
        let states = node.statesBefore
        for entry in live.all where entry.direction == .forwards {
            let ids = states[entry.event.eventId]?.mapValues(\.eventId)
            let isSame = ids == entry.state?.model.mapValues(\.eventId)
            #expect(isSame, "live before \(entry.event.eventId)")
        }
        room.liveTimeline.removeAllListeners()
        // A redaction that a sync skipped is known only when pagination has brought it: until then the contents may be older.
        for isExact in [false, false, true, true] {
            if isExact { try await walkBack(room.liveTimeline, &random) }
            let timeline = room.timeline(onEvent: node.eventIDs.randomElement(using: &random) ?? "")
            try await walk(timeline, node, steps: 1000, isExact: isExact, &random)
        }
        let back = Heard(room.liveTimeline)
        room.liveTimeline.resetPagination()
        try await walkBack(room.liveTimeline, &random)
        #expect(back.ids(.backwards) == node.eventIDs.reversed())
        for entry in back.all {
            let isSame = states[entry.event.eventId] == entry.state?.model
            #expect(isSame, "backwards before \(entry.event.eventId)")
        }
        await session.close()
    }

    private func walkBack(_ timeline: MXEventTimeline, _ random: inout SeededGenerator) async throws {
        while timeline.canPaginate(.backwards) {
            try await timeline.paginate(UInt.random(in: 1...9, using: &random), direction: .backwards)
        }
    }

    /// Walks to both sides by turns, and checks that nothing is left out, comes twice or comes with another state.
    private func walk(
        _ timeline: MXEventTimeline, _ node: ScriptedNode, steps: Int, isExact: Bool, _ random: inout SeededGenerator
    ) async throws {
        let heard = Heard(timeline)
        try await timeline.resetPaginationAroundInitialEvent(withLimit: UInt.random(in: 0...6, using: &random))
        for _ in 0..<steps {
            let (back, front) = (timeline.canPaginate(.backwards), timeline.canPaginate(.forwards))
            guard back || front else { break }
            let direction: MXTimelineDirection =
                back && (!front || Bool.random(using: &random)) ? .backwards : .forwards
            try await timeline.paginate(
                UInt.random(in: 1...9, using: &random), direction: direction,
                onlyFromStore: Int.random(in: 0..<6, using: &random) == 0)
        }
        let ids = heard.ids(.backwards).reversed() + heard.ids(.forwards)
        let first = node.eventIDs.firstIndex(of: ids.first ?? "") ?? 0
        #expect(Array(ids) == Array(node.eventIDs[first...].prefix(ids.count)))
        if steps >= 1000 { #expect(ids.count == node.eventIDs.count, "the walk reaches both ends") }
        let states = node.statesBefore
        for entry in heard.all {
            let (expected, given) = (states[entry.event.eventId], entry.state?.model)
            let isSame = isExact ? expected == given : expected?.mapValues(\.eventId) == given?.mapValues(\.eventId)
            #expect(isSame, "before \(entry.event.eventId)")
        }
        timeline.destroy()
    }

    @Test(
        "content that a redaction removes from a state event is also removed from its successors, in the store too"
    )
    func successors() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        let secret = node.add("m.room.topic", ["topic": "hidden treasure"], stateKey: "")
        node.add("m.room.topic", ["topic": "nothing"], stateKey: "")
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        let room = try session.theRoom
        var updates = Updates(room.liveTimeline.updates())
        node.add("m.room.redaction", [:], redacts: secret)
        _ = try await updates.first { update -> Bool? in
            guard case .redacted = update else { return nil }
            return true
        }
        let stored = try await session.store.read { try $0.state(ofRoom: ScriptedNode.room) }
        #expect(stored.allSatisfy { !String(decoding: $0.rawBytes, as: UTF8.self).contains("treasure") })
        for event in try await room.liveTimeline.history() {
            #expect(!String(decoding: event.rawBytes, as: UTF8.self).contains("treasure"))
        }
        await session.close()
    }
}

extension ScriptedNode {
    /// Something that happens in rooms.
    func happen(_ random: inout SeededGenerator) {
        let number = Int64.random(in: 0...99, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: add("m.room.topic", ["topic": .int(number)], stateKey: "")
        case 1: add("m.room.name", ["name": .string("name \(number)")], stateKey: "")
        case 2:
            add(
                "m.room.member", ["membership": "join", "displayname": .string("name \(number)")],
                sender: "@u\(number % 4):x", stateKey: "@u\(number % 4):x")
        case 3:
            add("m.room.member", ["membership": "leave"], sender: "@u\(number % 4):x", stateKey: "@u\(number % 4):x")
        case 4: add("m.room.redaction", [:], redacts: redactable.randomElement(using: &random))
        default: say("text \(number)", sender: "@u\(number % 4):x")
        }
    }
}

extension MXRoomState {
    /// The state as a test compares it.
    var model: [String: StateModel] {
        Dictionary(
            uniqueKeysWithValues: stateEvents.map {
                ($0.type + "|" + ($0.stateKey ?? ""), StateModel(eventId: $0.eventId, content: $0.content))
            })
    }
}
