import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import SDNWire

/// A node with one room, in memory and without HTTP, whose faults and sync limits a test decides. What the embedded node must not do
/// wrong (limited syncs at will, lost answers) this one does on demand.
final class ScriptedNode: HTTPTransport {
    enum Fault: Sendable {
        /// The request does not arrive.
        case refused
        /// The request is acted on and its answer is lost.
        case answerLost
        case answer(Int, JSONObject)
        /// A proxy's own page in place of an answer.
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
        /// The number of answers that have been held back.
        var heldAnswers = 0
        var isLeft = false
        /// The user's `m.ignored_user_list`.
        var ignored: [String]?
        /// True if messages of ignored users are left out, as nodes do it.
        var leavesIgnoredOut = false
        var filters = 0
        /// The node's answers about itself, by the end of the path; other such requests get no answer.
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

    func tellWatchers() {
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
        // Requests that a session sends at no certain time are not among those that tests count.
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

    func answer(_ body: JSONValue, status: Int = 200) -> TransportResponse {
        TransportResponse(status: status, body: body.serialized())
    }

    /// Waits until something changes.
    func wait() async throws {
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
}
