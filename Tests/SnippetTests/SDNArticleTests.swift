import Foundation
import HeraldJSON
import HeraldKeys
import SDNNode
import SDNSDK
import SDNWire
import Synchronization
import TestSupport
import Testing

@Suite("Articles on messaging", .timeLimit(.minutes(10)))
struct SDNArticleTests {
    private static let articles = [
        "SDNSDK", "LogInWithAWallet", "ABotIn30Lines", "OfflineAndRestart", "SharingAStore", "MovingFromMatrixIOSSDK",
        "EndpointsOfYourOwn",
    ]

    @Test("the samples in the articles are those that are compiled here", arguments: articles)
    func sameText(article: String) throws {
        let text = try PackageFiles.text("Sources/SDNSDK/SDNSDK.docc/\(article).md")
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(!blocks.isEmpty)
        let source = try PackageFiles.text("Tests/SnippetTests/SDNSamples.swift") + ScreenArticleTests.compiled()
        for block in blocks {
            let isDeclaration = block.hasPrefix("struct ")
            // The file of samples has imports of its own.
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false).filter {
                !$0.hasPrefix("import ")
            }
            let indented = lines.map { $0.isEmpty || isDeclaration ? String($0) : "        " + $0 }.joined(
                separator: "\n"
            ).trimmingCharacters(in: .newlines)
            #expect(source.contains(indented), "\(block)")
        }
    }

    @Test(
        "a bot joins rooms that invite it and answers, even if the invite came to an earlier run",
        arguments: [false, true])
    func bot(isEarlier: Bool) async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let key = try Secp256k1PrivateKey(bytes: Array(repeating: 7, count: 32))
        let visitor = MXRestClient(node: node.url, unrecognizedCertificateHandler: nil)
        let earlier = try await visitor.loginWithDID(signer: LocalWalletSigner(key))
        let botId = try #require(earlier.userId)
        let credentials = try await SDNSamples.logIn(nodeURL: node.url, keyBytes: Array(repeating: 8, count: 32))
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
        try await session.start()
        let updates = session.updates()
        let room = try await session.createRoom(withName: "Echo", invite: [botId])
        if isEarlier {
            let run = MXSession(sdnRestClient: MXRestClient(credentials: earlier))
            try await run.setStore(MXFileStore(directory: folder.url))
            try await run.start()
            #expect(run.invitedRooms()?.map(\.roomId) == [room.roomId])
            await run.close()
        }
        let bot = Task { try await SDNSamples.echoBot(nodeURL: node.url, key: key, folder: folder.url) }
        // Messages from before the bot joined are not new to it.
        for await case .event(let event) in updates
        where event.stateKey == botId && event.content["membership"]?.stringValue == "join" { break }
        try await room.sendTextMessage("!echo is anybody there?")
        for await case .event(let event) in updates where event.sender == botId && event.eventType == .roomMessage {
            #expect(event.content["body"]?.stringValue?.hasSuffix("is anybody there?") == true)
            break
        }
        bot.cancel()
        _ = try? await bot.value
        await session.close()
        await node.stop()
    }

    @Test("stored data is readable without a network, and a message waits for one")
    func offline() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let credentials = try await SDNSamples.logIn(nodeURL: node.url, keyBytes: Array(repeating: 9, count: 32))
        let first = try await SDNSamples.offline(credentials, folder: folder.url)
        try await first.start()
        let kept = try await first.createRoom(withName: "Kept")
        let roomId = kept.roomId
        try await SDNSamples.sendPlainText(kept)
        await first.close()
        await node.stop()

        let second = try await SDNSamples.offline(credentials, folder: folder.url)
        let room = try #require(second.room(withRoomId: roomId))
        let seen = Mutex(0)
        try await SDNSamples.page(room) { _ in seen.withLock { $0 += 1 } }
        #expect(seen.withLock { $0 } > 3)
        try await SDNSamples.sendLater(room)
        // The first message waits too if the session closed before a sync brought it.
        #expect(room.outgoingMessages().filter { $0.content["body"]?.stringValue == "later" }.count == 1)
        await second.close()
    }

    @Test("the landing page's sample reads its own message back")
    func landing() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let told = Mutex<[String]>([])
        try await SDNSamples.landing(nodeURL: node.url, folder: folder.url) { _, text in
            told.withLock { $0.append(text) }
        }
        #expect(told.withLock { $0 } == ["Hello, world!"])
        await node.stop()
    }

    @Test(
        "a wallet in another app signs the node's text; its tokens are renewed and stored, and their end is reported")
    func tokens() async throws {
        let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))
        var configuration = NodeConfiguration(clock: clock.read)
        configuration.accessTokenLifetime = .seconds(60)
        let node = try await EmbeddedNode.start(configuration)
        let key = LocalWalletSigner(try Secp256k1PrivateKey(bytes: Array(repeating: 11, count: 32)))
        let shown = Mutex<[String]>([])
        let wallet = WalletInAnotherApp(address: key.address) { text in
            shown.withLock { $0.append(text) }
            return try key.personalSign(text)
        }
        let options = MXSDKOptions()
        options.authEnableRefreshTokens = true
        let credentials = try await MXRestClient(node: node.url, unrecognizedCertificateHandler: nil, options: options)
            .loginWithDID(signer: wallet)
        #expect(shown.withLock { $0.count } == 1 && credentials.refreshToken != nil)
        let first = try #require(credentials.accessToken)

        let secrets = KeptTokens(credentials), told = Mutex<[String]>([])
        let (ends, ended) = AsyncStream<Void>.makeStream()
        let client = SDNSamples.stayLoggedIn(credentials, secrets) { what, code, _ in
            told.withLock { $0.append("\(what) \(code)") }
            ended.finish()
        }
        let another = SDNSamples.stayLoggedIn(secrets.kept, secrets) { what, code, _ in Issue.record("\(what) \(code)")
        }
        client.completionQueue = DispatchQueue(label: "test.completion")
        clock.move { $0 + .seconds(61) }
        _ = try await client.whoami()
        #expect(client.credentials.accessToken != first)
        #expect(another.credentials.accessToken == first)
        _ = try await another.whoami()
        #expect(
            another.credentials.accessToken == client.credentials.accessToken && secrets.saves == 1,
            "taken over, not renewed once more")
        try await client.logout()
        await #expect(throws: MXError.unknownToken) { _ = try await client.whoami() }
        for await _ in ends {}
        #expect(told.withLock { $0 } == ["logged out: M_UNKNOWN_TOKEN"])
        #expect(secrets.kept.accessToken == client.credentials.accessToken && secrets.saves == 1)
        await node.stop()
    }

    @Test("a call works with a closure, without one, and with a client of a Matrix homeserver")
    func forms() async throws {
        let node = try await EmbeddedNode.start()
        let credentials = try await SDNSamples.logIn(nodeURL: node.url, keyBytes: Array(repeating: 12, count: 32))
        let client = MXRestClient(credentials: credentials)
        client.completionQueue = DispatchQueue(label: "test.completion")
        _ = try await client.createRoom(parameters: ["preset": "public_chat", "visibility": "public"])
        #expect(
            await withCheckedContinuation { continuation in
                SDNSamples.closures(client) { continuation.resume(returning: $0) }
            } == 1)
        try await SDNSamples.noClosures(client)
        #expect(try await SDNSamples.matrix(nodeURL: node.url))
        await node.stop()
    }

    @Test("two sessions share a file, and an encrypted one needs its key")
    func sharing() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let credentials = try await SDNSamples.logIn(nodeURL: node.url, keyBytes: Array(repeating: 10, count: 32))
        let tokens = credentials.tokens
        let app = try await SDNSamples.share(credentials, sharedFolder: folder.url) { tokens }
        try await app.start()
        _ = try await app.createRoom(withName: "Shared")
        await app.close()
        let other = try await SDNSamples.share(credentials, sharedFolder: folder.url) { tokens }
        #expect(other.rooms.count == 1)
        try await SDNSamples.extensionRun(other)

        let sealed = try SDNSamples.seal(sharedFolder: folder.url, keyBytes: Array(repeating: 1, count: 32))
        try await sealed.open(with: credentials)
        await sealed.close()
        await #expect(throws: SDNSDKError.self) {
            let wrong = try SDNSamples.seal(sharedFolder: folder.url, keyBytes: Array(repeating: 2, count: 32))
            try await wrong.open(with: credentials)
        }
        await node.stop()
    }

    @Test("the endpoints of the article are called: the first at a node, the others at a transport that answers them")
    func endpoints() async throws {
        let node = try await EmbeddedNode.start()
        let credentials = try await SDNSamples.logIn(nodeURL: node.url, keyBytes: Array(repeating: 13, count: 32))
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
        try await session.start()
        let room = try await session.createRoom(withName: "Harbour")
        let told = Mutex<[String]>([])
        try await SDNSamples.joinedMembers(session, room) { userId, _ in told.withLock { $0.append(userId) } }
        #expect(told.withLock { $0 } == [session.myUserId])
        try await DocExamples.endpoint(session.sdnRestClient)
        try await DocExamples.endpointCall(session.sdnRestClient, try #require(credentials.deviceId))
        #expect(try await session.sdnRestClient.devices().map(\.displayName) == ["Harbour"])
        await session.close()
        await node.stop()

        let transport = PackTransport()
        try await SDNSamples.newPack(MXRestClient(credentials: credentials, transport: transport))
        let request = try #require(transport.requests.withLock { $0.first })
        #expect(request.url.path == "/_api/client/unstable/org.example.stickers/packs")
        #expect(
            try JSONValue(parsing: request.body ?? []) == ["title": "Cats", "images": ["mxc://node.example/cat"]])
    }

    /// A node with the extension of the article on endpoints.
    private final class PackTransport: HTTPTransport {
        let requests = Mutex<[TransportRequest]>([])

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            requests.withLock { $0.append(request) }
            return TransportResponse(status: 200, body: Array("{}".utf8))
        }
        func close() {}
    }

    /// The data that an app stores, as another process finds it: never the objects that a client has.
    private final class KeptTokens: SecretStore {
        private struct State {
            var kept: [String?]
            var expiry: UInt64
            var saves = 0
        }
        private let state: Mutex<State>
        private let owner: (node: String, userId: String?, deviceId: String?)

        init(_ credentials: MXCredentials) {
            owner = (credentials.node ?? "", credentials.userId, credentials.deviceId)
            state = Mutex(
                State(
                    kept: [credentials.accessToken, credentials.refreshToken], expiry: credentials.accessTokenExpiresAt)
            )
        }

        var kept: MXCredentials {
            let (kept, expiry) = state.withLock { ($0.kept, $0.expiry) }
            let credentials = MXCredentials(node: owner.node, userId: owner.userId, accessToken: kept[0])
            (credentials.deviceId, credentials.refreshToken, credentials.accessTokenExpiresAt) = (
                owner.deviceId, kept[1], expiry
            )
            return credentials
        }
        var saves: Int { state.withLock { $0.saves } }

        func beginUpdate() -> [MXCredentials] { [kept] }

        func endUpdate(saving credentials: [MXCredentials]?) {
            guard let credentials = credentials?.first else { return }
            state.withLock {
                $0 = State(
                    kept: [credentials.accessToken, credentials.refreshToken], expiry: credentials.accessTokenExpiresAt,
                    saves: $0.saves + 1)
            }
        }
    }
}
