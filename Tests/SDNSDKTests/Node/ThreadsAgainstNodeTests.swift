import SDNNode
import SDNSDK
import Testing

@Suite("Threads in a session on the embedded node", .timeLimit(.minutes(10)))
struct ThreadsAgainstNodeTests {
    /// Returns when a room's summary is as a test wants it.
    private func wait(_ room: MXRoom, _ condition: (MXRoomSummary) -> Bool) async {
        for await summary in room.summaryUpdates() where condition(summary) { return }
    }

    @Test("a thread is shown, counted, listed and read with the session's own filter")
    func threads() async throws {
        let node = try await EmbeddedNode.start()
        let (alice, bob) = (try await EmbeddedUser(node, 1), try await EmbeddedUser(node, 2))
        let (hers, his) = (try await alice.session(MXMemoryStore()), try await bob.session(MXMemoryStore()))
        try await hers.start()
        try await his.start()
        let hersRoom = try await hers.createRoom(withName: "Harbour", invite: [bob.userId])
        _ = try await his.room(hersRoom.roomId, becomes: .invite)
        let hisRoom = try await his.joinRoom(hersRoom.roomId)
        let root = try await hersRoom.sendTextMessage("root")
        await wait(hisRoom) { $0.lastMessage?.eventId == root }
        let reply = try await hisRoom.sendTextMessage("in the thread", threadId: root)
        await wait(hersRoom) { $0.threadCounts[root]?.notificationCount == 1 && $0.notificationCount == 1 }

        let thread = try await hersRoom.threadTimelineUpdates(rootId: root)
        #expect(thread.items.map(\.original.eventId) == [root, reply] && !thread.hasOlder)
        #expect(thread.items.last?.senderProfile.userId == bob.userId)
        let list = try await hersRoom.threadList()
        try await list.loadMore()
        #expect(list.threads.map(\.id) == [root] && list.threads.first?.notificationCount == 1)
        #expect(list.threads.first?.summary.latestEvent?.eventId == reply && !list.hasMore)

        try await hersRoom.acknowledgeEvent(hersRoom.event(withEventId: reply), inThread: root)
        #expect(hersRoom.summary.threadCounts.isEmpty && hersRoom.summary.notificationCount == 0)
        var updates = Updates(his.updates())
        while try await hisRoom.getEventReceipts(reply, threadId: root).isEmpty {
            _ = try await updates.first { update -> Bool? in
                if case .receipts = update { true } else { nil }
            }
        }
        let receipts = try await hisRoom.getEventReceipts(reply, threadId: root)
        #expect(receipts.map(\.userId) == [alice.userId] && receipts.first?.threadId == root)

        // A device without any history has the thread too, and nothing of it is unread.
        let later = MXSession(sdnRestClient: MXRestClient(credentials: hers.credentials))
        try await later.setStore(MXMemoryStore())
        try await later.start()
        let room = try #require(later.room(withRoomId: hersRoom.roomId))
        #expect(room.summary.notificationCount == 0 && room.summary.threadCounts.isEmpty)
        let again = try await room.threadTimelineUpdates(rootId: root)
        try await again.loadOlder(10)
        #expect(again.items.map(\.original.eventId) == [root, reply])
        await later.close()
        await hers.close()
        await his.close()
        await node.stop()
    }
}
