import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire
import Synchronization
import TestSupport
import Testing

@testable import SDNGateway

@Suite("What a wallet confirms where the homeserver asks for a password (SDN sheet 8.3)", .timeLimit(.minutes(10)))
struct ConfirmationTests {
    private let wallet: TestWallet

    init() throws { wallet = try TestWallet(61) }

    private var userID: String { UserID(did: wallet.did, domain: StubHomeserver.serverName).text }
    private func logIn(_ fixture: GatewayFixture, _ device: String) async throws -> ConfirmingClient {
        try await ConfirmingClient.logIn(wallet, fixture, device: device)
    }

    @Test(
        "devices are deleted with a signature over a text that names them, under both roots, by any instance",
        arguments: GatewayDatabaseKind.allCases)
    func devices(kind: GatewayDatabaseKind) async throws {
        try await GatewayFixture.with(kind, count: 2) { fixture in
            let own = try await logIn(fixture, "LAPTOP")
            for (number, (method, path, body)) in [
                ("DELETE", "/_matrix/client/v3/devices/PHONE0", [:]),
                ("DELETE", "/_api/client/r0/devices/PHONE1", [:]),
                ("POST", "/_matrix/client/r0/delete_devices", ["devices": ["PHONE2"]]),
                ("POST", "/_api/client/v3/delete_devices", ["devices": ["PHONE3"]]),
            ].enumerated() as EnumeratedSequence<[(String, String, JSONObject)]> {
                let other = try await logIn(fixture, "PHONE\(number)")
                let demand = try await own.ask(method, path, body)
                #expect(try ConfirmingClient.message(demand).contains(#"devices: "PHONE\#(number)""#))
                #expect(fixture.stub.knows(other.token))
                let proof = try own.proof(demand)
                let done = try await own.ask(method, path, body, auth: proof, at: 1)
                #expect(done.status == 200 && done.json == [:])
                #expect(!fixture.stub.knows(other.token) && fixture.stub.knows(own.token))
                // A repetition after a lost answer does no harm.
                #expect(try await own.ask(method, path, body, auth: proof).status == 200)
            }
        }
    }

    @Test("a proof is asked for even if the homeserver asks for none shortly after a login")
    func recentLogin() async throws {
        try await GatewayFixture.with { fixture in
            fixture.stub.state.withLock { $0.authentications.trustsLogins = true }
            let own = try await logIn(fixture, "LAPTOP"), other = try await logIn(fixture, "PHONE")
            let demand = try await own.ask("DELETE", "/_matrix/client/v3/devices/PHONE")
            #expect(demand.status == 401 && fixture.stub.knows(other.token))
            let done = try await own.ask(
                "DELETE", "/_matrix/client/v3/devices/PHONE", auth: try own.proof(demand))
            #expect(done.status == 200 && !fixture.stub.knows(other.token))
        }
    }

    @Test("a proof is for one wallet, one list of devices and one access token")
    func binding() async throws {
        try await GatewayFixture.with { fixture in
            let own = try await logIn(fixture, "LAPTOP"), tablet = try await logIn(fixture, "TABLET")
            let path = "/_matrix/client/v3/delete_devices", body: JSONObject = ["devices": ["TABLET"]]
            let demand = try await own.ask("POST", path, body), proof = try own.proof(demand)
            let stranger = try await own.ask(
                "POST", path, body, auth: try own.proof(demand, signer: try TestWallet(62)))
            #expect(stranger.status == 401 && stranger.json["errcode"] == "M_FORBIDDEN")
            #expect(stranger.json["session"] == demand.json["session"])
            let others = try await own.ask("POST", path, ["devices": ["LAPTOP"]], auth: proof)
            #expect(others.status == 403 && others.json["errcode"] == "M_FORBIDDEN")
            let elsewhere = try await tablet.ask("POST", path, body, auth: proof)
            #expect(elsewhere.status == 403 && elsewhere.json["errcode"] == "M_FORBIDDEN")
            let made = try await own.ask(
                "POST", path, body, auth: ["type": .string(HomeserverConfirmation.stage), "session": "x", "proof": "y"])
            #expect(made.status == 401 && made.json["errcode"] == "M_FORBIDDEN")
            #expect(fixture.stub.knows(own.token) && fixture.stub.knows(tablet.token))
            #expect(fixture.stub.received("/_matrix/client/v3/delete_devices").isEmpty)
            let none = try await fixture.ask("POST", path, .object(body))
            #expect(none.status == 401 && none.json["errcode"] == "M_MISSING_TOKEN")
            let unknown = try await fixture.ask("POST", path, token: "made-up", .object(body))
            #expect(unknown.status == 401 && unknown.json["errcode"] == "M_UNKNOWN_TOKEN")
        }
    }

