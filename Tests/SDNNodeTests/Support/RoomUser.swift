import HeraldJSON
import SDNWire
@testable import SDNNode

/// A call that did not go as a test needs it.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let path: String
    let answer: TestNode.Answer
    var description: String { "\(path): \(answer.status) \(String(decoding: answer.body.serialized(), as: UTF8.self))" }
}

/// Somebody who is logged in to a test node.
struct RoomUser: Sendable {
    let node: TestNode
    let token: String
    let userID: String

    init(_ node: TestNode, _ seed: UInt8, deviceID: String? = nil) async throws {
        let wallet = try TestWallet(seed)
        self.node = node
        self.userID = wallet.userID
        self.token = try await node.token(wallet, deviceID: deviceID)
    }

    init(_ node: TestNode, token: String, userID: String) {
        self.node = node
        self.token = token
        self.userID = userID
    }

    /// Calls `/_matrix/client/v3/` and the segments, which are percent-encoded here.
    func call(_ method: String, _ segments: [String], query: [String: String] = [:], _ body: JSONValue? = nil)
        async throws -> TestNode.Answer
    {
        let path = "/_matrix/client/v3/" + segments.map(PercentEncoding.encodeSegment).joined(separator: "/")
        let items = query.sorted { $0.key < $1.key }.map { "\($0.key)=\(PercentEncoding.encodeSegment($0.value))" }
        let target = items.isEmpty ? path : path + "?" + items.joined(separator: "&")
        return try await node.send(method, target, token: token, bytes: body?.serialized() ?? [])
    }

    /// The body of an answer that must be 200.
    @discardableResult
    func ok(_ method: String, _ segments: [String], query: [String: String] = [:], _ body: JSONValue? = nil)
        async throws -> JSONValue
    {
        let answer = try await call(method, segments, query: query, body)
        guard answer.status == 200 else {
            throw UnexpectedAnswer(path: segments.joined(separator: "/"), answer: answer)
        }
        return answer.body
    }

    func createRoom(_ body: JSONValue = [:]) async throws -> String {
        try JSONReader(await ok("POST", ["createRoom"], body)).string("room_id")
    }
    func invite(_ user: RoomUser, to room: String) async throws {
        try await ok("POST", ["rooms", room, "invite"], ["user_id": .string(user.userID)])
    }
    func join(_ room: String) async throws { try await ok("POST", ["join", room]) }
    func leave(_ room: String) async throws { try await ok("POST", ["rooms", room, "leave"]) }

    @discardableResult
    func send(_ text: String, to room: String, txn: String? = nil) async throws -> String {
        try await send(
            "m.room.message", ["msgtype": "m.text", "body": .string(text)], to: room, txn: txn ?? "t-" + text)
    }

    @discardableResult
    func send(_ type: String, _ content: JSONValue, to room: String, txn: String) async throws -> String {
        try JSONReader(await ok("PUT", ["rooms", room, "send", type, txn], content)).string("event_id")
    }

    @discardableResult
    func setState(_ type: String, key: String = "", _ content: JSONValue, in room: String) async throws -> String {
        try JSONReader(await ok("PUT", ["rooms", room, "state", type, key], content)).string("event_id")
    }

    @discardableResult
    func redact(_ event: String, in room: String, txn: String) async throws -> String {
        try JSONReader(await ok("PUT", ["rooms", room, "redact", event, txn], ["reason": "test"])).string("event_id")
    }

    func sync(since: String? = nil, filter: JSONValue? = nil, timeout: Int = 0, fullState: Bool = false) async throws
        -> JSONValue
    {
        var query = ["timeout": String(timeout)]
        query["since"] = since
        query["filter"] = filter.map { String(decoding: $0.serialized(), as: UTF8.self) }
        if fullState { query["full_state"] = "true" }
        return try await ok("GET", ["sync"], query: query)
    }

    /// Syncs under SendingNetwork's root.
    func sdnSync(since: String? = nil) async throws -> JSONValue {
        let target = "/_api/client/r0/sync?timeout=0" + (since.map { "&since=\($0)" } ?? "")
        let answer = try await node.send("GET", target, token: token)
        guard answer.status == 200 else { throw UnexpectedAnswer(path: "sync", answer: answer) }
        return answer.body
    }

    func messages(
        _ room: String, from: String? = nil, to: String? = nil, backwards: Bool = true, limit: Int? = nil,
        filter: String? = nil
    ) async throws -> JSONValue {
        var query = ["dir": backwards ? "b" : "f"]
        query["from"] = from
        query["to"] = to
        query["limit"] = limit.map(String.init)
        query["filter"] = filter
        return try await ok("GET", ["rooms", room, "messages"], query: query)
    }

    /// The state of a room as the state endpoint gives it.
    func state(of room: String) async throws -> [JSONValue] {
        try await ok("GET", ["rooms", room, "state"]).arrayValue ?? []
    }
}

extension JSONValue {
    /// The elements of a list inside, by path.
    func list(_ path: String...) -> [JSONValue] { path.reduce(self) { $0[$1] ?? .null }.arrayValue ?? [] }
    func text(_ path: String...) -> String? { path.reduce(self) { $0[$1] ?? .null }.stringValue }
    func at(_ path: String...) -> JSONValue { path.reduce(self) { $0[$1] ?? .null } }

    var eventID: String { self["event_id"]?.stringValue ?? "" }
    var type: String { self["type"]?.stringValue ?? "" }
    var bodyText: String? { self["content"]?["body"]?.stringValue }
    var nextBatch: String { self["next_batch"]?.stringValue ?? "" }
    func joined(_ room: String) -> JSONValue { at("rooms", "join", room) }
    func timeline(_ room: String) -> [JSONValue] { joined(room).list("timeline", "events") }
}
