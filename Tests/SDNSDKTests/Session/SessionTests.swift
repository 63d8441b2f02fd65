import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

struct SessionTests {
    @Test("start returns when the first sync is stored, and the states come in order")
    func start() async throws {
        let node = ScriptedNode()
        node.say("hello")
        let session = MXSession.scripted(node)
        var updates = Updates(session.updates())
        #expect(session.state == .initialised)
        try await session.setStore(MXMemoryStore())
        #expect(session.state == .storeDataReady)
        try await session.start()
        #expect(session.state == .running)
        var states: [MXSessionState] = []
        _ = try await updates.first { update -> Bool? in
            if case .state(let state) = update { states.append(state) }
            return states.last == .running ? true : nil
        }
        #expect(states == [.storeDataReady, .syncInProgress, .running])
        let room = try session.theRoom
        #expect(session.rooms.map(\.roomId) == [ScriptedNode.room] && session.rooms() == session.rooms)
        #expect(room.summary.membersCount.joined == 2)
        #expect(room.summary.lastMessage?.body == "hello")
        #expect(room.summary.displayName == "Other")
        #expect(session.user(withUserId: ScriptedNode.other)?.displayname == "Other")
        #expect(session.myUser?.userId == ScriptedNode.me)
        await session.close()
        #expect(session.state == .closed && session.rooms.isEmpty)
    }

