import HeraldJSON
import SDNNode
import SDNSDK
import Testing

@Suite("Receipts, typing, marks and tags in a session on the embedded node", .timeLimit(.minutes(10)))
struct ReadingAgainstNodeTests {
    private struct Pair {
        let node: EmbeddedNode
        let hers: MXSession, his: MXSession
        let hersRoom: MXRoom, hisRoom: MXRoom

        init() async throws {
            node = try await EmbeddedNode.start()
            let (alice, bob) = (try await EmbeddedUser(node, 1), try await EmbeddedUser(node, 2))
            (hers, his) = (try await alice.session(MXMemoryStore()), try await bob.session(MXMemoryStore()))
            try await hers.start()
            try await his.start()
            hersRoom = try await hers.createRoom(withName: "Harbour", invite: [bob.userId])
            _ = try await his.room(hersRoom.roomId, becomes: .invite)
            hisRoom = try await his.joinRoom(hersRoom.roomId)
        }

        func close() async {
            await hers.close()
            await his.close()
            await node.stop()
        }
    }

    /// Returns when a room's summary is as a test wants it.
    private func wait(_ room: MXRoom, _ condition: (MXRoomSummary) -> Bool) async {
        for await summary in room.summaryUpdates() where condition(summary) { return }
    }

    @Test("receipts reach the other users and update the counts, and the next device reads them from the node")
    func receipts() async throws {
        let pair = try await Pair()
        let first = try await pair.hersRoom.sendTextMessage("one")
        let second = try await pair.hersRoom.sendTextMessage("two")
        await wait(pair.hisRoom) { $0.lastMessage?.eventId == second }
        #expect(pair.hisRoom.summary.localUnreadEventCount == 2 && pair.hisRoom.summary.notificationCount == 2)
        var updates = Updates(pair.hers.updates())
        let event = try await pair.hisRoom.event(withEventId: first)
        try await pair.hisRoom.acknowledgeEvent(event, andUpdateReadMarker: false)
        #expect(pair.hisRoom.summary.localUnreadEventCount == 1 && pair.hisRoom.summary.readMarkerEventId == nil)
        let told = try await updates.first { update -> [MXReceiptData]? in
            guard case .receipts(_, let receipts) = update,
                receipts.contains(where: { $0.eventId == first && $0.userId == pair.his.myUserId })
            else { return nil }
            return receipts
        }
        #expect(told.allSatisfy { !$0.isPrivate })
        #expect(try await pair.hersRoom.getEventReceipts(first).map(\.userId) == [pair.his.myUserId])
        await wait(pair.hisRoom) { $0.notificationCount == 1 }
        try await pair.hisRoom.moveReadMarker(toEventId: first)
        #expect(pair.hisRoom.summary.readMarkerEventId == first && pair.hisRoom.summary.localUnreadEventCount == 1)
        try await pair.hisRoom.markAllAsRead()
        #expect(pair.hisRoom.summary.localUnreadEventCount == 0 && pair.hisRoom.summary.readMarkerEventId == second)
        try await pair.hisRoom.moveReadMarker(toEventId: first)
        #expect(pair.hisRoom.summary.readMarkerEventId == second, "the marker moves forwards only")
        await wait(pair.hisRoom) { !$0.hasUnread }

        let later = MXSession(sdnRestClient: MXRestClient(credentials: pair.his.credentials))
        try await later.start()
        let room = try #require(later.room(withRoomId: pair.hisRoom.roomId))
        #expect(
            room.summary.readMarkerEventId == second && room.summary.localUnreadEventCount == 0
                && room.summary.notificationCount == 0)
        await later.close()
        await pair.close()
    }

    @Test("a typing notice reaches the other users, not its sender, and ends")
    func typing() async throws {
        let pair = try await Pair()
        var typing = pair.hersRoom.typingUpdates().makeAsyncIterator()
        #expect(await typing.next() == [])
        try await pair.hisRoom.sendTypingNotification(typing: true, timeout: 20)
        #expect(await typing.next() == [pair.his.myUserId])
        try await pair.hisRoom.sendTypingNotification(typing: false)
        #expect(await typing.next() == [])
        #expect(pair.hisRoom.typingUsers.isEmpty)
        await pair.close()
    }

    @Test("tags, a hidden room, the unread mark and account data come back with the next sync")
    func marks() async throws {
        let pair = try await Pair()
        let room = pair.hersRoom
        try await room.addTag(kMXRoomTagFavourite, withOrder: 0.5)
        await wait(room) { $0.favoriteTagOrder == 0.5 }
        #expect(pair.hers.roomList.snapshot.rooms(in: .favourites).count == 1)
        try await room.replaceTag(kMXRoomTagFavourite, with: kMXRoomTagLowPriority, withOrder: 0.25)
        await wait(room) { Set($0.tags.keys) == [kMXRoomTagLowPriority] }
        try await room.removeTag(kMXRoomTagLowPriority)
        await wait(room) { $0.tags.isEmpty }
        try await room.hideRoom(pair.hers.myUserId, roomId: room.roomId)
        await wait(room) { $0.hiddenFromUser }
        #expect(pair.hers.roomList.snapshot.count == 0)
        try await pair.hers.showRoom(withRoomId: room.roomId)
        await wait(room) { !$0.hiddenFromUser }
        try await room.setMarkedAsUnread(true)
        #expect(room.isMarkedAsUnread)
        try await pair.hers.markAllMessagesAsRead()
        #expect(!room.isMarkedAsUnread && !room.summary.hasUnread)
        let id = try await room.sendTextMessage("worth keeping")
        let event = try await room.event(withEventId: id)
        try await room.tagEvent(event, withTag: MXTaggedEvents.favourite, andKeywords: ["ship"])
        func marked() async throws -> [String: MXTaggedEvents.Info] {
            MXTaggedEvents(content: try await room.accountData(ofType: "m.tagged_events")?.content ?? [:]).events(
                taggedWith: MXTaggedEvents.favourite)
        }
        #expect(try await marked()[id]?.keywords == ["ship"])
        try await room.untagEvent(event, withTag: MXTaggedEvents.favourite)
        #expect(try await marked().isEmpty)
        try await room.setAccountData(["a": 1], forType: "x.y")
        #expect(try await room.accountData(ofType: "x.y")?.content == ["a": 1])
        await pair.close()
    }

    @Test("presence reaches users of shared rooms, and the session continues to send it")
    func presence() async throws {
        let pair = try await Pair()
        var updates = Updates(pair.hers.updates())
        let me = try #require(pair.his.myUser)
        try await me.setPresence(.unavailable, statusMessage: "at lunch")
        #expect(me.presence == .unavailable && pair.his.preferredSyncPresence == .unavailable)
        // A sync that was on its way may say once more that the user is online.
        let (hers, hisId) = (pair.hers, pair.his.myUserId)
        _ = try await updates.first { _ -> Bool? in
            guard let user = hers.user(withUserId: hisId), user.presence == .unavailable, user.statusMsg == "at lunch"
            else { return nil }
            return true
        }
        try await me.setDisplayName("Bo")
        #expect(me.displayname == "Bo")
        await pair.close()
    }
}
