import SDNSDK
import TestSupport
import Testing

@Suite("Paginations that wait for one another", .timeLimit(.minutes(10)))
struct QueuedPaginationTests {
    @Test("a cancelled pagination ends at once while an earlier one waits for the node, which goes on")
    func cancelled() async throws {
        let node = ScriptedNode()
        node.limit = 3
        for number in 1...10 { node.say("\(number)") }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        node.hold("/messages")
        let first = Task { try await timeline.paginate(50, direction: .backwards) }
        await node.until { $0.heldAnswers > 0 }
        let second = Task { try await timeline.paginate(50, direction: .backwards) }
        second.cancel()
        #expect(await failure { try await second.value } is CancellationError)
        node.hold(nil)
        try await first.value
        #expect(heard.ids(.backwards) == node.eventIDs.reversed())
        await session.close()
    }
}
