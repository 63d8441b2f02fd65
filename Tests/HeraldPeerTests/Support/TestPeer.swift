import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
@testable import HeraldPeer

/// A listener that answers with what is asked for, such as `GET /4096` with so many bytes, or `GET /parts/3` with parts; a POST gets the length of its body.
struct TestPeer: HTTPResponder {
    typealias Context = ConnectionContext
    let ground: ListenerGround
    /// How many parts of answers were built.
    let built: Atomic

    /// Parts of 128 KiB.
    struct CountedParts: AnswerParts {
        struct Torn: Error {}
        var left: Int
        let isTorn: Bool
        let built: Atomic

        mutating func next() async throws -> [UInt8]? {
            guard left > 0 else {
                if isTorn { throw Torn() }
                return nil
            }
            left -= 1
            built.increment()
            return [UInt8](repeating: 0x61, count: AnswerRoom.partSize)
        }
    }

    final class Atomic: Sendable {
        private let count = Mutex(0)
        func increment() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let client = ground.client(of: request.head, on: context)
        let words = request.uri.path.split(separator: "/")
        if request.method == .post {
            guard words.first != "refused" else { return Response(status: .unauthorized) }
            do {
                let body = try await RequestBodies.collect(request, limit: 1 << 20, on: context)
                return Response(
                    status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: String(body?.count ?? -1))))
            } catch let refusal as BodyBudget.Refusal {
                return Response(
                    status: refusal == .address ? .tooManyRequests : .serviceUnavailable,
                    headers: [.connection: "close"])
            }
        }
        if words.first == "wait" {
            _ = try? await ground.connections.run(on: context.id) { try await Task.sleep(for: .seconds(3600)) }
            return Response(status: .ok)
        }
        if words.first == "who" {
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: client.text)))
        }
        if words.first == "parts" || words.first == "torn", words.count == 2, let count = Int(words[1]) {
            let room = ground.room(for: client, on: context)
            do {
                try room.settle(AnswerRoom.streamed)
            } catch {
                return Response(status: .serviceUnavailable)
            }
            let rest = CountedParts(left: count, isTorn: words.first == "torn", built: built)
            return Response(status: .ok, body: ResponseBody(Array("begin".utf8), then: rest, in: room))
        }
        guard let count = words.first.flatMap({ Int($0) }) else { return Response(status: .notFound) }
        let room = ground.room(for: client, on: context)
        do {
            try room.settle(count)
        } catch {
            return Response(status: .serviceUnavailable)
        }
        return Response(status: .ok, body: ResponseBody([UInt8](repeating: 0x61, count: count), in: room))
    }

    /// Runs blocking calls against a listener, off the cooperative pool.
    static func with<T: Sendable>(
        _ limits: HTTPListener.Limits = HTTPListener.Limits(bodyDeadline: .seconds(30)), built: Atomic = Atomic(),
        _ body: @escaping @Sendable (HTTPListener) throws -> T
    ) async throws -> T {
        var limits = limits
        limits.farewell = .seconds(1)
        let listener = try await HTTPListener.start(
            host: "127.0.0.1", port: 0, limits: limits, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { TestPeer(ground: $0, built: built) }
        // A thread of its own: on Linux the global queues share their threads with the cooperative pool, where the listener answers.
        let result: Result<T, any Error> = await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: Result { try body(listener) }) }.start()
        }
        await listener.stop()
        return try result.get()
    }
}
