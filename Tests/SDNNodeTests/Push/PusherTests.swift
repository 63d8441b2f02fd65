import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Pushers (SDN sheet 6.1)")
struct PusherTests {
    private let node: TestNode

    init() throws { node = try TestNode() }

    private static let good: JSONObject = [
        "pushkey": "key", "kind": "http", "app_id": "org.example.app.dev", "app_display_name": "App",
        "device_display_name": "Phone",
        "profile_tag": "tag", "lang": "en",
        "data": ["url": "https://push.example.org/_api/push/v1/notify", "format": "event_id_only", "n": 1],
    ]

    private func body(_ changes: JSONObject) -> JSONValue { .object(Self.good.merging(changes) { _, new in new }) }

    private func set(_ user: RoomUser, _ changes: JSONObject = [:]) async throws -> TestNode.Answer {
        try await user.call("POST", ["pushers", "set"], body(changes))
    }

    private func list(_ user: RoomUser) async throws -> [JSONValue] {
        try await user.ok("GET", ["pushers"]).list("pushers")
    }

    private func keys(_ user: RoomUser) async throws -> [String] {
        try await list(user).compactMap { $0.text("pushkey") }
    }

    @Test("a pusher is listed for its user alone with all that was set, under both names of the API")
    func listed() async throws {
        let user = try await RoomUser(node, 1, deviceID: "PHONE"), other = try await RoomUser(node, 2)
        let answer = try await set(user)
        #expect(answer.status == 200 && answer.body == [:])
        let expected = Self.good.merging([
            "org.sdn.msc3881.enabled": true, "org.matrix.msc3881.enabled": true,
            "org.sdn.msc3881.device_id": "PHONE", "org.matrix.msc3881.device_id": "PHONE",
        ]) { _, new in new }
        #expect(try await list(user) == [.object(expected)])
        #expect(try await list(other).isEmpty)
        #expect(
            try await node.send("GET", "/_api/client/r0/pushers", token: user.token).body == [
                "pushers": [.object(expected)]
            ])
    }

    @Test("the same key and app id replace the user's own pusher; another app id or key is another pusher")
    func replaced() async throws {
        let user = try await RoomUser(node, 1)
        _ = try await set(user)
        _ = try await set(user, ["lang": "eo", "append": true])
        #expect(try await list(user).map { $0.text("lang") } == ["eo"])
        _ = try await set(user, ["app_id": "org.example.other"])
        _ = try await set(user, ["pushkey": "second"])
        #expect(try await list(user).count == 3)
    }

    @Test("kind null removes the user's pusher of that key and app ID, and needs no other member")
    func removed() async throws {
        let user = try await RoomUser(node, 1), other = try await RoomUser(node, 2)
        _ = try await set(user)
        _ = try await set(user, ["pushkey": "second"])
        _ = try await set(other, ["append": true])
        let removal: JSONValue = ["pushkey": "key", "app_id": "org.example.app.dev", "kind": .null]
        for _ in 0..<2 { #expect(try await user.ok("POST", ["pushers", "set"], removal) == [:]) }
        #expect(try await keys(user) == ["second"])
        #expect(try await keys(other) == ["key"])
    }

    @Test("without append the same pusher of other users is removed, and with append it stays")
    func append() async throws {
        let user = try await RoomUser(node, 1), other = try await RoomUser(node, 2)
        _ = try await set(other)
        _ = try await set(other, ["pushkey": "elsewhere"])
        _ = try await set(user, ["append": true])
        #expect(try await keys(other).sorted() == ["elsewhere", "key"])
        _ = try await set(user, ["append": false])
        #expect(try await keys(other) == ["elsewhere"])
        #expect(try await keys(user) == ["key"])
    }

    @Test(
        "a pusher that is switched off stays, and is listed as such",
        arguments: ["enabled", "org.sdn.msc3881.enabled", "org.matrix.msc3881.enabled"])
    func disabled(member: String) async throws {
        let user = try await RoomUser(node, 1)
        _ = try await set(user, [member: false])
        #expect(try await list(user).map { $0["org.sdn.msc3881.enabled"] } == [false])
        #expect(try await list(user).map { $0["org.matrix.msc3881.enabled"] } == [false])
    }

    @Test(
        "the error names a required member that is missing",
        arguments: ["pushkey", "kind", "app_id", "app_display_name", "device_display_name", "lang", "data"])
    func missing(member: String) async throws {
        let user = try await RoomUser(node, 1)
        var less = Self.good
        less[member] = nil
        let answer = try await user.call("POST", ["pushers", "set"], .object(less))
        #expect(answer.status == 400 && answer.errcode == "M_MISSING_PARAM")
        #expect(answer.error?.contains(member) == true)
        #expect(try await list(user).isEmpty)
    }

    static let refused: [(String, JSONValue)] = [
        ("pushkey", .string(String(repeating: "k", count: 513))), ("pushkey", ""), ("pushkey", "k\u{0}"),
        ("app_id", .string(String(repeating: "a", count: 65))), ("app_id", ""), ("app_id", "a\u{0}b"),
        ("kind", "pigeon"),
        ("app_display_name", "A\u{0}"), ("device_display_name", .string(String(repeating: "d", count: 257))),
        ("lang", "e\u{0}n"),
        ("profile_tag", "\u{0}"), ("data", ["url": "ftp://push.example.org/"]), ("data", ["url": "push.example.org"]),
        ("data", ["url": "https:///x"]),
        ("data", ["url": "https://push.example.org/\u{0}"]),
        ("data", ["url": "https://push.example.org/", "more": .string(String(repeating: "x", count: 8_192))]),
    ]

    @Test("the error names a member that is too long, empty, unknown or contains U+0000", arguments: refused)
    func invalid(member: String, value: JSONValue) async throws {
        let user = try await RoomUser(node, 1)
        let answer = try await set(user, [member: value])
        #expect(answer.status == 400 && answer.errcode == "M_INVALID_PARAM")
        #expect(answer.error?.contains(member) == true)
        #expect(try await list(user).isEmpty)
    }

    @Test("the longest key and app ID are accepted, and an email pusher needs no URL")
    func longest() async throws {
        let user = try await RoomUser(node, 1)
        let changes: JSONObject = [
            "pushkey": .string(String(repeating: "k", count: 512)),
            "app_id": .string(String(repeating: "a", count: 64)),
        ]
        #expect(try await set(user, changes).status == 200)
        #expect(try await set(user, ["kind": "email", "pushkey": "a@example.org", "data": [:]]).status == 200)
        #expect(try await list(user).count == 2)
    }

    @Test("a user has at most a hundred pushers, and can still replace and remove them")
    func bounded() async throws {
        let user = try await RoomUser(node, 1), other = try await RoomUser(node, 2)
        for number in 1...100 { #expect(try await set(user, ["pushkey": .string("\(number)")]).status == 200) }
        _ = try await set(other, ["pushkey": "101"])
        let refused = try await set(user, ["pushkey": "101"])
        #expect(refused.status == 400 && refused.errcode == "M_INVALID_PARAM")
        // The refused call has not removed the other user's pusher either.
        #expect(try await keys(other) == ["101"])
        #expect(try await set(user, ["pushkey": "100", "lang": "eo"]).status == 200)
        #expect(try await set(user, ["pushkey": "1", "kind": .null]).status == 200)
        #expect(try await set(user, ["pushkey": "101"]).status == 200)
        #expect(try await list(user).count == 100)
    }

    @Test("a logout ends the pushers of its device and of no other")
    func logout() async throws {
        let phone = try await RoomUser(node, 1, deviceID: "PHONE"), desk = try await RoomUser(node, 1, deviceID: "DESK")
        _ = try await set(phone)
        _ = try await set(desk, ["pushkey": "desk"])
        #expect(try await keys(desk).count == 2)
        try await phone.ok("POST", ["logout"])
        #expect(try await keys(desk) == ["desk"])
    }

    @Test("calls about pushers need a token")
    func anonymous() async throws {
        #expect(try await node.send("POST", "/_api/client/r0/pushers/set", body([:])).errcode == "M_MISSING_TOKEN")
        #expect(try await node.send("GET", "/_api/client/r0/pushers").errcode == "M_MISSING_TOKEN")
    }
}
