import Foundation
import HeraldJSON
@testable import SDNSession
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("History of users who are no longer ignored", .timeLimit(.minutes(10)))
struct IgnoredHistoryTests {
    /// A session on a node that leaves out what ignored users say. It knows some history, then the other is ignored, says something among
    /// things that the user says, and is heard again.
    private struct Scene {
        let node = ScriptedNode()
        let session: MXSession
        let room: MXRoom
        /// The events that the store had just before.
        let stored: [String]
        let unheard: [String]

        /// - Parameter paginated: the number of events that pagination has brought before the other user is no longer ignored.
        /// - Parameter limit: the number of events that the first sync brings.
        init(store: any MXStore = MXMemoryStore(), paginated: UInt = 0, limit: Int = 8) async throws {
            let node = node
            for number in 1...20 { node.say("\(number)") }
            node.limit = limit
            node.state.withLock { $0.leavesIgnoredOut = true }
            session = MXSession.scripted(node)
            try await session.setStore(store)
            try await session.start()
            room = try session.theRoom
            var updates = Updates(room.liveTimeline.updates())
            node.state.withLock { $0.ignored = [ScriptedNode.other] }
            var unheard: [String] = []
            for number in 1...6 {
                unheard.append(node.say("unheard \(number)"))
                let mine = node.say("mine \(number)", sender: ScriptedNode.me)
                _ = try await updates.first { $0.liveEvent?.eventId == mine ? true : nil }
            }
            stored = try await Self.ids(room)
            if paginated > 0 {
                room.liveTimeline.resetPagination()
                try await room.liveTimeline.paginate(paginated, direction: .backwards)
            }
            unheard.append(node.say("last of all"))
            self.unheard = unheard
            node.state.withLock { $0.ignored = [] }
            let name = node.add("m.room.name", ["name": "Heard again"], stateKey: "")
            _ = try await updates.first { $0.liveEvent?.eventId == name ? true : nil }
        }

        /// The ids of what is stored.
        static func ids(_ room: MXRoom) async throws -> [String] {
            try await room.enumeratorForStoredMessages.nextEventsBatch(1_000)?.map(\.eventId) ?? []
        }
    }

