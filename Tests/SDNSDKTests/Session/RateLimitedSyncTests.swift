import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@testable import SDNSession

@Suite("Syncs that a rate limit refuses", .timeLimit(.minutes(10)))
struct RateLimitedSyncTests {
    private let node = ScriptedNode()
    private let clock = ManualClock()

    private func syncs() -> Int { node.requests("/sync").count }

    /// Refuses the next sync.
    private func refuseSync(for milliseconds: Int64) {
        node.fail(
            "/sync",
            .answer(
                429,
                ["errcode": "M_LIMIT_EXCEEDED", "error": "slow down", "retry_after_ms": .int(milliseconds)]))
    }

    /// A store that a session has left.
    private func leftStore() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        await session.close()
        return folder
    }

    @Test("a start waits as long as the node asks if that is less than 20 seconds, and then succeeds")
    func start() async throws {
        let session = MXSession.scripted(node, clock: clock)
        refuseSync(for: 700)
        refuseSync(for: 19_000)
        try await session.start()
        #expect(session.state == .running && session.rooms.count == 1)
        #expect(clock.sleeps == [.milliseconds(700), .seconds(19)])
        await session.close()
    }

    @Test("a start fails when the node asks it to wait 20 seconds")
    func longWait() async throws {
        let session = MXSession.scripted(node, clock: clock)
        refuseSync(for: 20_000)
        #expect(await failure { try await session.start() } as? MXError == .limitExceeded)
        #expect(session.state == .initialSyncFailed && clock.sleeps.isEmpty && syncs() == 1)
        await session.close()
    }

    @Test("a start that has waited for 20 seconds fails with the next refusal")
    func manyWaits() async throws {
        let session = MXSession.scripted(node, clock: clock)
        for _ in 0..<4 { refuseSync(for: 8_000) }
        #expect(await failure { try await session.start() } as? MXError == .limitExceeded)
        #expect(clock.sleeps == [.seconds(8), .seconds(8), .seconds(8)] && syncs() == 4)
        await session.close()
    }

    @Test("a background sync of a session waits as long as the node asks")
    func backgroundSync() async throws {
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        let heard = Heard(try session.theRoom.liveTimeline)
        await session.pause()
        let id = node.say("while away")
        refuseSync(for: 700)
        try await session.backgroundSync()
        #expect(heard.ids(.forwards) == [id] && clock.sleeps == [.milliseconds(700)])
        await session.close()
    }

    @Test("a background sync without a session waits as long as the node asks")
    func backgroundService() async throws {
        let folder = try await leftStore()
        let client = MXSession.scripted(node, clock: clock).sdnRestClient
        let service = MXBackgroundSyncService(sdnRestClient: client, store: MXFileStore(directory: folder.url))
        let id = node.say("while away")
        refuseSync(for: 700)
        let response = try await service.sync()
        #expect(response.rooms.joined[ScriptedNode.room]?.timeline.map(\.eventId) == [id])
        #expect(clock.sleeps == [.milliseconds(700)])
    }

    @Test("a notification waits as long as the node asks, and does not ask for the event alone")
    func notification() async throws {
        let folder = try await leftStore()
        let client = MXNotificationClient(
            sdnRestClient: MXSession.scripted(node, clock: clock).sdnRestClient,
            store: MXFileStore(directory: folder.url), mediaManager: nil, patience: .zero,
            timeout: TestDeadline.time, clock: .system)
        let id = node.say("hello")
        refuseSync(for: 700)
        let status = try await client.getNotification(roomId: ScriptedNode.room, eventId: id)
        #expect(status.item?.body == "hello" && clock.sleeps == [.milliseconds(700)])
        #expect(node.requests("/event/").isEmpty)
    }
}
