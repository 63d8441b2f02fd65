import Foundation
import HeraldJSON
import SDNSDK
import SDNWire
import Synchronization

/// A node with one room, in memory and without HTTP, whose faults and sync limits a test decides. What the embedded node must not do
/// wrong (limited syncs at will, lost answers) this one does on demand.
final class ScriptedNode: HTTPTransport {
    enum Fault: Sendable {
        /// The request does not arrive.
        case refused
        /// The request is acted on and its answer is lost.
        case answerLost
        case answer(Int, JSONObject)
        /// What stands between answers, with a page of its own.
        case page(Int)
    }

    struct State {
        var log: [JSONObject] = []
        var transactions: [String: String] = [:]
        var lastEvent = 0
        var limit = 100
        var faults: [(fragment: String, fault: Fault)] = []
        var isDown = false
        var requests: [TransportRequest] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Tests that wait until something was asked.
        var watching: [CheckedContinuation<Void, Never>] = []
        /// Answers to requests whose path holds this text wait until it is taken back.
        var held: String?
        /// How many answers have been held back.
        var heldAnswers = 0
        var isLeft = false
        /// The user's `m.ignored_user_list`.
        var ignored: [String]?
        /// Whether what ignored users say is left out, as nodes do it.
        var leavesIgnoredOut = false
        var filters = 0
        /// What the node says about itself, by the end of the path; it has no answer to other such questions.
        var facts: [String: JSONValue] = [:]
        /// Every file that was uploaded.
        var files: [[UInt8]] = []
        var syncsUnderWay = 0
    }
    let state = Mutex(State())

    static let room = "!room:node.example"
    static let me = "@me:node.example"
    static let other = "@other:node.example"

    init() {
        add("m.room.create", ["room_version": "10", "creator": .string(Self.other)], stateKey: "")
        add("m.room.member", ["membership": "join", "displayname": "Other"], stateKey: Self.other)
        add("m.room.member", ["membership": "join"], sender: Self.me, stateKey: Self.me)
    }

