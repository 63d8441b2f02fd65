import Foundation
import HTTPTypes
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire
import Synchronization
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Logins through a gateway (SDN sheet 8.1 to 8.3)", .timeLimit(.minutes(10)))
struct LoginTests {
    private static let loginPath = "/_matrix/client/v3/login"
    private let wallet: TestWallet

    init() throws { wallet = try TestWallet(21) }

    private var userID: String { UserID(did: wallet.did, domain: StubHomeserver.serverName).text }

    @Test("a good answer opens a session at the homeserver", arguments: GatewayDatabaseKind.allCases)
    func session(kind: GatewayDatabaseKind) async throws {
        try await GatewayFixture.with(kind) { fixture in
            let answer = try await fixture.logIn(wallet, deviceID: "PHONE")
            #expect(answer.status == 200)
            #expect(answer.json["user_id"]?.stringValue == userID)
            #expect(answer.json["access_token"]?.stringValue == "token1")
            #expect(answer.json["device_id"]?.stringValue == "PHONE")
            #expect(answer.json["home_server"]?.stringValue == StubHomeserver.serverName)
            #expect(answer.json["refresh_token"] == nil)
            let sent = try #require(fixture.stub.received(Self.loginPath).first)
            #expect(sent.body?["device_id"]?.stringValue == "PHONE")
            #expect(sent.body?.objectValue?.keys == ["device_id", "token", "type"])
            #expect(sent.forwardedFor == "127.0.0.1" && sent.requestID != nil)
            // The second login is one to the DID that the first one created, by the Matrix path.
            let second = try await fixture.logIn(wallet, path: "/_matrix/client/v3/login")
            #expect(second.status == 200 && second.json["device_id"]?.stringValue == "NEWDEVICE")
            let dids = try await fixture.ask("GET", "/_api/client/unstable/address/\(wallet.address.checksummed)")
            #expect(dids.json["data"]?.arrayValue == [.string(wallet.did.text)])
        }
    }

    @Test("a refresh token is passed on if the client asks for one")
    func refresh() async throws {
        try await GatewayFixture.with { fixture in
            var request = try wallet.answer(try await fixture.challenge(wallet))
            request.wantsRefreshToken = true
            let answer = try await fixture.ask("POST", "/_api/client/r0/login", request.parts().body)
            #expect(answer.json["refresh_token"]?.stringValue == "r")
            #expect(answer.json["expires_in_ms"]?.intValue == 300_000)
        }
    }

    @Test("a gateway finishes the login that another one began", arguments: GatewayDatabaseKind.allCases)
    func handedOver(kind: GatewayDatabaseKind) async throws {
        try await GatewayFixture.with(kind, count: 2) { fixture in
            let body = try wallet.answer(try await fixture.challenge(wallet, at: 0)).parts().body
            let path = "/_api/client/unstable/did/login"
            #expect(try await fixture.ask("POST", path, body, at: 1).status == 200)
            // The challenge is used, wherever the answer arrives.
            for gateway in 0...1 {
                let again = try await fixture.ask("POST", path, body, at: gateway)
                #expect(again.status == 403 && again.json["errcode"]?.stringValue == "M_FORBIDDEN")
            }
            #expect(fixture.stub.received(Self.loginPath).count == 1)
        }
    }

    @Test("a wrong signature opens no session, and the homeserver hears nothing of it")
    func wrong() async throws {
        try await GatewayFixture.with { fixture in
            let other = try TestWallet(22)
            let body = try other.answer(try await fixture.challenge(wallet)).parts().body
            let answer = try await fixture.ask("POST", "/_api/client/unstable/did/login", body)
            #expect(answer.status == 403)
            #expect(fixture.stub.received.isEmpty)
        }
    }

