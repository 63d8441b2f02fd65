import Foundation
import HeraldJSON
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Storing a login and restoring its session", .timeLimit(.minutes(10)))
struct RestoredSessionTests {
    private func credentials() -> MXCredentials {
        let credentials = MXCredentials(
            node: "http://node.example", userId: ScriptedNode.me, accessToken: "secret-access-token")
        credentials.deviceId = "DEVICE"
        credentials.refreshToken = "secret-refresh-token"
        credentials.accessTokenExpiresAt = 1_900_000_000_000
        credentials.identityServer = "http://identity.example"
        credentials.identityServerAccessToken = "secret-identity-token"
        credentials.allowedCertificate = Data([1, 2, 3])
        return credentials
    }

    @Test("encoded credentials have everything except the tokens, and the tokens are encoded apart")
    func coding() throws {
        let before = credentials()
        let open = try JSONEncoder().encode(before)
        #expect(!String(decoding: open, as: UTF8.self).contains("secret"))
        let tokens = try #require(before.tokens)
        let secret = try JSONEncoder().encode(tokens)
        #expect(!String(reflecting: tokens).contains("secret") && !"\(tokens)".contains("secret"))

        let after = try JSONDecoder().decode(MXCredentials.self, from: open)
        #expect(after.tokens == nil && after.accessToken == nil)
        after.tokens = try JSONDecoder().decode(MXCredentials.Tokens.self, from: secret)
        #expect(after == before && after.tokens == before.tokens)
        #expect(after.identityServer == before.identityServer && after.allowedCertificate == Data([1, 2, 3]))
        #expect(after.identityServerAccessToken == "secret-identity-token")
        after.tokens = nil
        #expect(after.accessToken == nil && after.refreshToken == nil && after.accessTokenExpiresAt == 0)
    }

    @Test("credentials without a node, user and tokens are encoded and decoded too")
    func empty() throws {
        let login = MXCredentials(node: "http://node.example", userId: nil, accessToken: nil)
        login.node = nil
        let after = try JSONDecoder().decode(MXCredentials.self, from: JSONEncoder().encode(login))
        #expect(after.node == nil && after.userId == nil && after.tokens == nil)
    }

    @Test("a session is restored in one call, and its rooms can be read before it reaches the node")
    func restores() async throws {
        let (node, files) = (ScriptedNode(), try TemporaryFolder())
        node.say("an old message")
        let login = credentials()
        let first = MXSession(sdnRestClient: MXRestClient(credentials: login, transport: node))
        try await first.setStore(MXFileStore(directory: files.url))
        try await first.start()
        await first.close()
        let (stored, secret) = (try JSONEncoder().encode(login), try JSONEncoder().encode(login.tokens))

        node.setDown(true)
        let session = try await MXSession.restored(
            JSONDecoder().decode(MXCredentials.self, from: stored),
            tokens: JSONDecoder().decode(MXCredentials.Tokens.self, from: secret),
            store: MXFileStore(directory: files.url), transport: node)
        #expect(session.state == .storeDataReady && session.rooms.map(\.roomId) == [ScriptedNode.room])
        #expect(session.credentials.accessToken == "secret-access-token" && session.myDeviceId == "DEVICE")
        await session.close()
    }

    @Test("without a user or a token nothing is restored, and the error names what is missing")
    func missing() async throws {
        for (user, token, field) in [(ScriptedNode.me, nil, "accessToken"), (nil, "t", "userId")]
            as [(
                String?, String?, String
            )]
        {
            let login = MXCredentials(node: "http://node.example", userId: user, accessToken: token)
            let error = await failure {
                try await MXSession.restored(login, tokens: nil, store: MXMemoryStore(), transport: ScriptedNode())
            }
            #expect((error as? SDNSDKError)?.code == .missingCredentials && (error as? SDNSDKError)?.field == field)
        }
    }

    @Test("tokens that were renewed are handed to the app")
    func renewed() async throws {
        let node = AnsweringNode()
        node.on("/refresh") { _, _ in (200, ["access_token": "new", "refresh_token": "newer"]) }
        node.on("/whoami") { request, _ in
            request.headers["Authorization"] == "Bearer new"
                ? (200, ["user_id": "@me:node.example"]) : (401, ["errcode": "M_UNKNOWN_TOKEN", "error": ""])
        }
        let login = credentials()
        login.accessTokenExpiresAt = 0
        let saved = OneShot<MXCredentials.Tokens>()
        let session = try await MXSession.restored(
            login, tokens: nil, store: MXMemoryStore(), transport: node,
            saveTokens: { saved.fulfil(.success($0)) })
        _ = try await session.sdnRestClient.whoami()
        let tokens = try await saved.value()
        #expect(tokens.accessToken == "new" && tokens.refreshToken == "newer")
        await session.close()
    }
}
