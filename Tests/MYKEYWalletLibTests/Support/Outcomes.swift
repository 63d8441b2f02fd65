import Dispatch
import MYKEYWalletLib
import Synchronization

/// The values that a response's three closures received, in order.
final class Outcomes: Sendable {
    enum Told: Sendable, Hashable {
        case success(String)
        case failure(String)
        case cancelled
    }

    private let stream: AsyncStream<Told>
    private let continuation: AsyncStream<Told>.Continuation
    private let told = Mutex<[Told]>([])

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// A response that tells this.
    var response: MYKEYResponse {
        MYKEYResponse(
            success: { [self] in note(.success($0)) }, failure: { [self] in note(.failure($0)) },
            cancelled: { [self] in note(.cancelled) })
    }

    var all: [Told] { told.withLock { $0 } }

    func note(_ value: Told) {
        told.withLock { $0.append(value) }
        continuation.yield(value)
    }

    func next() async throws -> Told {
        for await value in stream { return value }
        throw CancellationError()
    }

    /// Everything that was told, after the queue has done all it had to do.
    func all(after queue: DispatchQueue) async -> [Told] {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        return all
    }
}
