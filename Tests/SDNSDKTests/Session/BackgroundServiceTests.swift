import Foundation
import HeraldJSON
import HeraldLocks
import TestSupport
@testable import SDNSession
import SDNSDK
import Testing

@Suite("Responses that a notification extension fetched", .timeLimit(.minutes(10)))
struct BackgroundServiceTests {
    private func service(_ node: ScriptedNode, _ folder: TemporaryFolder, _ sharing: MXStoreSharing = .exclusive)
        -> MXBackgroundSyncService
    {
        MXBackgroundSyncService(
            sdnRestClient: MXSession.scripted(node).sdnRestClient,
            store: MXFileStore(directory: folder.url, sharing: sharing))
    }

    private func kept(_ folder: TemporaryFolder, _ sharing: MXStoreSharing = .exclusive) async throws -> [MXCachedSync]
    {
        let store = MXFileStore(directory: folder.url, sharing: sharing)
        try await store.open(with: MXSession.scripted(ScriptedNode()).credentials)
        let kept = try await store.read { try $0.cachedSyncs(limit: .max) }
        await store.close()
        return kept
    }

    /// A store that a session has left, and the node behind it.
    private func leftStore() async throws -> (ScriptedNode, TemporaryFolder) {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        await session.close()
        return (node, folder)
    }

    @Test("the session applies cached responses first, in order and once, before it asks the node")
    func takenIn() async throws {
        let (node, folder) = try await leftStore()
        let service = service(node, folder)
        let one = node.say("one")
        try await service.sync()
        let two = node.say("two")
        let response = try await service.sync()
        #expect(
            response.rooms.joined[ScriptedNode.room]?.timeline.map(\.eventId) == [two], "each follows on the one before"
        )
        #expect(try await service.event(withEventId: one, inRoom: ScriptedNode.room).body == "one")

        node.setDown(true)
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        let heard = Heard(try session.theRoom.liveTimeline)
        var updates = Updates(session.updates())
        let start = Task { try await session.start() }
        var states: [MXSessionState] = []
        _ = try await updates.first { update -> Bool? in
            if case .state(let state) = update { states.append(state) }
            return states.last == .nodeNotReachable ? true : nil
        }
        #expect(states == [.processingBackgroundSyncCache, .syncInProgress, .nodeNotReachable])
        #expect(heard.ids(.forwards) == [one, two], "readable without the node")
        node.setDown(false)
        try await start.value
        #expect(heard.ids(.forwards) == [one, two])
        #expect(try await session.store.read { try $0.cachedSyncs(limit: 10) }.isEmpty)
        await session.close()
    }

    @Test("a cached response that does not follow the session's token is dropped")
    func outdated() async throws {
        let (node, folder) = try await leftStore()
        let id = node.say("one")
        try await service(node, folder).sync()
        let store = MXFileStore(directory: folder.url)
        let session = MXSession.scripted(node)
        try await store.open(with: session.credentials)
        try await store.write { try $0.set(.eventStreamToken, "s2") }
        await store.close()
        try await session.setStore(store)
        let heard = Heard(try session.theRoom.liveTimeline)
        try await session.start()
        #expect(heard.ids(.forwards) == [id])
        #expect(try await session.store.read { try $0.cachedSyncs(limit: 10) }.isEmpty)
        await session.close()
    }

    @Test("nothing is cached of a sync that is empty, that fails, or that comes before the session's first")
    func nothingKept() async throws {
        let (node, folder) = try await leftStore()
        let service = service(node, folder)
        try await service.sync()
        node.fail("/sync", .answer(500, ["errcode": "M_UNKNOWN", "error": "overloaded"]))
        #expect(await failure { try await service.sync() } as? MXError == .unknown)
        let fresh = try TemporaryFolder()
        let early = self.service(node, fresh)
        #expect((await failure { try await early.sync() } as? SDNSDKError)?.code == .notStarted)
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: service.sdnRestClient.credentials)
        #expect(try await store.read { try $0.cachedSyncs(limit: 10) }.isEmpty)
        await store.close()
    }

    @Test(
        "beside a session that syncs, the service reads that session's store, and syncs itself when the session ends")
    func besideASession() async throws {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url, sharing: .processes))
        try await session.start()
        let service = service(node, folder, .processes)
        var updates = Updates(try session.theRoom.liveTimeline.updates())
        let one = node.say("one")
        let response = try await service.sync()
        #expect(response.rooms.joined.isEmpty && node.requests("set_presence=offline").isEmpty)
        #expect(response.wasLeftToSession, "the caller can tell this from an answer without news")
        _ = try await updates.first { $0.liveEvent?.eventId == one ? true : nil }
        #expect(
            try await service.event(withEventId: one, inRoom: ScriptedNode.room).body == "one"
                && node.requests("/event/").isEmpty)
        #expect(try await kept(folder, .processes).isEmpty)
        await session.close()
        let two = node.say("two")
        #expect(try await service.sync().rooms.joined[ScriptedNode.room]?.timeline.map(\.eventId) == [two])
        #expect(try await kept(folder, .processes).count == 1)
    }

    @Test("beside a paused session the service syncs at once, and the resumed session takes the answer in")
    func besideAPausedSession() async throws {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url, sharing: .processes))
        try await session.start()
        let heard = Heard(try session.theRoom.liveTimeline)
        let service = service(node, folder, .processes)
        await session.pause()
        let id = node.say("one")
        let response = try await service.sync()
        #expect(!response.wasLeftToSession)
        #expect(response.rooms.joined[ScriptedNode.room]?.timeline.map(\.eventId) == [id])
        try await session.resume()
        #expect(heard.ids(.forwards) == [id])
        #expect(try await service.sync().wasLeftToSession)
        await session.close()
    }

    @Test("events of the service have the ID of their room, which the node leaves out of them")
    func roomIds() async throws {
        let (node, folder) = try await leftStore()
        let service = service(node, folder)
        let id = node.say("one")
        let room = try #require(try await service.sync().rooms.joined[ScriptedNode.room])
        #expect(room.roomId == ScriptedNode.room && room.timeline.map(\.roomId) == [ScriptedNode.room])
        #expect(try await service.event(withEventId: id, inRoom: ScriptedNode.room).roomId == ScriptedNode.room)
    }

    @Test(
        "cached responses from before the session continued are dropped, and requested again from the session's token")
    func staleChain() async throws {
        let (node, folder) = try await leftStore()
        let service = service(node, folder)
        for number in 1...3 {
            node.say("\(number)")
            try await service.sync()
        }
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: service.sdnRestClient.credentials)
        let token = "s\(node.eventIDs.count)"
        try await store.write { try $0.set(.eventStreamToken, token) }
        await store.close()
        let id = node.say("four")
        #expect(try await service.sync().rooms.joined[ScriptedNode.room]?.timeline.map(\.eventId) == [id])
        #expect(try await kept(folder).map(\.since) == [token])
    }

    @Test("the cache of responses is limited, and no event is lost because of it")
    func bounded() async throws {
        let (node, folder) = try await leftStore()
        let service = service(node, folder)
        var ids: [String] = []
        for _ in 0..<MXBackgroundSyncService.limit.count + 5 {
            ids.append(node.say("hello"))
            try await service.sync()
        }
        #expect(try await kept(folder).count == MXBackgroundSyncService.limit.count)
        #expect(try await service.sync().rooms.joined[ScriptedNode.room]?.timeline.map(\.eventId) == ids.suffix(5))
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        let heard = Heard(try session.theRoom.liveTimeline)
        try await session.start()
        #expect(heard.ids(.forwards) == ids)
        await session.close()
    }
}
