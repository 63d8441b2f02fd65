import Foundation
import HeraldHTTP
import HeraldJSON
import SDNWire
import Synchronization
@testable import SDNNode

/// A gateway of a test: what it is told is written down, what it answers is told it.
final class ScriptedGateway: PushTransport {
    enum Answer: Sendable {
        case status(Int, JSONValue)
        case failure
        /// Nothing until the request is given up.
        case silence
        /// The value that a test sets, if it sets one.
        case held(HeldAnswer)
    }

    struct Unreachable: Error {}

    private struct State {
        var requests: [(url: String, notification: JSONValue)] = []
        var answers: [Answer] = []
        var standing: [String: Answer] = [:]
        var clients: [LookupClient?] = []
    }
    private let state = Mutex(State())

    var requests: [(url: String, notification: JSONValue)] { state.withLock(\.requests) }
    var notifications: [JSONValue] { requests.map(\.notification) }
    /// For whom names would be looked up, request by request.
    var clients: [LookupClient?] { state.withLock(\.clients) }

    /// Returns when so many requests have come.
    func reached(_ count: Int) async {
        while requests.count < count { try? await Task.sleep(for: .milliseconds(2)) }
    }

    /// The answers to the next requests; afterwards 200 again.
    func answer(_ answers: Answer...) { state.withLock { $0.answers += answers } }
    /// The answer to every request to a URL.
    func answer(_ url: String, always answer: Answer?) { state.withLock { $0.standing[url] = answer } }

    func post(_ body: [UInt8], to url: URL) async throws -> (status: Int, body: [UInt8]) {
        let notification = try JSONValue(parsing: body)["notification"] ?? .null
        let answer = state.withLock { state in
            state.requests.append((url.absoluteString, notification))
            state.clients.append(PushTurn.current?.client)
            return state.standing[url.absoluteString]
                ?? (state.answers.isEmpty ? .status(200, ["rejected": []]) : state.answers.removeFirst())
        }
        switch answer {
        case .status(let status, let body): return (status, body.serialized())
        case .failure: throw Unreachable()
        case .held(let held):
            let (status, body) = await held.answer()
            return (status, body.serialized())
        case .silence:
            try await Task.sleep(for: .seconds(3_600))
            throw Unreachable()
        }
    }

    func close() {}
}

/// An answer of a gateway that a test keeps back.
final class HeldAnswer: Sendable {
    private enum State {
        case nothing
        case asked(CheckedContinuation<(Int, JSONValue), Never>)
        case given(Int, JSONValue)
    }
    private let state = Mutex(State.nothing)

    func answer() async -> (Int, JSONValue) {
        await withCheckedContinuation { continuation in
            let given: (Int, JSONValue)? = state.withLock { state in
                if case .given(let status, let body) = state { return (status, body) }
                state = .asked(continuation)
                return nil
            }
            if let given { continuation.resume(returning: given) }
        }
    }

    func give(_ status: Int, _ body: JSONValue = [:]) {
        let asked: CheckedContinuation<(Int, JSONValue), Never>? = state.withLock { state in
            defer { state = .given(status, body) }
            guard case .asked(let continuation) = state else { return nil }
            return continuation
        }
        asked?.resume(returning: (status, body))
    }
}

/// Times at which a dispatcher wants to be woken, and a hand that wakes it.
final class HeldAlarms: Sendable {
    private struct State {
        var waiting: [(time: Timestamp, continuation: CheckedContinuation<Void, Never>)] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Mutex(State())

    var alarm: PushDispatcher.Alarm {
        { time in
            await withCheckedContinuation { continuation in
                let watchers = self.state.withLock { state in
                    state.waiting.append((time, continuation))
                    let count = state.waiting.count
                    defer { state.watchers.removeAll { $0.count <= count } }
                    return state.watchers.filter { $0.count <= count }
                }
                for watcher in watchers { watcher.continuation.resume() }
            }
        }
    }

    /// Returns the time when an alarm is set.
    func next() async -> Timestamp {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.waiting.isEmpty { state.watchers.append((1, continuation)) }
                return !state.waiting.isEmpty
            }
            if isThere { continuation.resume() }
        }
        return state.withLock { $0.waiting.first?.time ?? Timestamp(milliseconds: 0) }
    }

    /// Lets everything that waits go on.
    func ring() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for alarm in waiting { alarm.continuation.resume() }
    }
}

/// Two users in a room, the second with a pusher, and a dispatcher whose gateway a test holds.
struct PushScene {
    let node: TestNode
    let ann: RoomUser, bob: RoomUser
    let room: String
    let gateway = ScriptedGateway()
    let alarms = HeldAlarms()
    let dispatcher: PushDispatcher
    static let url = "http://127.0.0.1:9/_api/push/v1/notify"

    init(
        data: JSONObject = [:], enabled: Bool = true, kind: String = "http",
        _ change: (inout NodeConfiguration) -> Void = { _ in }
    ) async throws {
        node = try TestNode { configuration in
            configuration.pushURLAllowlist = ["127.0.0.1:9"]
            change(&configuration)
        }
        ann = try await RoomUser(node, 1)
        bob = try await RoomUser(node, 2)
        let third = try await RoomUser(node, 3)
        dispatcher = PushDispatcher(services: node.assembly.services, transport: gateway, alarm: alarms.alarm)
        try await dispatcher.start()
        try await ann.ok("PUT", ["profile", ann.userID, "displayname"], ["displayname": "Ann"])
        room = try await ann.createRoom(["preset": "public_chat", "name": "Cake"])
        try await bob.join(room)
        try await third.join(room)
        try await setPusher(bob, data: data, enabled: enabled, kind: kind)
        await dispatcher.idle()
    }

    func setPusher(
        _ user: RoomUser, key: String = "key", url: String = PushScene.url, data: JSONObject = [:],
        enabled: Bool = true, kind: String = "http"
    ) async throws {
        let all = data.merging(["url": .string(url)]) { old, _ in old }
        try await user.ok(
            "POST", ["pushers", "set"],
            [
                "pushkey": .string(key), "kind": .string(kind), "app_id": "org.app", "app_display_name": "A",
                "device_display_name": "D", "lang": "en",
                "data": .object(all), "org.matrix.msc3881.enabled": .bool(enabled),
            ])
    }

    func pushers(_ user: RoomUser) async throws -> Int { try await user.ok("GET", ["pushers"]).list("pushers").count }
}
