import Foundation
import HeraldLocks
import SDNSDK
import TestSupport

/// A transport that does most things wrong that a network, a proxy or a tired server does. What it does is drawn from a seed; it says how
/// often it did what.
final class FaultyTransport: HTTPTransport {
    enum Fault: CaseIterable, Sendable {
        /// The request does not get through.
        case refused, noAnswer
        /// The node acts on the request, and its answer is lost.
        case answerLost, answerTooLate
        /// The answer comes after others that were asked for later.
        case delayed
        /// 500 to 504, with and without a body, before or after the node has acted.
        case serverError
        case limited, limitedWithoutTime
        /// A page from a proxy or from a network's login in place of the node's answer.
        case html
        /// The same with the status of an error.
        case portal
        /// A good answer that ends early, or that goes on after its end.
        case truncated, tooLong
        /// JSON that is well formed and means nothing.
        case otherShape
        /// 100 MB of anything, and more than the client takes.
        case garbage, tooMuch

        /// Those after which no transport hands over what only looks like an answer. Of a file nobody could tell.
        static let honest: [Fault] = [
            .refused, .noAnswer, .answerLost, .answerTooLate, .delayed, .serverError, .limited, .limitedWithoutTime,
            .portal, .tooMuch,
        ]
    }

    private struct State {
        var random: SeededGenerator
        var isOn = true
        var counts: [Fault: Int] = [:]
    }
    private let state: Mutex<State>
    private let network = URLSessionTransport()
    private let share: Double
    private let kinds: [Fault]

    /// - Parameter share: the part of all requests that something happens to.
    init(seed: UInt64, share: Double, kinds: [Fault] = Fault.allCases) {
        state = Mutex(State(random: SeededGenerator(seed: seed)))
        self.share = share
        self.kinds = kinds
    }

    var counts: [Fault: Int] { state.withLock { $0.counts } }
    var faults: Int { counts.values.reduce(0, +) }
    /// From now on everything gets through.
    func calm() { state.withLock { $0.isOn = false } }
    func close() { network.close() }

    /// The heavy one is drawn twice only.
    private func draw() -> (Fault, Int)? {
        state.withLock { state in
            guard state.isOn, Double.random(in: 0..<1, using: &state.random) < share else { return nil }
            var fault = kinds.randomElement(using: &state.random) ?? .refused
            if fault == .garbage, state.counts[.garbage, default: 0] > 1 { fault = .html }
            state.counts[fault, default: 0] += 1
            return (fault, Int.random(in: 0..<1_000, using: &state.random))
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let (fault, number) = draw() else { return try await network.send(request) }
        switch fault {
        case .refused: throw SDNSDKError(.cannotConnect, reason: "a fault")
        case .noAnswer: throw SDNSDKError(.timedOut, reason: "a fault")
        case .answerLost, .answerTooLate:
            _ = try await network.send(request.answered(within: 0))
            throw SDNSDKError(fault == .answerLost ? .connectionLost : .timedOut, reason: "a fault")
        case .delayed:
            let answer = try await network.send(request)
            for _ in 0..<number { await Task.yield() }
            return answer
        case .serverError:
            if number.isMultiple(of: 2) { _ = try await network.send(request.answered(within: 0)) }
            let bodies = ["", "{}", #"{"errcode":"M_UNKNOWN","error":"a fault"}"#, "<html>Bad gateway</html>"]
            return Self.answer([500, 502, 503, 504][number % 4], bodies[number / 4 % 4])
        case .limited:
            return Self.answer(429, #"{"errcode":"M_LIMIT_EXCEEDED","error":"a fault","retry_after_ms":\#(number)}"#)
        case .limitedWithoutTime:
            return Self.answer(
                429, number.isMultiple(of: 2) ? #"{"errcode":"M_LIMIT_EXCEEDED","error":"a fault"}"# : "")
        case .html: return Self.answer(200, "<!DOCTYPE html><html><body>Please accept our terms</body></html>")
        case .portal:
            return Self.answer(
                [400, 401, 403, 404, 405, 407, 451, 511][number % 8],
                "<html><body>Please log in to the hotel</body></html>")
        case .truncated, .tooLong:
            var answer = try await network.send(request.answered(within: 0))
            if fault == .truncated {
                answer.body.removeLast(min(answer.body.count, 1 + number % max(1, answer.body.count)))
            } else {
                answer.body += Array("}{".utf8)
            }
            return answer
        case .otherShape:
            let bodies = [
                "[]", "{}", "null", "\"text\"", "12", #"{"next_batch":5}"#, #"{"event_id":[]}"#,
                #"{"next_batch":null,"rooms":{}}"#,
                #"{"rooms":{"join":{"!a:b":{"timeline":{"events":[{}]}}}}}"#, #"{"chunk":{},"start":1}"#,
            ]
            return Self.answer(200, bodies[number % bodies.count])
        case .garbage:
            return TransportResponse(
                status: 200,
                body: Array("{\"next_batch\":\"".utf8) + Array(repeating: UInt8(ascii: "a"), count: 100_000_000))
        case .tooMuch: throw SDNSDKError(.responseTooLarge, reason: "a fault")
        }
    }

    private static func answer(_ status: Int, _ body: String) -> TransportResponse {
        TransportResponse(status: status, headers: ["content-type": "application/json"], body: Array(body.utf8))
    }
}
