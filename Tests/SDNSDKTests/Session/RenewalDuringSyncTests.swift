import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("A session whose access token is being renewed", .timeLimit(.minutes(10)))
struct RenewalDuringSyncTests {
    private let node = AnsweringNode()
    private let held = OneShot<Void>()

    /// A session whose second sync is refused. The node holds back its answer to the request for a new token.
    private func session(_ clock: RetryClock = ManualClock().retryClock) -> MXSession {
        let held = held
        node.on("/sync") { request, count in
            if count == 1 { return (200, AnsweringNode.oneRoom) }
            guard request.headers["Authorization"] == "Bearer new" else {
                return (401, ["errcode": "M_UNKNOWN_TOKEN", "error": "", "soft_logout": true])
            }
            if request.url.query?.contains("timeout=30000") ?? false { return try await AnsweringNode.silence() }
            return (200, AnsweringNode.nothing(count))
        }
        node.on("/refresh") { _, _ in
            try await held.value()
            return (200, ["access_token": "new", "refresh_token": "refresh2"])
        }
        node.on("/whoami") { request, _ in
            request.headers["Authorization"] == "Bearer new"
                ? (200, ["user_id": .string(ScriptedNode.me)])
                : (401, ["errcode": "M_UNKNOWN_TOKEN", "error": "", "soft_logout": true])
        }
        let credentials = MXCredentials(node: "http://node.example", userId: ScriptedNode.me, accessToken: "old")
        credentials.refreshToken = "refresh1"
        let client = MXRestClient(credentials: credentials, transport: node, options: MXSDKOptions(), clock: clock)
        return MXSession.session(of: client, clock: clock)
    }

    @Test("it is paused at once, and a resumed session syncs with the new token")
    func pausing() async throws {
        let session = session()
        try await session.setStore(MXMemoryStore())
        try await session.start()
        try await node.received(1, "/refresh")
        await session.pause()
        #expect(session.state == .paused && session.sdnRestClient.credentials.accessToken == "old")
        held.fulfil(.success(()))
        try await session.resume()
        #expect(session.state == .running && session.sdnRestClient.credentials.accessToken == "new")
        #expect(node.requests("/refresh").count == 1)
        await session.close()
    }

    /// Makes the session renew its tokens in turn with other processes.
    private func share(_ session: MXSession, _ folder: TemporaryFolder) {
        let file = folder.url.appendingPathComponent("tokens.lock")
        session.sdnRestClient.tokenKeeper = TokenKeeper(turnFile: { file }, read: nil, save: { _ in })
    }

    @Test("if other processes share its tokens, no lock is held after a pause, and the renewal is repeated later")
    func lockIsReleased() async throws {
        let (session, folder) = (session(), try TemporaryFolder())
        defer { withExtendedLifetime(folder) {} }
        share(session, folder)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        try await node.received(1, "/refresh")
        await session.pause()
        #expect(session.state == .paused && session.sdnRestClient.credentials.accessToken == "old")
        try FileLock(path: folder.path("tokens.lock"), waits: false).release()
        held.fulfil(.success(()))
        try await session.resume()
        #expect(session.sdnRestClient.credentials.accessToken == "new" && node.requests("/refresh").count == 2)
        await session.close()
    }

    @Test("if other processes share its tokens, a pause waits for the renewal, but not for ever")
    func pauseWaits() async throws {
        let clock = HeldClock()
        let (session, folder) = (session(clock.retryClock), try TemporaryFolder())
        share(session, folder)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        try await node.received(1, "/refresh")
        let pause = Task { await session.pause() }
        #expect(try await clock.asleep() == .seconds(5))
        held.fulfil(.success(()))
        await pause.value
        #expect(session.state == .paused && session.sdnRestClient.credentials.accessToken == "new")
        try FileLock(path: folder.path("tokens.lock"), waits: false).release()
        await session.close()
    }

    @Test("it is closed at once, and the new token serves later calls of its client")
    func closing() async throws {
        let session = session()
        try await session.setStore(MXMemoryStore())
        try await session.start()
        try await node.received(1, "/refresh")
        await session.close()
        #expect(session.state == .closed && session.sdnRestClient.credentials.accessToken == "old")
        held.fulfil(.success(()))
        #expect(try await session.sdnRestClient.whoami().userId == ScriptedNode.me)
        #expect(node.requests("/refresh").count == 1)
    }
}
