import HeraldJSON
import HeraldLocks
import SDNSDK
import Testing

@Suite("Polls in a timeline list", .timeLimit(.minutes(10)))
struct TimelinePollTests {
    private static let poll: JSONObject = [
        "m.poll": [
            "kind": "m.poll.disclosed", "question": ["m.text": [["body": "Tea?"]]],
            "answers": [["m.id": "a", "m.text": [["body": "Yes"]]], ["m.id": "b", "m.text": [["body": "No"]]]],
        ]
    ]

    private static func refer(_ poll: String, _ content: JSONObject = [:]) -> JSONObject {
        content.merging(["m.relates_to": ["rel_type": "m.reference", "event_id": .string(poll)]]) { $1 }
    }

    @Test("a poll is one item: votes and its end change it and are no items of their own")
    func folded() async throws {
        let node = ScriptedNode()
        let poll = node.add("m.poll.start", Self.poll)
        node.add("m.poll.response", Self.refer(poll, ["m.selections": ["a"]]), sender: "@a:x")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let list = Followed(try await room.timelineUpdates())
        try await list.until { $0.last?.poll?.answers.map(\.voters) == [["@a:x"], []] }
        #expect(list.items.last?.poll?.question == "Tea?" && list.items.count { $0.poll != nil } == 1)
        let count = list.items.count
        let theirs = node.add("m.poll.response", Self.refer(poll, ["m.selections": ["b"]]), sender: "@a:x")
        try await list.until { $0.last?.poll?.answers.map(\.count) == [0, 1] }
        _ = try await room.queueEvent(.pollResponse, content: Self.refer(poll, ["m.selections": ["a"]]))
        try await list.until { $0.last?.poll?.mySelections == ["a"] }
        node.add("m.room.redaction", [:], redacts: theirs)
        try await list.until { $0.last?.poll?.answers.map(\.voters) == [["@a:x", ScriptedNode.me], []] }
        node.add("m.poll.end", Self.refer(poll))
        try await list.until { $0.last?.poll?.isEnded == true }
        let fresh = try await room.timelineUpdates()
        #expect(list.items.count == count && list.items == fresh.items)
        await session.close()
    }

    @Test("the room's present power levels decide if another user ended a poll")
    func levels() async throws {
        let node = ScriptedNode()
        let poll = node.add("m.poll.start", Self.poll)
        node.add("m.poll.end", Self.refer(poll), sender: "@a:x")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let list = Followed(try await session.theRoom.timelineUpdates())
        try await list.until { $0.last?.poll?.isEnded == false }
        node.add("m.room.power_levels", ["users": ["@a:x": 50]], stateKey: "")
        try await list.until { $0.contains { $0.poll?.isEnded == true } }
        await session.close()
    }

    @Test(
        "a poll behind a gap that is to be requested again may lack votes until the node answers, and one before it lacks none"
    )
    func behindGap() async throws {
        let node = ScriptedNode()
        node.state.withLock { $0.leavesIgnoredOut = true }
        let old = node.add("m.poll.start", Self.poll, sender: ScriptedNode.me)
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        var updates = Updates(room.liveTimeline.updates())
        node.state.withLock { $0.ignored = [ScriptedNode.other] }
        node.add("m.poll.response", Self.refer(old, ["m.selections": ["a"]]))
        let mine = node.say("mine", sender: ScriptedNode.me)
        _ = try await updates.first { $0.liveEvent?.eventId == mine ? true : nil }
        node.state.withLock { $0.ignored = [] }
        let new = node.add("m.poll.start", Self.poll, sender: ScriptedNode.me)
        _ = try await updates.first { $0.liveEvent?.eventId == new ? true : nil }
        let later = node.add("m.poll.start", Self.poll, sender: ScriptedNode.me)
        _ = try await updates.first { $0.liveEvent?.eventId == later ? true : nil }
        let list = try await room.timelineUpdates()
        func poll(_ eventId: String) -> MXPoll? { list.items.first { $0.original.eventId == eventId }?.poll }
        #expect(poll(old)?.isComplete == false && poll(old)?.voterCount == 0 && poll(later)?.isComplete == true)
        try await list.loadOlder(50)
        #expect(poll(old)?.isComplete == true && poll(old)?.voterCount == 1)
        await session.close()
    }
}
