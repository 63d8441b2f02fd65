import Crypto
import Foundation
import HeraldJSON
import HeraldKeys
import Testing
@testable import SDNNode

@Suite("Registration by an operator's programs")
struct SecretRegistrationTests {
    private static let path = "/_synapse/admin/v1/register"
    private let node: TestNode

    init() throws { node = try TestNode { $0.registrationSecret = RegistrationSecret("reg_secret") } }

    private func nonce() async throws -> String {
        try JSONReader(await node.send("GET", Self.path).body).string("nonce")
    }

    private func body(
        _ nonce: String, _ name: String, _ more: JSONObject = [:], secret: String = "reg_secret", isAdmin: Bool = false
    ) -> JSONValue {
        let text = [nonce, name, "pässword", isAdmin ? "admin" : "notadmin"].joined(separator: "\u{0}")
        let mac = HMAC<Insecure.SHA1>.authenticationCode(
            for: Data(text.utf8), using: SymmetricKey(data: Data(secret.utf8)))
        let body: JSONObject = [
            "nonce": .string(nonce), "username": .string(name), "password": "pässword", "admin": .bool(isAdmin),
            "mac": .string(Hex.encode(Array(mac))),
        ]
        return .object(body.merging(more) { _, new in new })
    }

    private func register(
        _ name: String, _ more: JSONObject = [:], secret: String = "reg_secret", isAdmin: Bool = false
    )
        async throws -> TestNode.Answer
    {
        try await node.send("POST", Self.path, body(nonce(), name, more, secret: secret, isAdmin: isAdmin))
    }

    @Test("a program that knows the secret registers users, who log in although nobody else can register")
    func users() async throws {
        let answer = try await register("Ann-UPPER", ["displayname": "Ann", "device_id": "D"])
        #expect(answer.body.text("user_id") == "@ann-upper:localhost")
        #expect(answer.body.text("device_id") == "D")
        let ann = RoomUser(
            node, token: try JSONReader(answer.body).string("access_token"), userID: "@ann-upper:localhost")
        #expect(try await ann.ok("GET", ["profile", ann.userID]).text("displayname") == "Ann")
        let login = try await node.send(
            "POST", PasswordAccountTests.login,
            ["type": "m.login.password", "user": "ann-upper", "password": "pässword"])
        #expect(login.status == 200)
        #expect(
            try await node.send("POST", PasswordAccountTests.register, ["username": "eve", "password": "x"]).status
                == 403)
        #expect(
            try await register("quiet", ["inhibit_login": true]).body == ["user_id": "@quiet:localhost"])
        #expect(try await register("ann-upper").errcode == "M_USER_IN_USE")
        for name in ["us,er", "a\u{0}b"] { #expect(try await register(name).errcode == "M_INVALID_USERNAME") }
        #expect(try await register("tourist_1").errcode == "M_EXCLUSIVE")
    }

    @Test("a code of another secret, of other parameters or of a used or old nonce registers nobody")
    func refusals() async throws {
        #expect(try await register("ann", secret: "other_secret").errcode == "M_FORBIDDEN")
        #expect(try await register("ann", ["admin": true]).errcode == "M_FORBIDDEN")
        #expect(try await register("ann", ["user_type": "bot"]).errcode == "M_FORBIDDEN")
        #expect(try await register("ann", ["mac": "zz"]).errcode == "M_FORBIDDEN")
        let used = try await nonce()
        #expect(try await node.send("POST", Self.path, body(used, "ann")).status == 200)
        for text in [used, used.uppercased(), "x", "1.a.00", ""] {
            let answer = try await node.send("POST", Self.path, body(text, "bob"))
            #expect((answer.status, answer.errcode) == (400, "M_UNKNOWN"), "\(text)")
        }
        let old = try await nonce()
        node.clock.advance(by: .seconds(60))
        #expect(try await node.send("POST", Self.path, body(old, "bob")).errcode == "M_UNKNOWN")
    }

    @Test("without a secret, the endpoint does not exist; a short secret is refused")
    func off() async throws {
        let node = try TestNode { $0.enableRegistration = true }
        #expect(try await node.send("GET", Self.path).status == 404)
        #expect(throws: NodeError.self) { try TestNode { $0.registrationSecret = RegistrationSecret("short") } }
        #expect(!"\(RegistrationSecret("reg_secret"))".contains("reg_secret"))
    }

    @Test("users see from where their own devices connect, and administrators see this of all users")
    func whois() async throws {
        func user(_ name: String, isAdmin: Bool = false) async throws -> RoomUser {
            let answer = try JSONReader(await register(name, ["device_id": "D"], isAdmin: isAdmin).body)
            return RoomUser(node, token: try answer.string("access_token"), userID: "@\(name):localhost")
        }
        let ann = try await user("ann"), bob = try await user("bob"), root = try await user("root", isAdmin: true)
        let own = try await ann.ok("GET", ["admin", "whois", ann.userID])
        let expected: JSONValue = [
            "user_id": "@ann:localhost",
            "devices": [
                "D": [
                    "sessions": [
                        ["connections": [["ip": "127.0.0.1", "last_seen": 1_700_000_000_123, "user_agent": .null]]]
                    ]
                ]
            ],
        ]
        #expect(own == expected)
        #expect(try await root.ok("GET", ["admin", "whois", ann.userID]) == expected)
        #expect(
            try await root.ok("GET", ["admin", "whois", bob.userID]).at("devices", "D") == [
                "sessions": [["connections": []]]
            ])
        let refused = try await bob.call("GET", ["admin", "whois", ann.userID])
        #expect((refused.status, refused.errcode) == (403, "M_FORBIDDEN"))
    }
}