    @Test("a session is started once")
    func once() async throws {
        let session = MXSession.scripted(ScriptedNode())
        try await session.start()
        #expect((await failure { try await session.start() } as? SDNSDKError)?.code == .alreadyStarted)
        #expect(
            (await failure { try await session.setStore(MXMemoryStore()) } as? SDNSDKError)?.code == .alreadyStarted)
        await session.close()
        #expect((await failure { try await session.start() }) != nil)
    }

    @Test(
        "a session continues from its file store with the stored token and filter, without an initial sync")
    func resumesFromStore() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        node.say("one")
        let first = MXSession.scripted(node)
        try await first.setStore(MXFileStore(directory: folder.url))
        try await first.start()
        await first.close()
        let (stored, late) = (node.eventIDs, node.say("two"))

        let second = MXSession.scripted(node)
        try await second.setStore(MXFileStore(directory: folder.url))
        let heard = Heard(try second.theRoom.liveTimeline)
        let before = node.requests("/sync").count
        try await second.start()
        #expect(heard.ids(.forwards) == [late])
        #expect(node.requests("/filter").count == 1, "the filter is stored on the node once")
        let request = try #require(node.requests("/sync").dropFirst(before).first)
        #expect(
            request.url.absoluteString.contains("since=s\(stored.count)")
                && request.url.absoluteString.contains("filter=f1"))
        try await second.theRoom.liveTimeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(Set(heard.ids(.backwards)).isSuperset(of: stored))
        await second.close()
    }

    @Test("rooms, state and messages are readable before any request, and the session catches up when the node is back")
    func offline() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        node.add("m.room.name", ["name": "Harbour"], stateKey: "")
        node.say("ahoy")
        let first = MXSession.scripted(node)
        try await first.setStore(MXFileStore(directory: folder.url))
        try await first.start()
        await first.close()

        node.setDown(true)
        let requests = node.requests("").count
        let second = MXSession.scripted(node)
        try await second.setStore(MXFileStore(directory: folder.url))
        let room = try second.theRoom
        #expect(room.summary.displayName == "Harbour" && room.summary.lastMessage?.body == "ahoy")
        #expect(try await room.state().name == "Harbour")
        #expect(try await room.members(loadFromNode: false).memberName(ScriptedNode.other) == "Other")
        let heard = Heard(room.liveTimeline)
        try await room.liveTimeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards) == node.eventIDs.reversed())
        #expect(node.requests("").count == requests, "nothing was asked of the node")

        var updates = Updates(second.updates())
        let start = Task { try await second.start() }
        _ = try await updates.first { update -> Bool? in
            guard case .state(.nodeNotReachable) = update else { return nil }
            return true
        }
        let late = node.say("you are back")
        node.setDown(false)
        try await start.value
        #expect(second.state == .running)
        #expect(heard.ids(.forwards) == [late])
        await second.close()
    }

    @Test("without stored data, the start fails if the node cannot be reached, and can be repeated")
    func initialFailure() async throws {
        let node = ScriptedNode()
        node.setDown(true)
        let session = MXSession.scripted(node)
        let error = await failure { try await session.start() }
        #expect((error as? SDNSDKError)?.code == .cannotConnect)
        #expect(session.state == .initialSyncFailed)
        node.setDown(false)
        try await session.start()
        #expect(session.state == .running)
        await session.close()
    }

    @Test("the session retries after server errors and lost connections, with growing pauses")
    func backoff() async throws {
        let node = ScriptedNode()
        let clock = ManualClock()
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        var updates = Updates(session.updates())
        await node.until { $0.requests.last?.url.query?.contains("timeout=30000") ?? false }
        for _ in 0..<3 { node.fail("/sync", .refused) }
        node.fail("/sync", .answer(500, ["errcode": "M_UNKNOWN", "error": "overloaded"]))
        node.fail("/sync", .answer(429, ["errcode": "M_LIMIT_EXCEEDED", "error": "slow down", "retry_after_ms": 700]))
        let id = node.say("wakes the long poll up")
        _ = try await updates.first { update -> Bool? in
            if case .event(let event) = update, event.eventId == id { return true }
            return nil
        }
        node.say("and once more")
        _ = try await updates.first { update -> Bool? in
            guard case .state(.running) = update else { return nil }
            return true
        }
        #expect(clock.sleeps == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .milliseconds(700)])
        await session.close()
    }

    @Test("a token that the node no longer knows ends the syncing")
    func unknownToken() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        node.fail("/sync", .answer(401, ["errcode": "M_UNKNOWN_TOKEN", "error": "gone"]))
        let error = await failure { try await session.start() }
        #expect(error as? MXError == .unknownToken)
        let count = node.requests("/sync").count
        try await session.start()
        #expect(node.requests("/sync").count > count, "with a new token in the credentials it may be started again")
        await session.close()
    }

    @Test("a filter that the node no longer has is stored again")
    func forgottenFilter() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        node.fail("/sync", .answer(400, ["errcode": "M_UNKNOWN", "error": "no such filter"]))
        try await session.start()
        #expect(session.syncFilterId == "f2")
        await session.close()
    }

    @Test("a paused session sends no request, and resumes where it was")
    func pause() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let heard = Heard(try session.theRoom.liveTimeline)
        await session.pause()
        #expect(session.state == .paused)
        let count = node.requests("").count
        let id = node.say("while away")
        #expect(node.requests("").count == count)
        try await session.resume()
        #expect(heard.ids(.forwards) == [id])
        await session.close()
    }

    @Test("a room that is left is removed from the lists, and leaveRoom waits for that")
    func leave() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        var updates = Updates(session.updates())
        try await session.leaveRoom(ScriptedNode.room)
        #expect(session.rooms.isEmpty && session.room(withRoomId: ScriptedNode.room) == nil)
        #expect(
            try await updates.first { update -> String? in
                guard case .left(let roomId) = update else { return nil }
                return roomId
            } == ScriptedNode.room)
        let kept = try await session.store.read { try $0.room(ScriptedNode.room)?.membership }
        #expect(kept == .leave, "the store keeps what was said")
        await session.close()
    }

    @Test("calls that wait for a sync fail when the session closes")
    func closeEndsWaits() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        node.hold("/sync")
        let leaving = Task { try await session.leaveRoom(ScriptedNode.room) }
        await node.until { $0.requests.contains { $0.url.path.hasSuffix("/leave") } }
        await session.close()
        let error = await failure { try await leaving.value }
        #expect((error as? SDNSDKError)?.code == .closed)
    }

    @Test("an event that cannot be read is skipped, and the rest of the response is used")
    func malformedEvents() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let heard = Heard(try session.theRoom.liveTimeline)
        var updates = Updates(try session.theRoom.liveTimeline.updates())
        node.state.withLock { state in
            state.log += [
                ["type": 7], ["event_id": "$x"],
                ["event_id": "$y", "type": "m.room.member", "state_key": 3, "content": []],
            ]
        }
        let id = node.say("still here")
        _ = try await updates.first { $0.liveEvent?.eventId == id ? true : nil }
        #expect(heard.ids(.forwards) == ["$y", id])
        await session.close()
    }

    @Test("session listeners receive room events with the state before them")
    func sessionListeners() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        let names = Mutex<[String?]>([])
        _ = session.listenToEvents([.roomName]) { _, _, custom in
            names.withLock { $0.append((custom as? MXRoomState)?.name) }
        }
        node.add("m.room.name", ["name": "First"], stateKey: "")
        node.add("m.room.name", ["name": "Second"], stateKey: "")
        try await session.start()
        #expect(names.withLock { $0 } == [nil, "First"])
        await session.close()
    }

    @Test("logout ends the session on the node and deletes the stored data")
    func logout() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        node.fail("/logout", .answer(200, [:]))
        try await session.logout()
        #expect(session.state == .closed)
        let next = MXSession.scripted(node)
        try await next.setStore(MXFileStore(directory: folder.url))
        #expect(next.rooms.isEmpty)
        await next.close()
    }
}