    @Test(
        "their messages are requested when they are no longer ignored, and appear once at their place, with pages of any size",
        arguments: [3, 7, 500] as [UInt])
    func paginating(step: UInt) async throws {
        let scene = try await Scene()
        #expect(Set(scene.stored).isDisjoint(with: scene.unheard))
        #expect(try await scene.room.liveTimeline.history(by: step).map(\.eventId) == scene.node.eventIDs.reversed())
        #expect(try await Scene.ids(scene.room) == scene.node.eventIDs.reversed())
        #expect(try await scene.room.liveTimeline.history(by: step).map(\.eventId) == scene.node.eventIDs.reversed())
        #expect(
            scene.room.summary.lastMessage?.eventId == scene.unheard.last, "the room list shows it once it is known")
        let asked = scene.node.requests("/messages").count
        _ = try await scene.room.liveTimeline.history(by: step)
        #expect(scene.node.requests("/messages").count == asked, "once")
        await scene.session.close()
    }

    @Test("stored events stay until a page from the node replaces them")
    func keeping() async throws {
        let scene = try await Scene()
        let before = try await Scene.ids(scene.room)
        #expect(Array(before.suffix(scene.stored.count)) == scene.stored)
        scene.node.setDown(true)
        scene.room.liveTimeline.resetPagination()
        try await scene.room.liveTimeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(try await Scene.ids(scene.room) == before)
        scene.node.setDown(false)
        scene.room.liveTimeline.resetPagination()
        try await scene.room.liveTimeline.paginate(4, direction: .backwards)
        let after = try await Scene.ids(scene.room)
        #expect(Set(after).count == after.count && Set(after).isSuperset(of: before))
        await scene.session.close()
    }

    @Test(
        "stored events can be read without the node; with it, list and pagination begin again and are complete",
        arguments: [8, 100])
    func offline(limit: Int) async throws {
        let scene = try await Scene(limit: limit)
        let (room, node) = (scene.room, scene.node)
        node.setDown(true)
        let list = try await room.timelineUpdates(limit: 5)
        #expect(!list.items.isEmpty && list.hasOlder)
        try await list.loadOlder(100, onlyFromStore: true)
        #expect(list.items.map(\.event.eventId).filter(scene.stored.contains) == scene.stored.reversed())
        #expect(list.hasOlder, "the node may have more")
        let stored = try await room.liveTimeline.remainingMessagesForBackPaginationInStore()
        #expect(stored >= UInt(scene.stored.count))
        let heard = Heard(room.liveTimeline)
        room.liveTimeline.resetPagination()
        try await room.liveTimeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards).suffix(scene.stored.count) == scene.stored[...])
        #expect(room.liveTimeline.canPaginate(.backwards))
        await #expect(throws: (any Error).self) { try await list.loadOlder(5) }
        #expect(
            list.items.count >= scene.stored.count && list.hasOlder, "a node that does not answer takes nothing away")
        let focused = room.timeline(onEvent: try #require(scene.stored.first))
        #expect(
            try await focused.remainingMessagesForBackPaginationInStore() == 0,
            "a timeline on an event stops at the gap")

        node.setDown(false)
        try await list.loadOlder(200)
        #expect(list.items.map(\.event.eventId) == node.eventIDs && !list.hasOlder)
        let again = Heard(room.liveTimeline)
        try await room.liveTimeline.paginate(100, direction: .backwards)
        #expect(again.ids(.backwards) == node.eventIDs.reversed())
        await scene.session.close()
    }

    @Test("a pagination in progress begins again at the newest end")
    func underWay() async throws {
        let scene = try await Scene(paginated: 5)
        let heard = Heard(scene.room.liveTimeline)
        try await scene.room.liveTimeline.paginate(500, direction: .backwards)
        #expect(heard.ids(.backwards) == scene.node.eventIDs.reversed())
        #expect(heard.all.first?.state?.name == nil, "with the state of that moment")
        await scene.session.close()
    }

    @Test("events that arrive meanwhile, with or without a gap, are at their place")
    func meanwhile() async throws {
        let scene = try await Scene()
        scene.room.liveTimeline.resetPagination()
        try await scene.room.liveTimeline.paginate(2, direction: .backwards)
        var updates = Updates(scene.room.liveTimeline.updates())
        let one = scene.node.say("one more")
        _ = try await updates.first { $0.liveEvent?.eventId == one ? true : nil }
        await scene.session.pause()
        for number in 1...30 { scene.node.say("away \(number)") }
        try await scene.session.resume()
        #expect(try await scene.room.liveTimeline.history(by: 5).map(\.eventId) == scene.node.eventIDs.reversed())
        #expect(try await Scene.ids(scene.room) == scene.node.eventIDs.reversed())
        await scene.session.close()
    }

    @Test("with a store that keeps no history, the whole history is requested")
    func withoutStore() async throws {
        let scene = try await Scene(store: MXNoStore())
        #expect(try await scene.room.liveTimeline.history().map(\.eventId) == scene.node.eventIDs.reversed())
        await scene.session.close()
    }

    @Test("a timeline list has the messages without a request to load more")
    func list() async throws {
        let node = ScriptedNode()
        node.state.withLock { $0.leavesIgnoredOut = true }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let list = Followed(try await session.theRoom.timelineUpdates())
        node.state.withLock { $0.ignored = [ScriptedNode.other] }
        let unheard = node.say("unheard")
        let mine = node.say("mine", sender: ScriptedNode.me)
        try await list.until { $0.last?.original.eventId == mine }
        #expect(!list.items.contains { $0.original.eventId == unheard })
        node.state.withLock { $0.ignored = [] }
        node.say("again")
        try await list.until { $0.map(\.original.eventId) == node.eventIDs }
        await session.close()
    }

    @Test(
        "a timeline on an event passes the missing messages in both directions",
        arguments: [MXTimelineDirection.backwards, .forwards])
    func focused(direction: MXTimelineDirection) async throws {
        let scene = try await Scene()
        let ids = scene.node.eventIDs
        let middle = try #require(ids.firstIndex(of: direction == .forwards ? scene.stored[4] : scene.stored[0]))
        let timeline = scene.room.timeline(onEvent: ids[middle])
        let heard = Heard(timeline)
        try await timeline.resetPaginationAroundInitialEvent(withLimit: 0)
        while timeline.canPaginate(direction) { try await timeline.paginate(5, direction: direction) }
        #expect(heard.ids(direction) == (direction == .forwards ? Array(ids[middle...]) : ids[..<middle].reversed()))
        #expect(try await scene.room.liveTimeline.history().map(\.eventId) == ids.reversed())
        await scene.session.close()
    }

    @Test("unread messages behind the gap are counted, and all of them can be marked as read")
    func unread() async throws {
        let node = ScriptedNode()
        node.state.withLock { $0.leavesIgnoredOut = true }
        node.say("mine", sender: ScriptedNode.me)
        let read = node.say("read", sender: "@third:x")
        node.say("unread", sender: "@third:x")
        node.state.withLock { $0.ignored = [ScriptedNode.other] }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        #expect(room.summary.localUnreadEventCount == 2)
        var updates = Updates(room.liveTimeline.updates())
        node.state.withLock { $0.ignored = [] }
        node.add("org.example.state", ["text": "heard again"], stateKey: "")
        _ = try await updates.first { update -> Bool? in
            guard case .gap = update else { return nil }
            return true
        }
        let event = try await room.event(withEventId: read)
        _ = await failure { try await room.acknowledgeEvent(event, andUpdateReadMarker: false) }
        #expect(room.summary.localUnreadEventCount == 1)
        _ = await failure { try await room.markAllAsRead() }
        #expect(room.summary.localUnreadEventCount == 0)
        await session.close()
    }

    @Test("an ignored user's invite is not accepted automatically, and another user's is")
    func invites() async throws {
        let node = AnsweringNode()
        let first = AnsweringNode.oneRoom
        node.on("/sync") { _, count in count == 1 ? (200, first) : try await AnsweringNode.silence() }
        node.on("/join/") { request, _ in (200, ["room_id": .string(request.url.lastPathComponent)]) }
        let options = MXSDKOptions()
        options.autoAcceptRoomInvites = true
        let credentials = MXCredentials(
            node: "http://node.example", userId: ScriptedNode.me, accessToken: "secret-access-token")
        let session = MXSession(
            sdnRestClient: MXRestClient(credentials: credentials, transport: node, options: options))
        try await session.setStore(MXMemoryStore())
        try await session.start()
        func invite(by user: String) -> JSONValue {
            [
                "invite_state": [
                    "events": [
                        QuietSession.state("m.room.member", ScriptedNode.me, ["membership": "invite"], from: user)
                    ]
                ]
            ]
        }
        func take(_ response: JSONValue) async throws { try await session.handle(JSONDocument(response.serialized())) }
        try await take([
            "next_batch": "s2",
            "account_data": [
                "events": [["type": "m.ignored_user_list", "content": ["ignored_users": ["@loud:x": [:]]]]]
            ],
            "rooms": ["invite": ["!loud:x": invite(by: "@loud:x"), "!nice:x": invite(by: "@nice:x")]],
        ])
        try await node.received(1, "/join/")
        try await take(["next_batch": "s3", "rooms": ["invite": ["!other:x": invite(by: "@nice:x")]]])
        try await node.received(2, "/join/")
        #expect(Set(node.requests("/join/").map(\.url.lastPathComponent)) == ["!nice:x", "!other:x"])
        await session.close()
    }
}
