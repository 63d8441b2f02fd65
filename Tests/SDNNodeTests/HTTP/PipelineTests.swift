import HeraldJSON
import HeraldPeer
import Testing
@testable import SDNNode

@Suite("The pipeline: routing, bodies and errors (SDN sheet 7.1 and 7.7)")
struct PipelineTests {
    let node: TestNode

    init() throws { node = try TestNode { $0.enableRegistration = true } }

    @Test(
        "both roots and all client versions serve the same API", arguments: ["_api", "_matrix"],
        ["r0", "v1", "v3", "unstable"])
    func aliases(root: String, version: String) async throws {
        #expect(try await node.send("GET", "/\(root)/client/\(version)/login").status == 200)
        #expect(try await node.send("GET", "/\(root)/client/versions").status == 200)
    }

    @Test(
        "an unknown path is 404, a known one with another method 405, both M_UNRECOGNIZED",
        arguments: [
            ("GET", "/", 404), ("GET", "//", 404), ("GET", "/_api", 404), ("GET", "/_api/client/r2/login", 404),
            ("GET", "/_api/client/r0/nothing", 404),
            ("GET", "/_other/client/r0/login", 404), ("GET", "/_api/client/r0/login/more", 404), ("GET", "*", 404),
            ("GET", "", 404),
            ("POST", "/_api/client/versions", 405), ("DELETE", "/_api/client/r0/login", 405),
            ("GET", "/_api/client/unstable/did/login", 405),
            ("PATCH", "/_api/client/r0/login", 405), ("HEAD", "/_api/client/unstable/did/login", 405),
            ("get", "/_api/client/r0/login", 405),
        ])
    func unknown(method: String, target: String, status: Int) async throws {
        let answer = try await node.send(method, target)
        #expect(answer.status == status)
        #expect(answer.errcode == "M_UNRECOGNIZED")
    }

    @Test("a 405 answer lists the methods of the path")
    func allow() async throws {
        #expect(try await node.send("DELETE", "/_api/client/r0/login").headers["Allow"] == "GET, POST")
    }

    @Test(
        "the absolute form and a query lead to the same path",
        arguments: [
            "http://host:1/_api/client/r0/login", "/_api/client/r0/login?a=b",
        ])
    func spellings(target: String) async throws {
        #expect(try await node.send("GET", target).status == 200)
    }

    @Test(
        "attack 26: a trailing slash is not a second spelling of a path that a proxy blocks",
        arguments: [
            ("POST", "/_matrix/client/v3/register/"), ("GET", "/_api/client/r0/login/"),
            ("DELETE", "/_api/client/r0/login/"), ("GET", "/_api/client/versions/"),
            ("GET", "/_matrix/client/v3/pushrules/global/override/x/"),
            ("GET", "/_matrix/client/v3/rooms/r/state/t/key/"), ("GET", "/_api/client/r0/login//"),
        ])
    func slash(method: String, target: String) async throws {
        let answer = try await node.send(method, target)
        #expect((answer.status, answer.errcode) == (404, "M_UNRECOGNIZED"))
    }

