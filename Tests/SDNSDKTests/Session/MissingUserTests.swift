import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("A session whose credentials have a token and no user ID")
struct MissingUserTests {
    @Test("no request is sent for an empty user ID", arguments: [nil, ""])
    func requests(userId: String?) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        session.credentials.userId = userId
        try await session.setStore(MXMemoryStore())
        let calls: [@Sendable () async throws -> Void] = [
            { try await session.setAccountData(["a": 1], forType: "org.example.a") },
            { try await session.ignore(users: [ScriptedNode.other]) },
            { try await session.start() },
        ]
        for call in calls {
            let error = await failure { try await call() } as? SDNSDKError
            #expect(error?.code == .missingCredentials)
            #expect(error?.field == "userId")
        }
        #expect(node.state.withLock { $0.requests.isEmpty })
        await session.close()
    }
}
