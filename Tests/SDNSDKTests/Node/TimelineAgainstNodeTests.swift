import HeraldJSON
import SDNNode
import SDNSDK
import Testing

@Suite("Timelines and relations on the embedded node", .timeLimit(.minutes(10)))
struct TimelineAgainstNodeTests {
    @Test("a timeline on any event gives each event, in both directions, with the room's state at that event")
    func focused() async throws {
        let node = try await EmbeddedNode.start()
        let alice = try await EmbeddedUser(node, 31)
        let session = try await alice.session(MXMemoryStore())
        try await session.start(withSyncFilter: .syncFilterForLazyLoading(withMessageLimit: 5))
        let room = try await session.createRoom(withName: "Harbour")
        var topics: [String: String?] = [:]
        var ids: [String] = []
        var topic: String?
        for number in 1...15 {
            let id = try await room.sendTextMessage("\(number)")
            topics[id] = topic
            ids.append(id)
            if number % 3 == 0 {
                topic = "topic \(number)"
                try await room.setTopic("topic \(number)")
            }
        }
        let log = try await alice.log(room.roomId)
        // The timeline ends where sync has ended, which may be behind the node.
        try await session.seen(#require(log.last), in: room)
        let timeline = room.timeline(onEvent: ids[7])
        let heard = Heard(timeline)
        try await timeline.resetPaginationAroundInitialEvent(withLimit: 4)
        while timeline.canPaginate(.backwards) { try await timeline.paginate(3, direction: .backwards) }
        while timeline.canPaginate(.forwards) { try await timeline.paginate(3, direction: .forwards) }
        #expect(heard.ids(.backwards).reversed() + heard.ids(.forwards) == log)
        for entry in heard.all where entry.event.type == "m.room.message" {
            let expected = topics[entry.event.eventId] ?? nil
            #expect(entry.state?.topic == expected, "before \(entry.event.body ?? "")")
        }
        #expect(timeline.state?.topic == topic)
        await session.close()
        await node.stop()
    }

    @Test("two users see the same list of items, with edits, reactions, replies, threads and redactions applied")
    func items() async throws {
        let node = try await EmbeddedNode.start()
        let (alice, bob) = (try await EmbeddedUser(node, 32), try await EmbeddedUser(node, 33))
        let (hers, his) = (try await alice.session(MXMemoryStore()), try await bob.session(MXMemoryStore()))
        try await hers.start()
        try await his.start()
        let room = try await hers.createRoom(withName: "Items", invite: [bob.userId])
        _ = try await his.room(room.roomId, becomes: .invite)
        let joined = try await his.joinRoom(room.roomId)
        let (hersList, hisList) = (
            Followed(try await room.timelineUpdates()), Followed(try await joined.timelineUpdates())
        )
        let first = try await room.sendTextMessage("helo")
        let second = try await joined.sendTextMessage("to be taken back")
        try await hersList.until { $0.contains { $0.original.eventId == second } }
        let (mine, theirs) = (try await room.event(withEventId: first), try await room.event(withEventId: second))
        _ = try await room.replaceTextMessage(mine, withTextMessage: "hello")
        _ = try await room.sendReaction("👍", to: theirs)
        _ = try await room.sendReply(to: theirs, textMessage: "why?")
        _ = try await room.sendTextMessage("in a thread", threadId: first)
        _ = try await joined.redactEvent(second)
        let last = try await room.sendTextMessage("end")
        for list in [hersList, hisList] {
            try await list.until {
                $0.last?.original.eventId == last
                    && $0.contains { $0.original.eventId == second && $0.event.isRedacted }
            }
            let item = list.items.first { $0.original.eventId == first }
            #expect(item?.event.body == "hello" && item?.thread?.count == 1 && item?.isEdited == true)
            #expect(list.items.first { $0.original.eventId == second }?.reactions.isEmpty == true)
        }
        #expect(hersList.items.map(\.original.eventId) == hisList.items.map(\.original.eventId))
        await hers.close()
        await his.close()
        await node.stop()
    }
}