    /// Puts an event into the room.
    @discardableResult
    func add(
        _ type: String, _ content: JSONObject, sender: String = ScriptedNode.other, stateKey: String? = nil,
        redacts: String? = nil, txn: String? = nil
    ) -> String {
        let (id, waiting) = state.withLock { state in
            let id = Self.append(
                type, content, sender: sender, stateKey: stateKey, redacts: redacts, txn: txn, to: &state)
            defer { state.waiting = [] }
            return (id, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        tellWatchers()
        return id
    }

    @discardableResult
    func say(_ text: String, sender: String = ScriptedNode.other) -> String {
        add("m.room.message", ["msgtype": "m.text", "body": .string(text)], sender: sender)
    }

    func fail(_ fragment: String, _ fault: Fault) { state.withLock { $0.faults.append((fragment, fault)) } }
    /// Makes every request fail, or not.
    func setDown(_ isDown: Bool) {
        let waiting = state.withLock { state in
            state.isDown = isDown
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
    /// Holds answers to requests whose path has this text back, or lets them go.
    func hold(_ fragment: String?) {
        let waiting = state.withLock { state in
            state.held = fragment
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
    /// Returns when a condition holds; it is looked at whenever a request comes and whenever the room changes.
    func until(_ condition: @Sendable (State) -> Bool) async {
        while !state.withLock({ condition($0) }) {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if condition(state) { return true }
                    state.watching.append(continuation)
                    return false
                }
                if isLate { continuation.resume() }
            }
        }
    }

    private func tellWatchers() {
        let watching = state.withLock { state in
            defer { state.watching = [] }
            return state.watching
        }
        for continuation in watching { continuation.resume() }
    }

    var limit: Int {
        get { state.withLock { $0.limit } }
        set { state.withLock { $0.limit = newValue } }
    }
    var eventIDs: [String] { state.withLock { $0.log.compactMap { $0["event_id"]?.stringValue } } }
    func requests(_ fragment: String) -> [TransportRequest] {
        state.withLock {
            $0.requests.filter { $0.url.absoluteString.contains(fragment) || $0.url.path.contains(fragment) }
        }
    }
    var texts: [String] { state.withLock { $0.log.compactMap { $0["content"]?["body"]?.stringValue } } }

    private static func append(
        _ type: String, _ content: JSONObject, sender: String, stateKey: String?, redacts: String?, txn: String?,
        to state: inout State
    ) -> String {
        state.lastEvent += 1
        let id = "$event\(state.lastEvent)"
        var event: JSONObject = [
            "event_id": .string(id), "type": .string(type), "sender": .string(sender), "content": .object(content),
            "origin_server_ts": .int(1_700_000_000_000 + Int64(state.lastEvent)),
        ]
        event["state_key"] = stateKey.map(JSONValue.string)
        event["redacts"] = redacts.map(JSONValue.string)
        var unsigned = JSONObject()
        if let stateKey,
            let before = state.log.last(where: {
                $0["type"]?.stringValue == type && $0["state_key"]?.stringValue == stateKey
            })
        {
            unsigned["prev_content"] = before["content"]
            unsigned["replaces_state"] = before["event_id"]
        }
        if let txn { unsigned["transaction_id"] = .string(txn) }
        if !unsigned.isEmpty { event["unsigned"] = .object(unsigned) }
        state.log.append(event)
        if let redacts, let index = state.log.firstIndex(where: { $0["event_id"]?.stringValue == redacts }) {
            var pruned = RoomVersion.v10.redacted(state.log[index])
            var unsigned: JSONObject = ["redacted_because": .object(event)]
            for key in ["prev_content", "replaces_state"] { unsigned[key] = state.log[index]["unsigned"]?[key] }
            pruned["unsigned"] = .object(unsigned)
            state.log[index] = pruned
        }
        return id
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let path = request.url.path
        // What a session asks in passing, at no certain moment, is not among the requests that tests count.
        if [
            "/versions", "/capabilities", "/.well-known/sdn/client", "/media/r0/config", "/media/v3/config",
            "/v1/media/config",
        ].contains(where: path.hasSuffix) {
            let (fact, isDown) = state.withLock { state in
                (state.facts.first { path.hasSuffix($0.key) }?.value, state.isDown)
            }
            if isDown { throw SDNSDKError(.cannotConnect, reason: "the scripted node is down") }
            return answer(
                fact ?? ["errcode": "M_UNRECOGNIZED", "error": "not scripted"], status: fact == nil ? 404 : 200)
        }
        let fault = state.withLock { state -> Fault? in
            state.requests.append(request)
            if state.isDown { return .refused }
            guard let index = state.faults.firstIndex(where: { path.contains($0.fragment) }) else { return nil }
            return state.faults.remove(at: index).fault
        }
        tellWatchers()
        switch fault {
        case .refused: throw SDNSDKError(.cannotConnect, reason: "the scripted node is down")
        case .answer(let status, let body): return answer(.object(body), status: status)
        case .page(let status):
            return TransportResponse(status: status, body: Array("<html><body>Please log in</body></html>".utf8))
        case .answerLost:
            _ = try await respond(to: request)
            throw SDNSDKError(.connectionLost, reason: "the scripted node lost its answer")
        case nil:
            let response = try await respond(to: request)
            if state.withLock({ state in
                guard state.held.map(path.contains) ?? false else { return false }
                state.heldAnswers += 1
                return true
            }) {
                tellWatchers()
            }
            while state.withLock({ $0.held.map(path.contains) ?? false }) { try await wait() }
            if state.withLock({ $0.isDown }) {
                throw SDNSDKError(.connectionLost, reason: "the scripted node went down")
            }
            return response
        }
    }

    func close() {}

    private func answer(_ body: JSONValue, status: Int = 200) -> TransportResponse {
        TransportResponse(status: status, body: body.serialized())
    }

    /// Waits until something changes.
    private func wait() async throws {
        try Task.checkCancellation()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isLate { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
        try Task.checkCancellation()
    }

    private func respond(to request: TransportRequest) async throws -> TransportResponse {
        let parts = request.url.path.split(separator: "/").map(String.init)
        var query: [String: String] = [:]
        for item in URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? [] {
            query[item.name] = item.value
        }
        if parts.last == "upload" { return answer(["content_uri": .string(keep(request.body ?? []))]) }
        let body = try request.body.flatMap { try JSONValue(parsing: $0).objectValue } ?? [:]
        switch (request.method, parts.last ?? "") {
        case ("POST", "filter"):
            let number = state.withLock { state in
                state.filters += 1
                return state.filters
            }
            return answer(["filter_id": .string("f\(number)")])
        case ("GET", "sync"):
            state.withLock { $0.syncsUnderWay += 1 }
            defer { state.withLock { $0.syncsUnderWay -= 1 } }
            return answer(try await sync(since: query["since"], timeout: query["timeout"] ?? "0"))
        case ("GET", "messages"):
            return answer(
                messages(from: query["from"], direction: query["dir"] ?? "b", limit: Int(query["limit"] ?? "10") ?? 10))
        case ("GET", let eventId) where parts.contains("context"):
            guard let context = context(of: eventId, limit: Int(query["limit"] ?? "10") ?? 10) else {
                return answer(["errcode": "M_NOT_FOUND", "error": "no such event"], status: 404)
            }
            return answer(context)
        case ("POST", "leave"):
            state.withLock { $0.isLeft = true }
            add("m.room.member", ["membership": "leave"], sender: Self.me, stateKey: Self.me)
            return answer([:])
        case ("PUT", _) where parts.contains("send") || parts.contains("redact"):
            return answer(["event_id": .string(put(parts, body))])
        default: return answer(["errcode": "M_UNRECOGNIZED", "error": "not scripted"], status: 404)
        }
    }

    private func keep(_ file: [UInt8]) -> String {
        state.withLock { state in
            state.files.append(file)
            return "mxc://node.example/file\(state.files.count)"
        }
    }

    private func put(_ parts: [String], _ body: JSONObject) -> String {
        let (kind, type, txn) = (parts[parts.count - 3], parts[parts.count - 2], parts[parts.count - 1])
        if let known = state.withLock({ $0.transactions[txn] }) { return known }
        let id =
            kind == "redact"
            ? add("m.room.redaction", body, sender: Self.me, redacts: type, txn: txn)
            : add(type, body, sender: Self.me, txn: txn)
        state.withLock { $0.transactions[txn] = id }
        return id
    }

    private func sync(since: String?, timeout: String) async throws -> JSONValue {
        let start = since.flatMap { Int($0.dropFirst()) } ?? 0
        while timeout != "0", state.withLock({ $0.log.count <= start && !$0.isDown }) { try await wait() }
        return state.withLock { state in
            let end = state.log.count
            let from = max(min(start, end), end - state.limit)
            var room = JSONObject()
            if end > start || since == nil {
                let timeline = state.log[from..<end]
                var before: [String: JSONObject] = [:]
                for event in state.log[min(since == nil ? 0 : start, from)..<from] {
                    if let key = Self.stateKey(event) { before[key] = event }
                }
                room["state"] = ["events": .array(before.values.map(JSONValue.object))]
                room["timeline"] = [
                    "events": .array(timeline.filter(state.isTold).map(JSONValue.object)),
                    "limited": .bool(from > start), "prev_batch": .string("s\(from)"),
                ]
                room["summary"] = ["m.joined_member_count": 2, "m.invited_member_count": 0]
            }
            let section = state.isLeft ? "leave" : "join"
            let rooms: JSONValue = room.isEmpty ? [:] : [section: [Self.room: .object(room)]]
            var answer: JSONObject = ["next_batch": .string("s\(end)"), "rooms": rooms]
            if let ignored = state.ignored {
                let list = JSONObject(uniqueKeysWithValues: ignored.map { ($0, [:] as JSONValue) })
                answer["account_data"] = [
                    "events": [["type": "m.ignored_user_list", "content": ["ignored_users": .object(list)]]]
                ]
            }
            return .object(answer)
        }
    }
}
