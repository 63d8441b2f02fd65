import Foundation
import HTTPTypes
import Logging
import TestSupport
@testable import HeraldPeer

/// A server that answers with what is asked for, such as `GET /4096` with so many bytes, or `GET /parts/3` with parts; a POST gets the length of its body.
struct TestPeer: ListenerHandler {
    /// The number of parts of answers that were built.
    let built: Tally

    /// Parts of 128 KiB.
    struct CountedParts: AnswerParts {
        struct Torn: Error {}
        var left: Int
        let isTorn: Bool
        let built: Tally

        mutating func next() async throws -> [UInt8]? {
            guard left > 0 else {
                if isTorn { throw Torn() }
                return nil
            }
            left -= 1
            // A part that is built on an event loop delays other connections, so it does not count.
            if ProcessorShares.hasCurrentThread { built.add() }
            return [UInt8](repeating: 0x61, count: ResponseBudget.partSize)
        }
    }

    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        guard let path = try? RequestTarget(request.target).plainPath() else {
            return .answered(ListenerResponse(.badRequest))
        }
        let words = path.split(separator: "/")
        guard request.head.method == .post else {
            return .admitted(.skipped) { _ in await respond(to: request, words.map(String.init)) }
        }
        guard words.first != "refused" else { return .answered(ListenerResponse(.unauthorized)) }
        return .admitted(.whole(upTo: 1 << 20)) { body in Self.text(String(body.bytes.count)) }
    }

    func response(to failure: ListenerFailure) -> ListenerResponse {
        switch failure {
        case .bodyTooLong: ListenerResponse(.contentTooLarge)
        case .bodyTooSlow: ListenerResponse(.requestTimeout)
        case .noRoomForBody(.address): ListenerResponse(.tooManyRequests)
        case .noRoomForBody(.everybody), .noRoomForResponse: ListenerResponse(.serviceUnavailable)
        }
    }

    private func respond(to request: ListenerRequest, _ words: [String]) async -> ListenerResponse {
        switch (words.first, words.count) {
        case ("wait", _):
            _ = try? await request.whileConnected { try await Task.sleep(for: .seconds(3600)) }
            return ListenerResponse(.ok)
        case ("who", _): return Self.text(request.client.text)
        case ("thread", _): return Self.text("\(ProcessorShares.hasCurrentThread)")
        case ("parts", 2), ("torn", 2):
            guard let count = Int(words[1]) else { return ListenerResponse(.notFound) }
            let rest = CountedParts(left: count, isTorn: words.first == "torn", built: built)
            return ListenerResponse(.ok, body: .parts(Array("begin".utf8), then: rest))
        default:
            guard let count = words.first.flatMap({ Int($0) }) else { return ListenerResponse(.notFound) }
            return ListenerResponse(.ok, body: .bytes([UInt8](repeating: 0x61, count: count)))
        }
    }

    private static func text(_ text: String) -> ListenerResponse {
        ListenerResponse(.ok, body: .bytes(Array(text.utf8)))
    }

    /// Returns limits under which nothing but `connections` and `bodies` ends a connection while a test runs.
    static func limits(
        _ connections: ConnectionLimits = .lasting(), bodies: BodyLimits = BodyLimits()
    ) -> HTTPListener.Limits {
        HTTPListener.Limits(connections: connections, bodies: bodies, bodyDeadline: TestDeadline.beyond)
    }

    /// Runs blocking calls against a listener, off the cooperative pool.
    static func with<T: Sendable>(
        _ limits: HTTPListener.Limits = TestPeer.limits(), built: Tally = Tally(), monitoring: Monitoring? = nil,
        _ body: @escaping @Sendable (HTTPListener) throws -> T
    ) async throws -> T {
        var limits = limits
        limits.farewell = .seconds(1)
        let listener = try await HTTPListener.start(
            host: "127.0.0.1", port: 0, limits: limits,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, monitoring: monitoring,
            handler: TestPeer(built: built))
        let result = await onThread { try body(listener) }
        await listener.stop()
        return try result.get()
    }

    /// Runs blocking calls on a thread of their own: on Linux the global queues share their threads with the cooperative pool, where the
    /// listener answers.
    static func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async -> Result<T, any Error> {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: Result { try body() }) }.start()
        }
    }
}

extension ConnectionLimits {
    /// Returns limits under which a silent connection stays open for as long as a test runs.
    static func lasting(inAll: Int = 1_000, perAddress: Int = 128) -> ConnectionLimits {
        ConnectionLimits(
            inAll: inAll, perAddress: perAddress, firstByte: TestDeadline.beyond, head: TestDeadline.beyond,
            keepAlive: TestDeadline.beyond)
    }

    /// Returns the limits with a change.
    func with<Value>(_ limit: WritableKeyPath<ConnectionLimits, Value>, _ value: Value) -> ConnectionLimits {
        var changed = self
        changed[keyPath: limit] = value
        return changed
    }
}
