import HeraldJSON
import HeraldKeys
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Requests of SendingNetwork that become requests of Matrix (SDN sheet 8.4)", .timeLimit(.minutes(10)))
struct RoomRequestTests {
    private static let server = StubHomeserver.serverName
    private let ann: TestWallet, bob: TestWallet

    init() throws { (ann, bob) = (try TestWallet(41), try TestWallet(42)) }

    private func user(_ wallet: TestWallet) -> String { UserID(did: wallet.did, domain: Self.server).text }
    private func directPath(_ wallet: TestWallet) -> String {
        "/_matrix/client/v3/user/\(PercentEncoding.encodeSegment(user(wallet)))/account_data/m.direct"
    }

    private func token(_ wallet: TestWallet, _ fixture: GatewayFixture) async throws -> String {
        try #require(try await fixture.logIn(wallet).json["access_token"]?.stringValue)
    }

    @Test("a direct room with a wallet is created, remembered and found again")
    func directRoom() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await token(ann, fixture)
            _ = try await fixture.logIn(bob)
            let path = "/_api/client/sendmessbywallet/\(bob.address.checksummed)"
            fixture.stub.answer(directPath(ann), with: StubHomeserver.error(404, "M_NOT_FOUND"))
            fixture.stub.answer("/_matrix/client/v3/createRoom", with: .init(body: #"{"room_id":"!new:x"}"#))
            let put = try await fixture.ask("POST", path, token: token, [:])
            // The stub answers the PUT like the GET, so the request ends with its error.
            #expect(put.status == 404)
            let created = try #require(fixture.stub.received("/_matrix/client/v3/createRoom").first)
            #expect(created.body?["invite"]?.arrayValue == [.string(user(bob))])
            #expect(created.authorization == "Bearer \(token)")
            let stored = fixture.stub.received(directPath(ann)).last
            #expect(stored?.method == "PUT" && stored?.body == [user(bob): ["!new:x"]])
            fixture.stub.answer(directPath(ann), with: .init(body: #"{"\#(user(bob))":["!old:x"]}"#))
            let found = try await fixture.ask("POST", path, token: token, [:])
            #expect(found.status == 200 && found.json == ["room_id": "!old:x"])
            let list = try await fixture.ask("GET", "/_api/client/r0/find_dm_room/\(user(bob))", token: token)
            #expect(list.json == ["dm_rooms": ["!old:x"]])
            let own = try await fixture.ask(
                "POST", "/_api/client/sendmessbywallet/\(ann.address.checksummed)", token: token, [:])
            #expect(own.status == 400)
        }
    }

    @Test("a dissolved room loses its members and is left and forgotten")
    func dissolve() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await token(ann, fixture), room = "/_matrix/client/v3/rooms/%21a%3Ax"
            let list = "/_matrix/client/v3/directory/list/room/%21a%3Ax"
            fixture.stub.answer(
                room + "/joined_members", with: .init(body: #"{"joined":{"\#(user(ann))":{},"@bob:x":{}}}"#))
            fixture.stub.answer(
                room + "/members?membership=invite", with: .init(body: #"{"chunk":[{"state_key":"@carl:x"}]}"#))
            fixture.stub.answer(list, with: .init(body: #"{"visibility":"public"}"#))
            let answer = try await fixture.ask("POST", "/_api/client/r0/rooms/!a:x/dissolve", token: token, [:])
            #expect(answer.status == 200)
            let steps = [
                "/state/m.room.join_rules", "/joined_members", "/members?membership=invite",
                "/members?membership=knock", "/kick", "/kick", "/leave", "/forget",
            ]
            #expect(
                fixture.stub.received.map(\.target).filter { $0.hasPrefix(room) } == steps.map { room + $0 })
            #expect(
                fixture.stub.received(room + "/kick").map(\.body) == [
                    ["user_id": "@bob:x"], ["user_id": "@carl:x"],
                ])
            #expect(fixture.stub.received(room + steps[0]).map(\.body) == [["join_rule": "invite"]])
            #expect(fixture.stub.received(list).map(\.body) == [nil, ["visibility": "private"]])
        }
    }

    @Test("a room is dissolved by its alias, and by nobody who may not close it")
    func dissolveAlias() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await token(ann, fixture), path = "/_api/client/r0/rooms/%23a:x/dissolve"
            fixture.stub.answer(
                "/_matrix/client/v3/directory/room/%23a%3Ax", with: .init(body: ##"{"room_id":"!a:x"}"##))
            #expect(try await fixture.ask("POST", path, token: token, [:]).status == 200)
            let room = "/_matrix/client/v3/rooms/%21a%3Ax"
            #expect(fixture.stub.received(room + "/leave").count == 1)
            fixture.stub.answer(room + "/state/m.room.join_rules", with: StubHomeserver.error(403, "M_FORBIDDEN"))
            let refused = try await fixture.ask("POST", path, token: token, [:])
            #expect(refused.status == 403 && refused.json["errcode"]?.stringValue == "M_FORBIDDEN")
            #expect(fixture.stub.received(room + "/leave").count == 1)
        }
    }

    @Test("an invitation is revoked by a kick, and the homeserver's refusal reaches the client")
    func revoke() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await token(ann, fixture), path = "/_api/client/r0/rooms/!a:x/revoke"
            let body: JSONValue = ["user_id": "@bob:x", "reason": "late"]
            #expect(try await fixture.ask("POST", path, token: token, body).status == 200)
            let kick = "/_matrix/client/v3/rooms/%21a%3Ax/kick"
            #expect(fixture.stub.received(kick).first?.body == body)
            fixture.stub.answer(kick, with: StubHomeserver.error(403, "M_FORBIDDEN"))
            let refused = try await fixture.ask("POST", path, token: token, body)
            #expect(refused.status == 403 && refused.json["errcode"]?.stringValue == "M_FORBIDDEN")
        }
    }

    @Test("the DIDs of several users are looked up at once, and others are left out")
    func dids() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await token(ann, fixture)
            let users: JSONValue = [.string(user(ann)), "@bob:x", .string(user(bob))]
            let answer = try await fixture.ask(
                "POST", "/_api/client/r0/account/3pid/did", token: token, ["users": users])
            #expect(answer.json.objectValue?.keys == [user(ann)])
            #expect(answer.json[user(ann)]?["wallet_address"]?.stringValue == ann.address.checksummed)
        }
    }