    @Test("a trailing slash is accepted where Matrix has it: before an empty state key and after lists of push rules")
    func slashes() async throws {
        let ann = try await RoomUser(node, 1), room = try await ann.createRoom(["name": "x"])
        for target in ["pushrules/", "pushrules/global/", "pushrules/global/override/"] {
            #expect(
                try await node.send("GET", "/_matrix/client/v3/" + target, token: ann.token).status == 200, "\(target)")
        }
        for target in ["pushrules/", "pushrules", "pushrules/global"] {
            #expect(
                try await node.send("GET", "/_api/client/r0/" + target, token: ann.token).status == 200, "\(target)")
        }
        for slash in ["", "/"] {
            let target = "/_matrix/client/v3/rooms/\(room)/state/m.room.name" + slash
            #expect(try await node.send("GET", target, token: ann.token).body == ["name": "x"])
            #expect(try await node.send("PUT", target, token: ann.token, ["name": "x"]).status == 200)
        }
    }

    @Test(
        "attack 6: a path or query that is very long is refused before it is parsed",
        arguments: ["/%41", "?a=b", "&"])
    func longTarget(part: String) async throws {
        let start = "/_api/client/versions" + (part == "&" ? "?a" : "")
        let room = (NodeHandler.targetLimit - start.utf8.count) / part.utf8.count
        let answer = try await node.send("GET", start + String(repeating: part, count: room + 1))
        #expect((answer.status, answer.errcode) == (414, "M_TOO_LARGE"))
        #expect(
            try await node.send("GET", start + String(repeating: part, count: room)).status
                == (part.hasPrefix("/") ? 404 : 200))
    }

    @Test("segments are decoded once, after splitting")
    func decoding() throws {
        let target = try NodeTarget("/a%2Fb/%2525/c+d/%40x%3Ay?q=1+2%2B3&q=other&flag&=&e=%C3%A9")
        #expect(target.path.values == ["a/b", "%25", "c+d", "@x:y"])
        #expect(target.query["q"] == "1 2+3")
        #expect(target.lists["q"] == ["1 2+3", "other"])
        #expect(target.query["flag"] == "")
        #expect(target.query["e"] == "é")
    }

    @Test(
        "broken escapes are an error of the client",
        arguments: [
            "/_api/client/r0/%", "/_api/client/r0/%zz", "/_api/client/r0/%ff", "/_api/client/r0/login?%f0=1", "/x?a=%",
        ])
    func brokenEscapes(target: String) async throws {
        let answer = try await node.send("GET", target)
        #expect(answer.status == 400)
        #expect(answer.errcode == "M_INVALID_PARAM")
    }

    @Test("literal segments take precedence over parameters, and an empty segment is not a value")
    func literals() async throws {
        let answer = try await node.send("POST", "/_api/client/unstable/did/login", [:])
        #expect(answer.errcode == "M_MISSING_PARAM")
        #expect(try await node.send("GET", "/_api/client/unstable/address//").status == 404)
    }

    @Test(
        "a body that is not JSON, not an object, too deep or too large is refused",
        arguments: [
            ("{", 400, "M_NOT_JSON"), ("{\"a\":\u{1}}", 400, "M_NOT_JSON"), ("\"text\"", 400, "M_BAD_JSON"),
            ("[]", 400, "M_BAD_JSON"), ("7", 400, "M_BAD_JSON"),
            (String(repeating: "[", count: 100_000), 400, "M_NOT_JSON"),
            (
                String(repeating: "{\"a\":", count: 1_000) + "1" + String(repeating: "}", count: 1_000), 400,
                "M_NOT_JSON"
            ),
            (String(repeating: " ", count: 1 << 20) + "{}", 413, "M_TOO_LARGE"),
        ])
    func bodies(body: String, status: Int, code: String) async throws {
        let answer = try await node.send("POST", "/_api/client/r0/login", bytes: Array(body.utf8))
        #expect(answer.status == status)
        #expect(answer.errcode == code)
    }

    @Test("an empty body counts as {}, and a GET body is ignored")
    func emptyBody() async throws {
        let empty = try await node.send("POST", "/_api/client/r0/login")
        #expect(empty.errcode == "M_MISSING_PARAM")
        #expect(try await node.send("GET", "/_api/client/r0/login", bytes: Array("garbage".utf8)).status == 200)
    }

    @Test("the content of an event or of account data must be in the body, so that a lost body deletes nothing")
    func lostContent() async throws {
        let alice = try await RoomUser(node, 1)
        let room = try await alice.createRoom()
        let account = ["user", alice.userID, "account_data", "m.direct"]
        #expect(try await alice.call("PUT", account, ["@bob:x": [.string(room)]]).status == 200)
        let paths = [
            ["rooms", room, "state", "m.room.power_levels"], ["rooms", room, "send", "m.room.message", "once"],
            ["user", alice.userID, "rooms", room, "account_data", "m.tag"], account,
        ]
        for path in paths {
            let refused = try await alice.call("PUT", path)
            #expect((refused.status, refused.errcode) == (400, "M_NOT_JSON"), "\(path)")
        }
        #expect(try await alice.call("GET", account).body["@bob:x"] == [.string(room)])
        #expect(try await alice.call("PUT", ["rooms", room, "state", "m.room.name"], ["name": "Tea"]).status == 200)
    }

    @Test("HEAD is answered like GET, with its authentication")
    func head() async throws {
        #expect(try await node.send("HEAD", "/_api/client/r0/login").status == 200)
        #expect(try await node.send("HEAD", "/_api/client/r0/login", bytes: Array("garbage".utf8)).status == 200)
        #expect(try await node.send("HEAD", "/_api/client/r0/account/whoami").errcode == "M_MISSING_TOKEN")
    }

    @Test("authentication comes before the body is read")
    func authenticationFirst() async throws {
        let answer = try await node.send("POST", "/_api/client/r0/logout", bytes: Array("{".utf8))
        #expect(answer.errcode == "M_MISSING_TOKEN")
    }

    @Test("OPTIONS is answered without a body for any path")
    func options() async throws {
        #expect(try await node.send("OPTIONS", "/_api/client/r0/sync").status == 204)
    }

    @Test("an open endpoint ignores a token, and an endpoint with an optional token refuses a bad one")
    func access() async throws {
        #expect(try await node.send("GET", "/_api/client/versions", token: "bad").status == 200)
        #expect(try await node.send("GET", "/_api/client/r0/profile/@a:b", token: "bad").status == 401)
        #expect(try await node.send("GET", "/_api/client/r0/profile/@a:b").status == 404)
    }

    @Test("discovery returns versions, room versions and the base URL")
    func discovery() async throws {
        let versions = try await node.send("GET", "/_matrix/client/versions")
        #expect(versions.body["versions"]?.arrayValue?.contains("r0.6.1") == true)
        #expect(versions.body["versions"]?.arrayValue?.contains("v1.11") == true)
        for path in ["/.well-known/matrix/client", "/.well-known/sdn/client"] {
            #expect(try await node.send("GET", path).body == ["m.homeserver": ["base_url": "http://node.test"]])
        }
        let token = try await node.token(TestWallet(61))
        let capabilities = try await node.send("GET", "/_api/client/r0/capabilities", token: token).body["capabilities"]
        #expect(capabilities?["m.room_versions"]?["default"] == "11")
        let available = capabilities?["m.room_versions"]?["available"]?.objectValue ?? [:]
        #expect(available.count == 12 && (1...12).allSatisfy { available[String($0)] == "stable" })
    }
}
