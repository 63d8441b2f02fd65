import Foundation
import HeraldLocks
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("One login in several processes, at a node whose tokens expire", .timeLimit(.minutes(10)))
struct SharedLoginTests {
    private let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))

    /// What the app stored after its login, and the folder of its shared store.
    private final class StoredLogin: Sendable {
        let folder: TemporaryFolder
        private let settings: Data
        private let state: Mutex<(tokens: MXCredentials.Tokens?, saves: Int)>

        init(_ credentials: MXCredentials) throws {
            folder = try TemporaryFolder()
            settings = try JSONEncoder().encode(credentials)
            state = Mutex((credentials.tokens, 0))
        }

        var tokens: MXCredentials.Tokens? { state.withLock { $0.tokens } }
        var saves: Int { state.withLock { $0.saves } }

        func save(_ tokens: MXCredentials.Tokens) { state.withLock { $0 = (tokens, $0.saves + 1) } }
        func remove() { state.withLock { $0.tokens = nil } }
        var store: MXFileStore { MXFileStore(directory: folder.url, sharing: .processes) }
        var credentials: MXCredentials { get throws { try JSONDecoder().decode(MXCredentials.self, from: settings) } }

        /// The session of one process.
        func session() async throws -> MXSession {
            try await MXSession.restored(
                credentials, tokens: nil, store: store, options: MXSDKOptions(), saveTokens: { self.save($0) },
                readTokens: { self.tokens })
        }

        /// The client of a process without a session.
        func client(saves: Bool = true) throws -> MXRestClient {
            let save: @Sendable (MXCredentials.Tokens) -> Void = { self.save($0) }
            return try MXRestClient.restored(
                credentials, store: store, options: MXSDKOptions(), saveTokens: saves ? save : nil,
                readTokens: { self.tokens })
        }
    }

    private func withLogin(_ body: (EmbeddedNode, StoredLogin) async throws -> Void) async throws {
        var configuration = NodeConfiguration.quick
        configuration.accessTokenLifetime = .seconds(3_600)
        configuration.clock = clock.read
        try await withNode(configuration) { node in
            let options = MXSDKOptions()
            options.authEnableRefreshTokens = true
            let credentials = try await node.client(options: options).loginWithDID(signer: LocalWalletSigner.random())
            #expect(credentials.refreshToken != nil)
            try await body(node, StoredLogin(credentials))
        }
    }

    private func expire() { clock.move { $0 + .seconds(3_600) } }

    @Test("an extension that stores no tokens does not log the app out, and learns that its token has expired")
    func extensionAlone() async throws {
        try await withLogin { _, login in
            let app = try await login.session()
            let session = try await MXSession.restored(
                login.credentials, tokens: login.tokens, store: MXMemoryStore(), options: MXSDKOptions())
            expire()
            #expect(await failure { try await session.sdnRestClient.whoami() } as? MXError == .unknownToken)
            #expect(try await app.sdnRestClient.whoami().userId == app.myUserId)
            #expect(login.saves == 1 && login.tokens?.refreshToken == app.credentials.refreshToken)
            for session in [app, session] { await session.close() }
        }
    }

    @Test("what one process renews, the others take over, also when it has expired since")
    func inTurn() async throws {
        try await withLogin { _, login in
            let app = try await login.session()
            let push = try login.client()
            let reader = try login.client(saves: false)
            expire()
            _ = try await push.whoami()
            _ = try await app.sdnRestClient.whoami()
            _ = try await reader.whoami()
            #expect(login.saves == 1 && app.credentials.accessToken == push.credentials.accessToken)
            expire()
            _ = try await push.whoami()
            expire()
            #expect(await failure { try await reader.whoami() } as? MXError == .unknownToken)
            #expect(login.saves == 2, "a client that only reads does not renew")
            _ = try await app.sdnRestClient.whoami()
            _ = try await reader.whoami()
            _ = try await push.whoami()
            #expect(login.saves == 3 && login.tokens?.accessToken == push.credentials.accessToken)
            await app.close()
        }
    }

    @Test("processes that find the token expired at the same time renew it once")
    func atOnce() async throws {
        try await withLogin { _, login in
            let clients = try (0..<5).map { _ in try login.client() }
            expire()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in clients { group.addTask { _ = try await client.whoami() } }
                try await group.waitForAll()
            }
            #expect(login.saves == 1)
            #expect(clients.allSatisfy { $0.credentials.accessToken == login.tokens?.accessToken })
        }
    }

    @Test("a renewal waits for the process that is renewing, and uses its tokens")
    func waits() async throws {
        try await withLogin { _, login in
            let (first, second) = (try login.client(), try login.client())
            let file = try #require(try login.store.tokenTurnFile(for: first.credentials))
            let turn = try FileLock(path: file.path, waits: false)
            expire()
            let call = Task { try await second.whoami().userId }
            let other = try login.credentials
            other.tokens = login.tokens
            let renewing = MXRestClient(
                credentials: other, persistentTokenDataHandler: { access in access([other]) { _ in } },
                options: MXSDKOptions())
            _ = try await renewing.whoami()
            login.save(try #require(other.tokens))
            turn.release()
            #expect(try await call.value == first.credentials.userId)
            #expect(second.credentials.accessToken == other.accessToken && login.saves == 1)
        }
    }

    @Test("tokens that were removed from the app's storage are not renewed, and an error of reading them is thrown")
    func removed() async throws {
        struct Locked: Error {}
        try await withLogin { _, login in
            let isLocked = Mutex(false)
            let client = try MXRestClient.restored(
                login.credentials, store: login.store, options: MXSDKOptions(), saveTokens: { login.save($0) },
                readTokens: { if isLocked.withLock({ $0 }) { throw Locked() } else { login.tokens } })
            expire()
            isLocked.withLock { $0 = true }
            #expect(await failure { try await client.whoami() } is Locked)
            isLocked.withLock { $0 = false }
            login.remove()
            #expect(await failure { try await client.whoami() } as? MXError == .unknownToken)
            #expect(login.saves == 0)
        }
    }
}
