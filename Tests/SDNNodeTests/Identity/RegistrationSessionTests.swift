import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Sessions of registrations (Matrix: register)")
struct RegistrationSessionTests {
    private let node: TestNode

    init() throws { node = try TestNode { $0.enableRegistration = true } }

    private func register(_ body: JSONObject, session: String? = nil, isProven: Bool = true) async throws
        -> TestNode.Answer
    {
        var body = body
        if isProven {
            var auth: JSONObject = ["type": "m.login.dummy"]
            auth.set("session", session)
            body["auth"] = .object(auth)
        } else if let session {
            body["auth"] = ["session": .string(session)]
        }
        return try await node.send("POST", PasswordAccountTests.register, .object(body))
    }

    private func begin(_ body: JSONObject) async throws -> String {
        let answer = try await register(body, isProven: false)
        #expect(answer.status == 401)
        return try JSONReader(answer.body).string("session")
    }

    @Test("a registration remembers the parameters of its first request")
    func remembered() async throws {
        let session = try await begin([
            "username": "ann", "password": "übers3kr1t", "device_id": "xyzzy", "initial_device_display_name": "Phone",
        ])
        #expect(try await register([:], session: session, isProven: false).body.text("session") == session)
        let answer = try await register([:], session: session)
        #expect(answer.body.text("user_id") == "@ann:localhost")
        let ann = RoomUser(node, token: try JSONReader(answer.body).string("access_token"), userID: "@ann:localhost")
        #expect(try await ann.ok("GET", ["devices", "xyzzy"]).text("display_name") == "Phone")
        let login = try await node.send(
            "POST", PasswordAccountTests.login,
            ["type": "m.login.password", "user": "ann", "password": "übers3kr1t"])
        #expect(login.status == 200)
    }

    @Test("a registration that wants no session gets none, although only its first request says so")
    func inhibited() async throws {
        let session = try await begin(["username": "ann", "password": "secret", "inhibit_login": true])
        for _ in 0..<2 {
            #expect(try await register([:], session: session).body == ["user_id": "@ann:localhost"])
        }
    }