    @Test("too many devices, and IDs that are too long, are refused before anybody signs")
    func sizes() async throws {
        try await GatewayFixture.with { fixture in
            let own = try await logIn(fixture, "LAPTOP"), path = "/_matrix/client/v3/delete_devices"
            let many = JSONValue.array((0...1_000).map { .string("D\($0)") })
            #expect(try await own.ask("POST", path, ["devices": many]).status == 400)
            let long = String(repeating: "x", count: 256)
            #expect(try await own.ask("POST", path, ["devices": [.string(long)]]).status == 400)
            #expect(try await own.ask("POST", path, ["devices": "LAPTOP"]).status == 400)
            #expect(fixture.stub.received(path).isEmpty)
        }
    }

    @Test("cross-signing keys are replaced with one signature for the new keys, and the first ones need none")
    func keys() async throws {
        try await GatewayFixture.with(count: 2) { fixture in
            let own = try await logIn(fixture, "LAPTOP")
            func body(_ key: String) -> JSONObject { ["master_key": ["keys": ["ed25519:\(key)": .string(key)]]] }
            let path = "/_api/client/unstable/keys/device_signing/upload"
            #expect(try await own.ask("POST", path, body("a")).status == 200)
            #expect(try await own.ask("POST", path, body("a")).status == 200)
            let demand = try await own.ask("POST", path, body("b")), proof = try own.proof(demand)
            #expect(try ConfirmingClient.message(demand).hasPrefix("Replace the cross-signing keys of this account\n"))
            let other = try await own.ask("POST", path, body("c"), auth: proof)
            #expect(other.status == 403)
            let done = try await own.ask(
                "POST", "/_matrix/client/v3/keys/device_signing/upload", body("b"), auth: proof, at: 1)
            #expect(done.status == 200)
            #expect(fixture.stub.state.withLock { $0.authentications.keys[userID] } == body("b"))
            // The homeserver needs no proof for keys that it has. The old ones need a new signature.
            #expect(try await own.ask("POST", path, body("b"), auth: proof).status == 200)
            #expect(try await own.ask("POST", path, body("a")).status == 401)
            #expect(try await own.ask("POST", path, body("a"), auth: proof).status == 401)
        }
    }

    @Test("an account is deactivated with a signature, and its wallet cannot log in any more")
    func deactivation() async throws {
        try await GatewayFixture.with { fixture in
            let own = try await logIn(fixture, "LAPTOP"), path = "/_matrix/client/v3/account/deactivate"
            let signature = "/_api/client/r0/profile/\(PercentEncoding.encodeSegment(userID))/signature"
            #expect(try await own.ask("PUT", signature, ["signature": "at sea"]).status == 200)
            let demand = try await own.ask("POST", path, ["erase": true])
            #expect(try ConfirmingClient.message(demand).hasPrefix("Deactivate this account for good\n"))
            let proof = try own.proof(demand)
            // The text names the erasure, so a proof is for one of the two only.
            #expect(try await own.ask("POST", path, auth: proof).status == 403)
            #expect(fixture.stub.knows(own.token))
            let done = try await own.ask("POST", path, ["erase": true], auth: proof)
            #expect(done.status == 200 && done.json == ["id_server_unbind_result": "success"])
            #expect(try await own.ask("POST", path, ["erase": true], auth: proof).status == 401)
            let login = try await fixture.logIn(wallet)
            #expect(login.status == 403 && login.json["errcode"] == "M_USER_DEACTIVATED")
            let profile = try await fixture.ask("GET", signature)
            #expect(profile.json == ["signature": ""])
        }
    }