    @Test("logins of other types are for the homeserver to decide")
    func otherTypes() async throws {
        try await GatewayFixture.with { fixture in
            let answer = try await fixture.ask("POST", Self.loginPath, ["type": "m.login.password", "user": "ann"])
            #expect(answer.status == 403 && answer.json["errcode"]?.stringValue == "M_FORBIDDEN")
            #expect(fixture.stub.received(Self.loginPath).first?.body?["user"]?.stringValue == "ann")
            let flows = try await fixture.ask("GET", "/_api/client/r0/login")
            #expect(flows.json["flows"]?.arrayValue == [["type": "m.login.did.identity"]])
        }
    }

    /// An answer of the homeserver to a login, and the one of the gateway.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let status: Int
        let body: String
        let expected: Int
        let code: String
        var testDescription: String { "\(status) \(body)" }
    }

    static let refusals = [
        Refusal(
            status: 429, body: #"{"errcode":"M_LIMIT_EXCEEDED","error":"x","retry_after_ms":285000}"#, expected: 429,
            code: "M_LIMIT_EXCEEDED"),
        Refusal(
            status: 403, body: #"{"errcode":"M_USER_DEACTIVATED","error":"x"}"#, expected: 403,
            code: "M_USER_DEACTIVATED"),
        Refusal(status: 401, body: #"{"errcode":"M_USER_LOCKED","error":"x"}"#, expected: 401, code: "M_USER_LOCKED"),
        Refusal(status: 403, body: #"{"errcode":"M_FORBIDDEN","error":"x"}"#, expected: 502, code: "M_UNKNOWN"),
        Refusal(status: 400, body: #"{"errcode":"M_UNKNOWN","error":"x"}"#, expected: 502, code: "M_UNKNOWN"),
        Refusal(status: 500, body: "oops", expected: 502, code: "M_UNKNOWN"),
        Refusal(status: 503, body: "", expected: 503, code: "M_UNKNOWN"),
        Refusal(status: 200, body: "oops", expected: 502, code: "M_UNKNOWN"),
        Refusal(status: 200, body: "[]", expected: 502, code: "M_UNKNOWN"),
        Refusal(status: 200, body: #"{"user_id":"@a:b"}"#, expected: 502, code: "M_UNKNOWN"),
        Refusal(
            status: 200, body: #"{"user_id":"@eve:matrix.example","access_token":"t"}"#, expected: 502,
            code: "M_UNKNOWN"),
        Refusal(status: 302, body: "{}", expected: 502, code: "M_UNKNOWN"),
    ]

    @Test("what the homeserver answers becomes an error of Matrix", arguments: refusals)
    func refused(refusal: Refusal) async throws {
        try await GatewayFixture.with { fixture in
            fixture.stub.answer(
                Self.loginPath,
                with: .init(
                    status: refusal.status, body: refusal.body, headers: [.location: "http://127.0.0.1:1/elsewhere"]))
            let answer = try await fixture.logIn(wallet)
            #expect(answer.status == refusal.expected)
            #expect(answer.json["errcode"]?.stringValue == refusal.code)
            #expect(answer.json["error"]?.stringValue?.isEmpty == false)
            if refusal.status == 429 {
                #expect(answer.json["retry_after_ms"]?.intValue == 285_000)
                #expect(answer.headers["retry-after"] == "285")
            }
            // A later login succeeds.
            fixture.stub.answer(Self.loginPath, with: nil)
            #expect(try await fixture.logIn(wallet).status == 200)
        }
    }

    @Test(
        "if the homeserver surely opened no session, the same answer of the wallet is accepted once more",
        arguments: [(429, true), (403, true), (400, true), (500, false), (503, false), (302, false)])
    func answeredAgain(status: Int, isAccepted: Bool) async throws {
        try await GatewayFixture.with { fixture in
            fixture.stub.answer(Self.loginPath, with: StubHomeserver.error(status, "M_UNKNOWN"))
            let body = try wallet.answer(try await fixture.challenge(wallet)).parts().body
            let path = "/_api/client/unstable/did/login"
            #expect(try await fixture.ask("POST", path, body).status != 200)
            // Nothing is stored of a login without a session.
            let dids = try await fixture.ask("GET", "/_api/client/unstable/address/\(wallet.address.checksummed)")
            #expect(dids.json["data"]?.arrayValue == [])
            fixture.stub.answer(Self.loginPath, with: nil)
            #expect(try await fixture.ask("POST", path, body).status == (isAccepted ? 200 : 403))
            #expect(try await fixture.ask("POST", path, body).status == 403)
        }
    }

    @Test("if the homeserver has another name, the session that it opened ends, and the error says so")
    func otherName() async throws {
        try await GatewayFixture.with { fixture in
            fixture.stub.answer(
                Self.loginPath,
                with: .init(body: #"{"user_id":"@\#(UserID(did: wallet.did).localpart):other","access_token":"stray"}"#)
            )
            let answer = try await fixture.logIn(wallet)
            #expect(answer.status == 502 && answer.json["error"]?.stringValue?.contains("server names") == true)
            #expect(fixture.stub.received("/_matrix/client/v3/logout").map(\.authorization) == ["Bearer stray"])
        }
    }

    @Test("a login that another change overtook gives no session away")
    func overtaken() async throws {
        try await GatewayFixture.with { fixture in
            let body = try wallet.answer(try await fixture.challenge(wallet)).parts().body
            fixture.stub.whenAsked(Self.loginPath) {
                fixture.database.silence()
            }
            #expect(try await fixture.ask("POST", "/_api/client/unstable/did/login", body).status == 503)
            #expect(fixture.stub.received("/_matrix/client/v3/logout").map(\.authorization) == ["Bearer token1"])
        }
    }

    @Test(
        "tokens that only the gateway may use open no session through it, under any path",
        arguments: ["v3", "r0", "api/v1"])
    func ownTypes(version: String) async throws {
        try await GatewayFixture.with { fixture in
            let token = try LoginToken(
                key: fixture.stub.key, issuer: "sdn-gateway", audience: StubHomeserver.serverName
            ).text(for: "sdn_1", now: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)))
            for type in ["org.matrix.login.jwt", " org.matrix.login.jwt", HomeserverConfirmation.stage] {
                let answer = try await fixture.ask(
                    "POST", "/_matrix/client/\(version)/login", ["type": .string(type), "token": .string(token)])
                #expect(answer.status == 400 && answer.json["errcode"]?.stringValue == "M_UNKNOWN")
            }
            #expect(fixture.stub.received.isEmpty)
        }
    }

    @Test("a login of an application service reaches the homeserver with its token and the name of its program")
    func applicationService() async throws {
        try await GatewayFixture.with { fixture in
            _ = try await fixture.ask(
                "POST", Self.loginPath, token: "as", ["type": "m.login.application_service"],
                headers: ["User-Agent": "bridge/1"])
            let sent = try #require(fixture.stub.received(Self.loginPath).first)
            #expect(sent.authorization == "Bearer as" && sent.userAgent == "bridge/1")
            fixture.stub.flows.withLock { $0 += ["m.login.sso", "m.login.cas", "m.login.application_service"] }
            let flows = try await fixture.ask("GET", Self.loginPath)
            #expect(
                flows.json["flows"]?.arrayValue == [
                    ["type": "m.login.did.identity"], ["type": "m.login.application_service"],
                ])
        }
    }

    @Test("a homeserver that is down is an error of Matrix, for logins and for all other requests")
    func down() async throws {
        try await GatewayFixture.with { fixture in
            let body = try wallet.answer(try await fixture.challenge(wallet)).parts().body
            await fixture.stub.stop()
            for answer in [
                try await fixture.ask("POST", "/_api/client/unstable/did/login", body),
                try await fixture.ask("GET", "/_api/client/v3/sync"),
            ] {
                #expect(answer.status == 502 && answer.json["errcode"]?.stringValue == "M_UNKNOWN")
            }
        }
    }

    @Test("the homeserver refuses tokens of another key, and the gateway says that its operator has to act")
    func otherKey() async throws {
        try await GatewayFixture.with(change: { $0.key = GatewayKey() }) { fixture in
            let answer = try await fixture.logIn(wallet)
            #expect(answer.status == 502)
            #expect(answer.json["error"]?.stringValue?.contains("operator") == true)
        }
    }
}
