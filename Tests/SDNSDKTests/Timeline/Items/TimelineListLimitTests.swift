import HeraldJSON
import SDNSDK
import Testing

@testable import SDNSession

@Suite("A timeline list and its limits", .timeLimit(.minutes(10)))
struct TimelineListLimitTests {
    @Test("the whole history loads although a gap shortens the list meanwhile")
    func olderWhileGap() async throws {
        let node = ScriptedNode()
        for number in 1...30 { node.say("\(number)") }
        node.limit = 5
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let updates = try await session.theRoom.timelineUpdates(limit: 5)
        await session.pause()
        node.limit = 2
        for number in 31...36 { node.say("\(number)") }
        node.hold("/messages")
        let loading = Task { try await updates.loadOlder(.max) }
        await node.until { $0.heldAnswers > 0 }
        let resuming = Task { try await session.resume() }
        while updates.items.last?.event.body != "36" { await Task.yield() }
        #expect(updates.items.count == 2)
        node.hold(nil)
        try await loading.value
        try await resuming.value
        while updates.hasOlder { try await updates.loadOlder(.max) }
        #expect(updates.items.map(\.original.eventId) == node.eventIDs)
        await session.close()
    }

    @Test("a reader that is far behind receives the present list instead of every change")
    func slowReader() async throws {
        let quiet = try await QuietSession()
        let updates = try await quiet.room.timelineUpdates()
        let count = TimelineFeed.limit + 10
        for number in 0..<count {
            try await quiet.take(events: [QuietSession.message("$\(number)", at: Int64(number))])
        }
        let items = updates.items
        let room = try quiet.room
        room.finish()
        var batches: [MXTimelineBatch] = []
        for await batch in updates { batches.append(batch) }
        var read: [MXTimelineItem] = []
        for batch in batches { read.apply(batch) }
        #expect(batches.count < TimelineFeed.limit && read == items && read.count == count)
        await quiet.session.close()
    }
}