    @Test("a user who looks up too many users, or reads too often, is refused, and others are not")
    func readLimits() async throws {
        let change: (inout GatewayConfiguration) -> Void = {
            $0.rates.readsPerUser = GatewayRate(perSecond: 0.001, burst: 100)
            $0.rates.readsPerRemote = GatewayRate(perSecond: 0.001, burst: 3)
        }
        try await GatewayFixture.with(change: change) { fixture in
            let path = "/_api/client/r0/account/3pid/did", token = try await token(ann, fixture)
            let users: JSONValue = ["users": .array((0..<150).map { .string("@u\($0):x") })]
            #expect(try await fixture.ask("POST", path, token: token, users).status == 200)
            let refused = try await fixture.ask("POST", path, token: token, ["users": []])
            #expect(refused.status == 429 && refused.json["errcode"]?.stringValue == "M_LIMIT_EXCEEDED")
            let contacts = "/_api/client/r0/contacts_list/\(user(ann))"
            #expect(try await fixture.ask("GET", contacts, token: token).status == 429)
            let other = try await self.token(bob, fixture)
            #expect(try await fixture.ask("POST", path, token: other, ["users": []]).status == 200)
            // Requests without a checked token count for the network.
            let profile = "/_matrix/client/v3/profile/@bob:x"
            var statuses: [Int] = []
            for _ in 0..<4 { statuses.append(try await fixture.ask("GET", profile, token: "any").status) }
            #expect(statuses.last == 429 && statuses.first == 200)
        }
    }
}
