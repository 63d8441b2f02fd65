import HeraldJSON
import HeraldPeer
import Testing
@testable import SDNNode

@Suite("Access tokens that expire and are renewed")
struct RefreshTokenTests {
    private let node: TestNode
    private let wallet: TestWallet

    init() throws {
        node = try TestNode { $0.accessTokenLifetime = .seconds(60) }
        wallet = try TestWallet(101)
    }

    private struct Tokens {
        let access: String
        let refresh: String

        init(_ body: JSONValue) throws {
            access = try JSONReader(body).string("access_token")
            refresh = try JSONReader(body).string("refresh_token")
        }
    }

    private func logIn() async throws -> Tokens {
        var body = try TestNode.loginBody(wallet, await node.challenge(wallet), deviceID: "PHONE").objectValue ?? [:]
        body["refresh_token"] = true
        let answer = try await node.logIn(.object(body))
        #expect(answer.body["expires_in_ms"] == 60_000)
        return try Tokens(answer.body)
    }

    private func refresh(_ token: String) async throws -> TestNode.Answer {
        try await node.send("POST", "/_matrix/client/v3/refresh", ["refresh_token": .string(token)])
    }

    private func whoami(_ token: String) async throws -> TestNode.Answer {
        try await node.send("GET", "/_api/client/r0/account/whoami", token: token)
    }

    @Test("a login without refresh_token gets a token that does not expire")
    func unasked() async throws {
        let answer = try await node.logIn(TestNode.loginBody(wallet, await node.challenge(wallet)))
        #expect(answer.body["refresh_token"] == nil)
        #expect(answer.body["expires_in_ms"] == nil)
        node.clock.advance(by: .seconds(1_000_000))
        #expect(try await whoami(JSONReader(answer.body).string("access_token")).status == 200)
    }

    @Test("an expired token is a soft logout, and its refresh token still gives a new one for the same device")
    func expiry() async throws {
        let first = try await logIn()
        node.clock.advance(by: .milliseconds(59_999))
        #expect(try await whoami(first.access).status == 200)
        node.clock.advance(by: .milliseconds(1))
        let refused = try await whoami(first.access)
        #expect(refused.status == 401)
        #expect(refused.errcode == "M_UNKNOWN_TOKEN")
        #expect(refused.body["soft_logout"] == true)
        let second = try Tokens(await refresh(first.refresh).body)
        #expect(try await whoami(second.access).body["device_id"] == "PHONE")
    }

    @Test("the old tokens stay valid until the new ones are used, because the answer may have been lost")
    func lostAnswer() async throws {
        let first = try await logIn()
        let lost = try Tokens(await refresh(first.refresh).body)
        #expect(try await whoami(first.access).status == 200)
        let second = try Tokens(await refresh(first.refresh).body)
        #expect(try await whoami(lost.access).status == 401)
        #expect(try await whoami(second.access).status == 200)
        #expect(try await whoami(first.access).status == 401)
    }

    @Test("an access token that was renewed is a soft logout, also for a long poll that waits with it")
    func renewed() async throws {
        let first = try await logIn()
        let sync = "/_matrix/client/v3/sync"
        let since = try JSONReader(await node.send("GET", sync, token: first.access).body).string("next_batch")
        async let waiting = node.send("GET", sync + "?timeout=50000&since=\(since)", token: first.access)
        while node.assembly.services.notifier.waiterCount < 1 { try await Task.sleep(for: .milliseconds(2)) }
        let second = try Tokens(await refresh(first.refresh).body)
        #expect(try await whoami(second.access).status == 200)
        for refused in [try await waiting, try await whoami(first.access)] {
            #expect((refused.status, refused.errcode) == (401, "M_UNKNOWN_TOKEN"))
            #expect(refused.body["soft_logout"] == true)
        }
        // Only the newest ended tokens are kept. A logout ends all of them for good.
        var last = second
        for _ in 0..<12 {
            last = try Tokens(await refresh(last.refresh).body)
            #expect(try await whoami(last.access).status == 200)
        }
        #expect(try await whoami(first.access).body["soft_logout"] == false)
        #expect(try await whoami(second.access).body["soft_logout"] == false)
        _ = try await node.send("POST", "/_matrix/client/v3/logout", token: last.access)
        #expect(try await whoami(last.access).body["soft_logout"] == false)
    }

    @Test("a refresh token that is used after its successor ends every token of the device, as a soft logout")
    func reuse() async throws {
        let first = try await logIn()
        let second = try Tokens(await refresh(first.refresh).body)
        #expect(try await whoami(second.access).status == 200)
        let thief = try await refresh(first.refresh)
        #expect(thief.status == 401)
        #expect(thief.body["soft_logout"] == true)
        #expect(try await whoami(second.access).body["soft_logout"] == true)
        #expect(try await refresh(second.refresh).status == 401)
        // The device itself is still there: a login with its id brings it back.
        #expect(try await whoami(logIn().access).body["device_id"] == "PHONE")
    }

    @Test(
        "attack 14: a refresh token is void once its successor was used, even if the access token between them never was"
    )
    func successor() async throws {
        let first = try await logIn()
        let second = try Tokens(await refresh(first.refresh).body)
        let third = try Tokens(await refresh(second.refresh).body)
        #expect(try await whoami(first.access).status == 401)
        #expect(try await whoami(second.access).status == 200)
        #expect(try await whoami(third.access).status == 200)
        #expect(try await whoami(second.access).status == 401)
        let thief = try await refresh(first.refresh)
        #expect(thief.status == 401)
        #expect(try await whoami(third.access).status == 401)
    }

    @Test("attack 14: guessed refresh tokens do not reach the database writer")
    func guesses() async throws {
        let before = node.assembly.services.database.counters.writes
        for number in 0..<20 { #expect(try await refresh("sdnr_\(number)").errcode == "M_UNKNOWN_TOKEN") }
        #expect(node.assembly.services.database.counters.writes == before)
    }

    @Test("a session can be renewed repeatedly, with each refresh token once")
    func chain() async throws {
        var tokens = try await logIn()
        for _ in 0..<5 {
            node.clock.advance(by: .seconds(60))
            tokens = try Tokens(await refresh(tokens.refresh).body)
            #expect(try await whoami(tokens.access).status == 200)
        }
    }

    @Test("an unknown or missing refresh token, or one of a device that logged out, is refused")
    func unknown() async throws {
        let tokens = try await logIn()
        #expect(try await refresh("sdnr_nothing").errcode == "M_UNKNOWN_TOKEN")
        #expect(try await node.send("POST", "/_matrix/client/v3/refresh", [:]).errcode == "M_MISSING_PARAM")
        _ = try await node.send("POST", "/_api/client/r0/logout", token: tokens.access)
        #expect(try await refresh(tokens.refresh).errcode == "M_UNKNOWN_TOKEN")
    }

    @Test("a password login may ask for a refresh token too")
    func password() async throws {
        let node = try TestNode { $0.enableRegistration = true }
        let answer = try await node.send(
            "POST", "/_matrix/client/v3/register",
            [
                "username": "ada", "password": "secret", "auth": ["type": "m.login.dummy"], "refresh_token": true,
            ])
        let tokens = try Tokens(answer.body)
        let renewed = try await node.send(
            "POST", "/_matrix/client/v3/refresh", ["refresh_token": .string(tokens.refresh)])
        #expect(renewed.body["expires_in_ms"] == 300_000)
    }
}
