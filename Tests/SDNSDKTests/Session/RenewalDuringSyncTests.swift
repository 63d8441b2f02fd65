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
    private func session() -> MXSession {
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
        let clock = ManualClock().retryClock
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
