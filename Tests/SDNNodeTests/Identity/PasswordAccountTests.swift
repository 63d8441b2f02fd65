import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Password accounts for stock Matrix clients")
struct PasswordAccountTests {
    let node: TestNode
    static let register = "/_matrix/client/v3/register"
    static let login = "/_matrix/client/v3/login"

    init() throws { node = try TestNode { $0.enableRegistration = true } }

    private func register(_ name: String, password: String = "correct horse", node: TestNode? = nil) async throws
        -> TestNode.Answer
    {
        try await (node ?? self.node).send(
            "POST", Self.register,
            ["username": .string(name), "password": .string(password), "auth": ["type": "m.login.dummy"]])
    }

    private func logIn(_ user: String, _ password: String) async throws -> TestNode.Answer {
        try await node.send(
            "POST", Self.login,
            [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
                "password": .string(password),
            ])
    }

    @Test("by default registration is refused, and password login is not offered")
    func off() async throws {
        let node = try TestNode()
        #expect(try await register("alice", node: node).status == 403)
        #expect(try await node.send("GET", Self.login).body == ["flows": [["type": "m.login.did.identity"]]])
        let login = try await node.send(
            "POST", Self.login, ["type": "m.login.password", "user": "alice", "password": "x"])
        #expect(login.status == 400)
        #expect(login.errcode == "M_UNKNOWN")
    }

    @Test("the first request of a registration returns the one stage and creates nothing")
    func stages() async throws {
        let answer = try await node.send("POST", Self.register, ["username": "alice", "password": "secret"])
        #expect(answer.status == 401)
        #expect(answer.body["flows"] == [["stages": ["m.login.dummy"]]])
        #expect(answer.body["session"]?.stringValue?.isEmpty == false)
        #expect(answer.body["completed"] == [])
        #expect(try await node.send("GET", Self.register + "/available?username=alice").body == ["available": true])
    }

    @Test("an account is created, and its password logs in by localpart and by user ID")
    func whole() async throws {
        let made = try await register("Alice")
        #expect(made.status == 200)
        #expect(made.body["user_id"] == "@alice:localhost")
        for user in ["alice", "ALICE", "@alice:localhost"] {
            let answer = try await logIn(user, "correct horse")
            #expect(answer.status == 200)
            #expect(answer.body["access_token"]?.stringValue?.isEmpty == false)
        }
        let legacy = try await node.send(
            "POST", "/_api/client/r0/login", ["type": "m.login.password", "user": "alice", "password": "correct horse"])
        #expect(legacy.status == 200)
        #expect(try await node.send("GET", Self.register + "/available?username=alice").errcode == "M_USER_IN_USE")
        #expect(try await register("alice").errcode == "M_USER_IN_USE")
    }

    @Test("a wrong password and an unknown user get the same answer")
    func sameAnswer() async throws {
        _ = try await register("alice")
        let wrong = try await logIn("alice", "wrong")
        let unknown = try await logIn("nobody", "wrong")
        #expect(wrong.status == 403)
        #expect(wrong.errcode == "M_FORBIDDEN")
        #expect(unknown.status == 403)
        #expect(unknown.body == wrong.body)
    }

    @Test("inhibit_login creates an account without a session")
    func inhibited() async throws {
        let answer = try await node.send(
            "POST", Self.register,
            [
                "username": "quiet", "password": "secret", "inhibit_login": true, "auth": ["type": "m.login.dummy"],
            ])
        #expect(answer.body == ["user_id": "@quiet:localhost"])
    }

    @Test(
        "each kind of forbidden user name has its own error",
        arguments: [
            ("", "M_INVALID_USERNAME"), ("al ice", "M_INVALID_USERNAME"), ("@alice:localhost", "M_INVALID_USERNAME"),
            ("älice", "M_INVALID_USERNAME"),
            (String(repeating: "a", count: 300), "M_INVALID_USERNAME"), ("sdn_0123", "M_EXCLUSIVE"),
        ])
    func names(name: String, code: String) async throws {
        let answer = try await register(name)
        #expect(answer.status == 400)
        #expect(answer.errcode == code)
    }

    @Test("a password has 1 to 512 bytes")
    func passwordLength() async throws {
        #expect(try await register("a", password: "").errcode == "M_INVALID_PARAM")
        #expect(try await register("a", password: String(repeating: "x", count: 513)).errcode == "M_INVALID_PARAM")
        let missing = try await node.send("POST", Self.register, ["username": "a", "auth": ["type": "m.login.dummy"]])
        #expect(missing.errcode == "M_MISSING_PARAM")
    }

    @Test("a login with an impossible user name or password is not recorded by the rate limits")
    func refusedEarly() async throws {
        let node = try TestNode {
            $0.enableRegistration = true
            $0.rateLimits = RateLimits(
                loginPerRemote: nil, loginPerAccount: RateLimit(perSecond: 1, burst: 5), sendsPerUser: nil)
        }
        func logIn(_ user: String, _ password: String) async throws -> TestNode.Answer {
            try await node.send(
                "POST", Self.login,
                [
                    "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
                    "password": .string(password),
                ])
        }
        for user in [
            "@" + String(repeating: "x", count: 100_000), String(repeating: "x", count: 100_000), "@nobody", "a\u{0}b",
            "",
        ] {
            let answer = try await logIn(user, "secret")
            #expect(answer.status == 400)
            #expect(answer.errcode == "M_INVALID_PARAM")
            #expect(answer.error?.contains("identifier.user") == true)
        }
        #expect(try await logIn("alice", String(repeating: "x", count: 513)).status == 403)
        #expect(node.assembly.services.limits.count == 0)
        #expect(try await logIn("alice", "wrong").status == 403)
        #expect(node.assembly.services.limits.count == 1)
    }

    @Test("neither passwords nor tokens are in the database")
    func nothingInTheClear() async throws {
        let token = try await JSONReader(register("alice").body).string("access_token")
        let text = try await node.assembly.services.database.read { db in
            try ["account", "access_token", "device"].flatMap { try Row.fetchAll(db, sql: "SELECT * FROM \($0)") }.map(
                String.init(describing:)
            ).joined()
        }
        #expect(!text.contains(token) && !text.contains(token.dropFirst(4)))
        #expect(!text.contains("correct horse"))
        #expect(text.contains("scrypt$16$8$1$"))
    }

    @Test("only one of two simultaneous registrations of a name succeeds")
    func race() async throws {
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { try await register("alice").status } }
            return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [200: 1, 400: 9])
    }
}
