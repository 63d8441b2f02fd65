import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK

/// A node whose every answer a test writes out, for what ``ScriptedNode`` would never say.
final class AnsweringNode: HTTPTransport {
    /// - Parameter count: the number of requests of this kind, including this one.
    typealias Answer =
        @Sendable (_ request: TransportRequest, _ count: Int) async throws -> (status: Int, body: JSONValue)

    private struct State {
        var answers: [(fragment: String, answer: Answer)] = []
        var requests: [TransportRequest] = []
        var waiting: [(fragment: String, count: Int, arrival: OneShot<Void>)] = []

        func count(_ fragment: String) -> Int { requests.filter { $0.url.path.contains(fragment) }.count }
    }
    private let state = Mutex(State())

    /// The first answer to a sync: the user is in one room.
    static let oneRoom: JSONValue = [
        "next_batch": "s1", "rooms": ["join": [ScriptedNode.room: ["timeline": ["events": []]]]],
    ]
    /// An answer to a sync that brings nothing.
    static func nothing(_ count: Int) -> JSONValue { ["next_batch": .string("s\(count)")] }

    init() { on("/filter") { _, _ in (200, ["filter_id": "f"]) } }

    /// Answers requests whose path holds a text; of several rules the first one counts.
    func on(_ fragment: String, _ answer: @escaping Answer) { state.withLock { $0.answers.append((fragment, answer)) } }

    func requests(_ fragment: String) -> [TransportRequest] {
        state.withLock { $0.requests.filter { $0.url.path.contains(fragment) } }
    }

    /// Returns when so many requests of a kind have come.
    func received(_ count: Int, _ fragment: String) async throws {
        let arrival = OneShot<Void>()
        state.withLock { state in
            if state.count(fragment) >= count { return arrival.fulfil(.success(())) }
            state.waiting.append((fragment, count, arrival))
        }
        try await arrival.value()
    }

    /// Does not answer until the request is cancelled.
    static func silence() async throws -> (status: Int, body: JSONValue) {
        try await OneShot<Void>().value()
        throw CancellationError()
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let path = request.url.path
        let (rule, ready) = state.withLock { state in
            state.requests.append(request)
            let rule = state.answers.first { path.contains($0.fragment) }.map { ($0.answer, state.count($0.fragment)) }
            let ready = state.waiting.filter { state.count($0.fragment) >= $0.count }.map(\.arrival)
            return (rule, ready)
        }
        for arrival in ready { arrival.fulfil(.success(())) }
        guard let (answer, count) = rule else {
            let unknown: JSONValue = ["errcode": "M_UNRECOGNIZED", "error": "not written out"]
            return TransportResponse(status: 404, body: unknown.serialized())
        }
        let (status, body) = try await answer(request, count)
        return TransportResponse(status: status, body: body.serialized())
    }

    func close() {}
}
