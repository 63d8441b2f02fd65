import HeraldJSON
import HeraldLocks
import SDNSDK
import Testing

struct IgnoredUsersTests {
    @Test(
        "messages of an ignored user reach no listener and no preview, and return when the user is no longer ignored"
    )
    func ignored() async throws {
        let node = ScriptedNode()
        let mine = node.say("mine", sender: ScriptedNode.me)
        node.state.withLock { $0.ignored = [ScriptedNode.other] }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        var updates = Updates(timeline.updates())
        let hidden = node.say("you do not want to read this")
        let name = node.add("m.room.name", ["name": "State counts"], stateKey: "")
        _ = try await updates.first { $0.liveEvent?.eventId == name ? true : nil }
        #expect(heard.ids(.forwards) == [name])
        #expect(try session.theRoom.summary.lastMessage?.eventId == mine)
        timeline.resetPagination()
        try await timeline.paginate(100, direction: .backwards)
        #expect(heard.ids(.backwards) == node.eventIDs.reversed().filter { $0 != hidden })

        node.state.withLock { $0.ignored = [] }
        let last = node.say("again")
        _ = try await updates.first { $0.liveEvent?.eventId == last ? true : nil }
        #expect(try session.theRoom.summary.lastMessage?.eventId == last)
        let all = Heard(timeline)
        timeline.resetPagination()
        try await timeline.paginate(100, direction: .backwards)
        #expect(all.ids(.backwards) == node.eventIDs.reversed())
        await session.close()
    }
}
