import Foundation
import HeraldJSON
import HeraldKeys
import HeraldLocks
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Renewing access tokens")
struct TokenRenewalTests {
    private static let refused: JSONValue = ["errcode": "M_UNKNOWN_TOKEN", "error": "", "soft_logout": true]
    private static let me: JSONValue = ["user_id": "@me:node.example", "device_id": "D"]

    private let node = AnsweringNode()
    private let clock = ManualClock()

    /// A node that knows one access token at a time and renews it.
    private func client(
        expiresAt: UInt64 = 0, persist: MXRestClientPersistTokenDataHandler? = nil,
        unauthenticated: MXRestClientUnauthenticatedHandler? = nil
    ) -> MXRestClient {
        node.on("/whoami") { request, _ in
            request.headers["Authorization"] == "Bearer new" ? (200, Self.me) : (401, Self.refused)
        }
        let credentials = MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "old")
        credentials.deviceId = "D"
        credentials.refreshToken = "refresh1"
        credentials.accessTokenExpiresAt = expiresAt
        let client = MXRestClient(
            credentials: credentials, persistentTokenDataHandler: persist, unauthenticatedHandler: unauthenticated,
            transport: node, options: MXSDKOptions(), clock: clock.retryClock)
        client.completionQueue = DispatchQueue(label: "test.completion")
        return client
    }

    private func renews() {
        node.on("/refresh") { _, _ in
            (200, ["access_token": "new", "refresh_token": "refresh2", "expires_in_ms": 300_000])
        }
    }

    @Test("a refused call is repeated with a renewed token, without an error")
    func replay() async throws {
        renews()
        let client = client(unauthenticated: { _, _, _, _ in Issue.record("nobody has to log in") })
        #expect(try await client.whoami().deviceId == "D")
        #expect(node.requests("/whoami").count == 2)
        #expect(client.credentials.accessToken == "new")
        #expect(client.credentials.refreshToken == "refresh2")
        #expect(client.credentials.accessTokenExpiresAt == ManualClock.start + 300_000)
        let body = try #require(node.requests("/refresh").first?.body)
        #expect(try JSONValue(parsing: body) == ["refresh_token": "refresh1"])
    }

    @Test(
        "a token is renewed shortly before it expires, and not earlier",
        arguments: [(UInt64(29_000), 1), (31_000, 0), (0, 0)])
    func proactive(left: UInt64, renewals: Int) async throws {
        renews()
        let client = client(expiresAt: left == 0 ? 0 : ManualClock.start + left)
        _ = try await client.whoami()
        let first = try #require(node.requests("/whoami").first)
        #expect(first.headers["Authorization"] == (renewals == 1 ? "Bearer new" : "Bearer old"))
    }

    @Test("a client without a handler keeps renewed tokens in its own credentials")
    func storesNothing() async throws {
        renews()
        let client = client()
        #expect(try await client.whoami().deviceId == "D")
        #expect(node.requests("/refresh").count == 1 && client.credentials.refreshToken == "refresh2")
    }

    @Test("a token that another process renewed and that has expired since is renewed with the refresh token beside it")
    func expiredSince() async throws {
        renews()
        let kept = MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "theirs")
        kept.deviceId = "D"
        kept.refreshToken = "refresh9"
        let client = client(persist: { access in access([kept]) { _ in } })
        #expect(try await client.whoami().deviceId == "D")
        let bodies = try node.requests("/refresh").map { try JSONValue(parsing: $0.body ?? []) }
        #expect(bodies == [["refresh_token": "refresh9"]] && node.requests("/whoami").count == 3)
        #expect(kept.refreshToken == "refresh2")
    }

    @Test("older stored tokens are not taken over, as after a save that failed")
    func olderStored() async throws {
        renews()
        let kept = MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "oldest")
        kept.deviceId = "D"
        kept.refreshToken = "refresh0"
        kept.accessTokenExpiresAt = ManualClock.start
        let client = client(expiresAt: ManualClock.start + 60_000, persist: { access in access([kept]) { _ in } })
        _ = try await client.whoami()
        let bodies = try node.requests("/refresh").map { try JSONValue(parsing: $0.body ?? []) }
        #expect(bodies == [["refresh_token": "refresh1"]] && kept.refreshToken == "refresh2")
    }

    @Test("many calls that are refused at once renew the token once")
    func manyCallers() async throws {
        let held = OneShot<Void>()
        node.on("/refresh") { _, _ in
            try await held.value()
            return (200, ["access_token": "new", "refresh_token": "refresh2"])
        }
        let client = client()
        let calls = (0..<20).map { _ in Task { try await client.whoami() } }
        try await node.received(20, "/whoami")
        held.fulfil(.success(()))
        for call in calls { #expect(try await call.value.deviceId == "D") }
        #expect(node.requests("/refresh").count == 1)
    }

    @Test(
        "a cancelled call ends at once while the node renews the token, and the new token is stored and serves the other calls",
        arguments: [true, false])
    func cancelledCaller(hasBegunIt: Bool) async throws {
        let (held, written) = (OneShot<Void>(), OneShot<Bool>())
        node.on("/refresh") { _, _ in
            try await held.value()
            return (200, ["access_token": "new", "refresh_token": "refresh2"])
        }
        let kept = MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "old")
        kept.deviceId = "D"
        let client = client(persist: { access in access([kept]) { written.fulfil(.success($0)) } })
        let first = Task { try await client.whoami() }
        try await node.received(1, "/refresh")
        let second = Task { try await client.whoami() }
        try await node.received(2, "/whoami")
        let (cancelled, other) = hasBegunIt ? (first, second) : (second, first)
        cancelled.cancel()
        #expect(await failure { try await cancelled.value } is CancellationError)
        held.fulfil(.success(()))
        #expect(try await other.value.deviceId == "D")
        #expect(try await written.value())
        #expect(kept.accessToken == "new" && kept.refreshToken == "refresh2")
        #expect(try await client.whoami().deviceId == "D")
        #expect(node.requests("/refresh").count == 1)
    }

    @Test("a call that is cancelled while an expiring token is renewed for it is not sent")
    func cancelledBefore() async throws {
        let held = OneShot<Void>()
        node.on("/refresh") { _, _ in
            try await held.value()
            return (200, ["access_token": "new", "refresh_token": "refresh2", "expires_in_ms": 300_000])
        }
        let client = client(expiresAt: ManualClock.start + 1_000)
        let call = Task { try await client.whoami() }
        try await node.received(1, "/refresh")
        call.cancel()
        #expect(await failure { try await call.value } is CancellationError)
        #expect(node.requests("/whoami").isEmpty)
        held.fulfil(.success(()))
        #expect(try await client.whoami().deviceId == "D")
        #expect(node.requests("/refresh").count == 1 && client.credentials.refreshToken == "refresh2")
    }

    @Test(
        "if the node does not know the refresh token, the app's handler is called with a soft logout that came from a renewal"
    )
    func unknownRefreshToken() async throws {
        node.on("/refresh") { _, _ in (401, Self.refused) }
        let told = OneShot<[Bool]>()
        let client = client(unauthenticated: { error, isSoft, isRefresh, _ in
            told.fulfil(.success([error == .unknownToken, isSoft, isRefresh]))
        })
        #expect(await failure { try await client.whoami() } as? MXError == .unknownToken)
        #expect(try await told.value() == [true, true, true])
        #expect(node.requests("/whoami").count == 1)
    }

    @Test("a session continues if the node cannot be reached for a new token")
    func unreachable() async throws {
        node.on("/refresh") { _, _ in throw SDNSDKError(.unknownHost, reason: "no such host") }
        let client = client(unauthenticated: { _, _, _, _ in Issue.record("the session may still be good") })
        #expect((await failure { try await client.whoami() } as? SDNSDKError)?.code == .unknownHost)
        #expect(client.credentials.accessToken == "old")
    }

    @Test("a call that is refused with the old and the new token is not sent again")
    func once() async throws {
        node.on("/refresh") { _, count in (200, ["access_token": .string("worse\(count)"), "refresh_token": "r"]) }
        let told = OneShot<Void>()
        let client = client(unauthenticated: { _, _, _, _ in told.fulfil(.success(())) })
        #expect(await failure { try await client.whoami() } as? MXError == .unknownToken)
        #expect(node.requests("/whoami").count == 2)
        #expect(node.requests("/refresh").count == 1)
        try? await told.value()
    }

    @Test("renewed tokens are written to the credentials that the app stores")
    func persistence() async throws {
        renews()
        let kept = MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "old")
        kept.deviceId = "D"
        let written = OneShot<Bool>()
        let client = client(persist: { access in access([kept]) { written.fulfil(.success($0)) } })
        _ = try await client.whoami()
        #expect(try await written.value())
        #expect(kept.accessToken == "new")
        #expect(kept.refreshToken == "refresh2")
    }

    @Test("the client adopts tokens that another process renewed, without asking the node")
    func otherProcess() async throws {
        let kept = MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "new")
        kept.deviceId = "D"
        kept.refreshToken = "refresh9"
        let client = client(persist: { access in
            access([kept]) { didUpdate in if didUpdate { Issue.record("nothing is to be written") } }
        })
        _ = try await client.whoami()
        #expect(node.requests("/refresh").isEmpty)
        #expect(client.credentials.refreshToken == "refresh9")
    }

    @Test("after a soft logout the app's hook logs the same device in again, and the waiting calls continue")
    func relogin() async throws {
        node.on("/refresh") { _, _ in (401, Self.refused) }
        let client = client(unauthenticated: { _, _, _, _ in Issue.record("nobody has to be told") })
        let asked = Mutex(0)
        client.reloginHandler = { error in
            #expect(error.softLogout == true)
            asked.withLock { $0 += 1 }
            return MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "new")
        }
        let calls = (0..<5).map { _ in Task { try await client.whoami() } }
        for call in calls { _ = try await call.value }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test("a hook that logs in another user is refused")
    func otherUser() async throws {
        node.on("/refresh") { _, _ in (401, Self.refused) }
        let client = client()
        client.reloginHandler = { _ in
            MXCredentials(node: "http://node.example", userId: "@other:node.example", accessToken: "new")
        }
        #expect(await failure { try await client.whoami() } as? MXError == .unknownToken)
        #expect(client.credentials.accessToken == "old")
    }
}
