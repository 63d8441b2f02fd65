import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Malformed input (Matrix: API standards)")
struct InputFormTests {
    @Test(
        "a filter with parts or IDs that are none is refused",
        arguments: [
            ["presence": "no object"], ["room": ["timeline": "no object"]], ["room": ["state": "no object"]],
            ["room": ["ephemeral": "no object"]], ["room": ["account_data": "no object"]],
            ["room": ["timeline": ["rooms": "no list"]]], ["room": ["timeline": ["not_rooms": "no list"]]],
            ["room": ["timeline": ["senders": "no list"]]], ["room": ["timeline": ["not_senders": "no list"]]],
            ["room": ["timeline": ["types": "no list"]]], ["room": ["timeline": ["not_types": "no list"]]],
            ["room": ["timeline": ["types": [1]]]], ["room": ["timeline": ["rooms": ["room"]]]],
            ["room": ["timeline": ["not_rooms": ["!"]]]], ["room": ["timeline": ["senders": ["sender"]]]],
            ["room": ["ephemeral": ["not_senders": ["@sender"]]]], ["room": ["rooms": ["#a:b"]]],
            ["room": ["not_rooms": [""]]], ["presence": ["senders": ["!a:b"]]], ["account_data": ["rooms": ["@a:b"]]],
        ] as [JSONValue])
    func filters(filter: JSONValue) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let answer = try await ann.call("POST", ["user", ann.userID, "filter"], filter)
        #expect((answer.status, answer.errcode) == (400, "M_BAD_JSON"))
    }

    @Test("a filter with IDs of every room version and of SendingNetwork's users is stored")
    func goodFilter() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let filter: JSONValue = [
            "room": [
                "rooms": ["!a:b", "!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM"], "not_rooms": ["!c:d"],
                "timeline": ["senders": [.string(ann.userID), "@a:b"], "not_senders": ["@c:d"]],
            ]
        ]
        try await ann.ok("POST", ["user", ann.userID, "filter"], filter)
    }

    @Test(
        "device keys without the members that Matrix requires are refused",
        arguments: ["algorithms", "keys", "signatures"], [nil, "text", 1] as [JSONValue?])
    func deviceKeys(member: String, value: JSONValue?) async throws {
        let ann = try await RoomUser(try TestNode(), 1, deviceID: "A")
        var keys: JSONObject = [
            "user_id": .string(ann.userID), "device_id": "A", "algorithms": ["a"], "keys": ["ed25519:A": "k"],
            "signatures": [:],
        ]
        keys[member] = value
        let answer = try await ann.call("POST", ["keys", "upload"], ["device_keys": .object(keys)])
        #expect((answer.status, answer.errcode) == (400, "M_BAD_JSON"))
        #expect(answer.error?.contains("device_keys.\(member)") == true)
    }

    @Test(
        "a query for keys has a list of device IDs for each user",
        arguments: [["D": true], "D", 1, [1], [["D"]]] as [JSONValue])
    func keyQueries(devices: JSONValue) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let query: JSONValue = ["device_keys": .object(JSONObject([ann.userID: devices]))]
        let answer = try await ann.call("POST", ["keys", "query"], query)
        #expect((answer.status, answer.errcode) == (400, "M_BAD_JSON"))
    }

    @Test("an event is sent without a transaction ID, and each request sends one")
    func sendOnce() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom()
        let path = ["rooms", room, "send", "m.room.message"]
        let ids = [
            try await ann.ok("POST", path, ["msgtype": "m.text", "body": "a"]).eventID,
            try await ann.ok("POST", path, ["msgtype": "m.text", "body": "a"]).eventID,
        ]
        #expect(Set(ids).count == 2)
        #expect(try await ann.messages(room).list("chunk").count { $0.bodyText == "a" } == 2)
        #expect(
            try await ann.call("POST", ["rooms", room, "send", "m.room.redaction"], [:]).errcode == "M_INVALID_PARAM")
        let bob = try await RoomUser(ann.node, 2)
        #expect(try await bob.call("POST", path, ["body": "a"]).status == 403)
    }

    @Test(
        "numbers that events cannot have are refused, however the event is sent",
        arguments: ["9007199254740992", "-9007199254740992", "1.1", "NaN", "Infinity", "-Infinity", "nan"])
    func numbers(number: String) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom()
        let base = "/_matrix/client/v3/rooms/\(room.replacing("!", with: "%21").replacing(":", with: "%3A"))/"
        let isNumber = number.hasSuffix("992") || number.contains(".")
        for (method, path) in [("PUT", "send/x/1"), ("POST", "send/x"), ("PUT", "state/x"), ("PUT", "state/x/y")] {
            let body = Array(#"{"body": \#(number)}"#.utf8)
            let answer = try await ann.node.send(method, base + path, token: ann.token, bytes: body)
            #expect((answer.status, answer.errcode) == (400, isNumber ? "M_BAD_JSON" : "M_NOT_JSON"))
        }
    }

    @Test("a body that is not UTF-8 is refused")
    func encoding() async throws {
        let node = try TestNode { $0.enableRegistration = true }
        let body = Array(#"{"test":"a"#.utf8) + [0x81] + Array(#""}"#.utf8)
        let answer = try await node.send("POST", "/_matrix/client/v3/register", bytes: body)
        #expect((answer.status, answer.errcode) == (400, "M_NOT_JSON"))
    }

    @Test("an event that is too large is refused, however it is sent")
    func size() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom()
        let content: JSONValue = ["body": .string(String(repeating: "a", count: 70_000))]
        for (method, path) in [
            ("PUT", ["send", "m.room.message", "1"]), ("POST", ["send", "m.room.message"]), ("PUT", ["state", "x"]),
        ] {
            let answer = try await ann.call(method, ["rooms", room] + path, content)
            #expect((answer.status, answer.errcode) == (413, "M_TOO_LARGE"))
        }
    }
}
