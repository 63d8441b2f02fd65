import HeraldJSON
import HeraldKeys
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("What a gateway stores for users (SDN sheet 2)", .timeLimit(.minutes(10)))
struct UserDataTests {
    private static let whoami = "/_matrix/client/v3/account/whoami"
    private let wallet: TestWallet

    init() throws { wallet = try TestWallet(31) }

    private var userID: String { UserID(did: wallet.did, domain: StubHomeserver.serverName).text }

    private func logIn(_ fixture: GatewayFixture) async throws -> String {
        try #require(try await fixture.logIn(wallet).json["access_token"]?.stringValue)
    }

    @Test("contacts are added, listed, found and removed", arguments: GatewayDatabaseKind.allCases)
    func contacts(kind: GatewayDatabaseKind) async throws {
        try await GatewayFixture.with(kind) { fixture in
            let token = try await logIn(fixture), path = "/_api/client/r0/contact/\(userID)"
            let ann: JSONValue = ["contact_id": "@ann:matrix.example", "is_room": 0, "tags": ["friend", "é"]]
            let room: JSONValue = ["contact_id": "!a:matrix.example", "is_room": true]
            for body in [ann, room, ann] {
                #expect(try await fixture.ask("PUT", path, token: token, body).status == 200)
            }
            let list = try await fixture.ask("GET", "/_api/client/r0/contacts_list/\(userID)", token: token)
            #expect(list.json["rooms"]?.arrayValue == ["!a:matrix.example"])
            let person = try #require(list.json["people"]?.arrayValue?.first)
            #expect(person["contact_id"]?.stringValue == "@ann:matrix.example")
            #expect(person["tags"]?.arrayValue == ["friend", "é"])
            #expect(
                try await fixture.ask("POST", path, token: token, ann).json["is_favorite"]?.boolValue == true)
            #expect(try await fixture.ask("DELETE", path, token: token, ann).status == 200)
            #expect(
                try await fixture.ask("POST", path, token: token, ann).json["is_favorite"]?.boolValue == false)
            // The homeserver was asked once about the token.
            #expect(fixture.stub.received(Self.whoami).count == 1)
        }
    }

    @Test("the text about a user and the step of the introduction are stored", arguments: GatewayDatabaseKind.allCases)
    func texts(kind: GatewayDatabaseKind) async throws {
        try await GatewayFixture.with(kind) { fixture in
            let token = try await logIn(fixture), path = "/_api/client/r0/profile/\(userID)/signature"
            #expect(try await fixture.ask("GET", path).json["signature"]?.stringValue == "")
            #expect(try await fixture.ask("PUT", path, token: token, ["signature": "Grüße"]).status == 200)
            #expect(try await fixture.ask("GET", path).json["signature"]?.stringValue == "Grüße")
            let long = JSONValue.string(String(repeating: "a", count: 101))
            #expect(try await fixture.ask("PUT", path, token: token, ["signature": long]).status == 400)
            let step: JSONValue = ["step": ["page": 3]]
            #expect(try await fixture.ask("POST", "/_api/client/r0/account/guide", token: token, step).status == 200)
            #expect(try await fixture.logIn(wallet).json["guide_state"] == ["page": 3])
        }
    }

    @Test("a profile names the wallet, and has what the homeserver says")
    func profile() async throws {
        try await GatewayFixture.with { fixture in
            _ = try await logIn(fixture)
            let target = "/_matrix/client/v3/profile/\(PercentEncoding.encodeSegment(userID))"
            fixture.stub.answer(target, with: .init(body: #"{"displayname":"Ann","custom":1}"#))
            let answer = try await fixture.ask("GET", "/_api/client/r0/profile/\(userID)")
            #expect(
                answer.json == [
                    "displayname": "Ann", "custom": 1, "wallet_address": .string(wallet.address.checksummed),
                ])
            fixture.stub.answer(target, with: StubHomeserver.error(404, "M_NOT_FOUND"))
            let missing = try await fixture.ask("GET", "/_api/client/r0/profile/\(userID)")
            #expect(missing.status == 404 && missing.json["errcode"]?.stringValue == "M_NOT_FOUND")
        }
    }

    @Test("without a token, with a wrong one, and for other users nothing is stored")
    func refused() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await logIn(fixture), body: JSONValue = ["contact_id": "@ann:matrix.example"]
            let path = "/_api/client/r0/contact/\(userID)"
            let missing = try await fixture.ask("PUT", path, body)
            #expect(missing.status == 401 && missing.json["errcode"]?.stringValue == "M_MISSING_TOKEN")
            let wrong = try await fixture.ask("PUT", path, token: "wrong", body)
            #expect(wrong.status == 401 && wrong.json["errcode"]?.stringValue == "M_UNKNOWN_TOKEN")
            let other = try await fixture.ask("PUT", "/_api/client/r0/contact/@eve:x", token: token, body)
            #expect(other.status == 403)
        }
    }

    @Test("after a logout the token is unknown at once")
    func logout() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await logIn(fixture), path = "/_api/client/r0/contacts_list/\(userID)"
            #expect(try await fixture.ask("GET", path, token: token).status == 200)
            #expect(try await fixture.ask("POST", "/_api/client/r0/logout", token: token, [:]).status == 200)
            #expect(try await fixture.ask("GET", path, token: token).status == 401)
            #expect(try await fixture.ask("POST", "/_api/client/r0/logout", token: token, [:]).status == 401)
        }
    }
    @Test("while the database does not answer, profiles have what the homeserver says")
    func profileWithoutDatabase() async throws {
        try await GatewayFixture.with { fixture in
            let target = "/_matrix/client/v3/profile/\(PercentEncoding.encodeSegment(userID))"
            fixture.stub.answer(target, with: .init(body: #"{"displayname":"Ann"}"#))
            fixture.database.silence()
            for _ in 0..<2 {
                let answer = try await fixture.ask("GET", "/_matrix/client/v3/profile/\(userID)")
                #expect(answer.status == 200 && answer.json == ["displayname": "Ann"])
            }
        }
    }

    @Test(
        "after a logout of all devices, their tokens are unknown at once, even if this gateway did not see them before")
    func logoutAll() async throws {
        try await GatewayFixture.with(count: 2) { fixture in
            let first = try await logIn(fixture), second = try await logIn(fixture)
            let path = "/_api/client/r0/contacts_list/\(userID)"
            #expect(try await fixture.ask("GET", path, token: first).status == 200)
            #expect(try await fixture.ask("POST", "/_api/client/r0/logout/all", token: second, [:]).status == 200)
            #expect(try await fixture.ask("GET", path, token: first).status == 401)
            #expect(try await fixture.ask("POST", "/_api/client/r0/logout/all", token: second, [:]).status == 401)
        }
    }

    @Test(
        "a token with characters that no header may have is unknown, and the homeserver hears nothing of it",
        arguments: ["a%0D%0AX: y", "%C3%A9", "a%20b"])
    func strangeTokens(token: String) async throws {
        try await GatewayFixture.with { fixture in
            let encoded = token.replacing(" ", with: "%20")
            for (method, path) in [("POST", "logout"), ("GET", "profile/\(userID)"), ("POST", "login")] {
                let answer = try await fixture.ask(
                    method, "/_matrix/client/v3/\(path)?access_token=\(encoded)", method == "POST" ? [:] : nil)
                #expect(answer.status == 401 && answer.json["errcode"]?.stringValue == "M_UNKNOWN_TOKEN")
            }
            #expect(fixture.stub.received.isEmpty)
        }
    }
}