    @Test("an account is not deactivated before its texts and contacts are erased, so a repeated request erases them")
    func erasure() async throws {
        try await GatewayFixture.with { fixture in
            let own = try await logIn(fixture, "LAPTOP"), path = "/_matrix/client/v3/account/deactivate"
            let user = PercentEncoding.encodeSegment(userID), signature = "/_api/client/r0/profile/\(user)/signature"
            #expect(try await own.ask("PUT", signature, ["signature": "at sea"]).status == 200)
            for number in 0..<3 {
                let contact: JSONObject = ["contact_id": .string("@c\(number):x"), "is_room": 0]
                #expect(try await own.ask("PUT", "/_api/client/r0/contact/\(userID)", contact).status == 200)
            }
            let proof = try own.proof(try await own.ask("POST", path, ["erase": true]))
            let database = fixture.database
            fixture.stub.whenAsked(path) { database.silence() }
            #expect(try await own.ask("POST", path, ["erase": true], auth: proof).status == 503)
            #expect(fixture.stub.knows(own.token))
            database.silence(false)
            fixture.stub.whenAsked(path) {}
            #expect(try await own.ask("POST", path, ["erase": true], auth: proof).status == 200)
            #expect(!fixture.stub.knows(own.token))
            #expect(try await fixture.ask("GET", signature).json == ["signature": ""])
            let userID = userID
            #expect(try await database.read { rows in try rows.contacts(of: userID) } == [])
        }
    }

    @Test("a user without a wallet gives the homeserver the password, and sees nothing of the gateway's stage")
    func passwords() async throws {
        try await GatewayFixture.with { fixture in
            let (user, token) = fixture.stub.addUser("ann", password: "pass")
            let phone = fixture.stub.addSession(of: user, device: "OLD")
            let path = "/_matrix/client/v3/devices/OLD"
            let demand = try await fixture.ask("DELETE", path, token: token, [:])
            #expect(demand.status == 401 && demand.json["flows"] == [["stages": ["m.login.password"]]])
            func auth(_ password: String) -> JSONValue {
                [
                    "auth": [
                        "type": "m.login.password", "session": demand.json["session"] ?? .null,
                        "identifier": ["type": "m.id.user", "user": .string(user)], "password": .string(password),
                    ]
                ]
            }
            let wrong = try await fixture.ask("DELETE", path, token: token, auth("wrong"))
            #expect(wrong.status == 401 && wrong.json["errcode"] == "M_FORBIDDEN" && fixture.stub.knows(phone))
            #expect(try await fixture.ask("DELETE", path, token: token, auth("pass")).status == 200)
            #expect(!fixture.stub.knows(phone) && fixture.stub.knows(token))
        }
    }

    @Test("a homeserver without the module, or with another key, is the operator's matter")
    func setUp() async throws {
        try await GatewayFixture.with { fixture in
            fixture.stub.state.withLock { $0.authentications.hasModule = false }
            let own = try await logIn(fixture, "LAPTOP"), path = "/_matrix/client/v3/devices/PHONE"
            let demand = try await own.ask("DELETE", path), proof = try own.proof(demand)
            let refused = try await own.ask("DELETE", path, auth: proof)
            #expect(refused.status == 502 && refused.json["errcode"] == "M_UNKNOWN")
            // The proof is good, so the client can repeat the request when the operator has acted.
            fixture.stub.state.withLock { $0.authentications.hasModule = true }
            #expect(try await own.ask("DELETE", path, auth: proof).status == 200)
        }
    }

    @Test("a text of the homeserver's flows for logins never names the gateway's stage")
    func loginFlows() async throws {
        try await GatewayFixture.with { fixture in
            let flows = try await fixture.ask("GET", "/_matrix/client/v3/login").json["flows"]?.arrayValue
            #expect(flows == [["type": .string(DIDLoginRequest.type)]])
        }
    }

    @Test("a token of a login is no proof, and a proof is no token of a login")
    func audiences() throws {
        let key = GatewayKey(), now = Timestamp(milliseconds: 1_700_000_000_000)
        let login = LoginToken(key: key, issuer: "i", audience: "x"),
            proof = ProofToken(key: key, issuer: "i", serverName: "x")
        func claims(_ text: String) throws -> JSONValue {
            try JSONValue(parsing: Base64URL.decode(String(text.split(separator: ".")[1])))
        }
        let one = try claims(login.text(for: "a", now: now)),
            other = try claims(proof.text(for: "@a:x", session: "s", now: now))
        #expect(one["aud"] == ["x"] && other["aud"] == "x/proofs")
        #expect(other["sub"] == "@a:x" && other["sid"] == "s" && other["exp"] == 1_700_000_060)
    }
}