    @Test("a repeated registration leads to the same account and device", arguments: ["ann", nil])
    func repeated(name: String?) async throws {
        var body: JSONObject = ["password": "secret"]
        body.set("username", name)
        let session = try await begin(body)
        let first = try await register(body, session: session).body
        let second = try await register(body, session: session).body
        #expect(first.text("user_id")?.isEmpty == false)
        for member in ["user_id", "device_id"] { #expect(first.text(member) == second.text(member)) }
        let user = RoomUser(node, token: second.text("access_token") ?? "", userID: second.text("user_id") ?? "")
        #expect(try await user.ok("GET", ["devices"]).list("devices").count == 1)
    }

    @Test("a session opens nothing any more once the user has another password, or the session is old")
    func ended() async throws {
        let sessions = try await [begin(["username": "ann", "password": "one"]), begin(["username": "bob"])]
        let answer = try await register([:], session: sessions[0])
        let ann = RoomUser(node, token: try JSONReader(answer.body).string("access_token"), userID: "@ann:localhost")
        let proof: JSONValue = [
            "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "ann"], "password": "one",
        ]
        try await ann.ok("POST", ["account", "password"], ["new_password": "two", "auth": proof])
        #expect(try await register([:], session: sessions[0]).status == 403)
        node.clock.advance(by: .seconds(301))
        #expect(try await register([:], session: sessions[1]).errcode == "M_MISSING_PARAM")
    }

    @Test("a session that began with a name and created another account never leads to an account of that name")
    func otherName() async throws {
        let session = try await begin(["username": "bob", "password": "mine"])
        _ = try await register(["username": "bob", "password": "his"])
        let made = try await register(["username": "eve", "password": "mine"], session: session)
        #expect(made.body.text("user_id") == "@eve:localhost")
        for body in [[:], ["username": "bob"]] as [JSONObject] {
            #expect(try await register(body, session: session).body.text("user_id") == "@eve:localhost")
        }
    }

    @Test("a taken name, a bad name and a bad password are refused at once, whatever the session remembers")
    func refused() async throws {
        _ = try await register(["username": "ann", "password": "secret"])
        #expect(try await register(["username": "ann"], isProven: false).errcode == "M_USER_IN_USE")
        let session = try await begin(["username": "bob", "password": "secret"])
        #expect(try await register(["username": "b:b"], session: session).errcode == "M_INVALID_USERNAME")
        #expect(try await register(["password": ""], session: session).errcode == "M_INVALID_PARAM")
        #expect(try await register(["username": "ann"], session: session).errcode == "M_USER_IN_USE")
        #expect(try await register([:], session: session).body.text("user_id") == "@bob:localhost")
    }

    @Test("unfinished registrations of one address displace one another, and all of them together are limited")
    func limits() {
        let clock = TestClock()
        let sessions = RegistrationSessions(
            lifetime: .seconds(10), clock: clock.monotonic, random: NodeConfiguration.systemRandom)
        let registration = Registration(
            userID: "@ann:localhost", password: "x", opensSession: true, deviceID: nil, deviceDisplayName: nil,
            wantsRefreshToken: false, upgradesGuest: false)
        let first = sessions.open(registration, remote: "192.0.2.1"), other = sessions.open(registration, remote: "x")
        for _ in 0..<RegistrationSessions.perRemote { _ = sessions.open(registration, remote: "192.0.2.1") }
        #expect(sessions.count == RegistrationSessions.perRemote + 1)
        #expect(sessions.find(first) == nil && sessions.find(other) != nil)
        for number in 0..<RegistrationSessions.capacity { _ = sessions.open(registration, remote: "n\(number)") }
        #expect(sessions.count == RegistrationSessions.capacity)
        #expect(sessions.find(other) == nil)
        clock.advance(by: .seconds(10))
        let last = sessions.open(registration, remote: "x")
        #expect(sessions.count == 1)
        sessions.complete(last, registration, .init(deviceID: nil, passwordHash: "h"))
        #expect(sessions.find(last)?.registration.password == nil)
    }

    @Test("capitals in a user name or user ID lead to the account at a login")
    func capitals() async throws {
        _ = try await register(["username": "ann", "password": "secret"])
        for name in ["ANN", "@Ann:localhost"] {
            let answer = try await node.send(
                "POST", PasswordAccountTests.login,
                [
                    "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(name)],
                    "password": "secret",
                ])
            #expect(answer.body.text("user_id") == "@ann:localhost")
            let whoami = try await node.send(
                "GET", "/_matrix/client/v3/account/whoami", token: answer.body.text("access_token"))
            #expect(whoami.body.text("user_id") == "@ann:localhost")
        }
    }

    @Test("a user's device is not deleted with the name and password of another user")
    func otherUser() async throws {
        var tokens: [String] = []
        for name in ["ann", "eve"] {
            let answer = try await register([
                "username": .string(name), "password": .string("pw-" + name), "device_id": "A",
            ])
            tokens.append(try JSONReader(answer.body).string("access_token"))
        }
        let ann = RoomUser(node, token: tokens[0], userID: "@ann:localhost")
        func proof(_ name: String, _ password: String) -> JSONValue {
            [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(name)],
                "password": .string(password),
            ]
        }
        #expect(try await ann.call("DELETE", ["devices", "A"]).status == 401)
        let refused = try await ann.delete(["A"], auth: proof("eve", "pw-eve"))
        #expect((refused.status, refused.errcode) == (403, "M_FORBIDDEN"))
        let wrong = try await ann.delete(["A"], auth: proof("ann", "wrong"))
        #expect((wrong.status, wrong.errcode) == (401, "M_FORBIDDEN"))
        for member in ["flows", "params", "session"] { #expect(!wrong.body.at(member).isNull) }
        #expect(try await ann.deviceIDs() == ["A"])
        #expect(try await ann.delete(["A"], auth: proof("ann", "pw-ann")).status == 200)
    }
}
