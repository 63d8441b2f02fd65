/// The result of a closure form, for which a test waits.
final class Outcome<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func set(_ value: Value) { continuation.yield(value) }

    func value() async throws -> Value {
        for await value in stream { return value }
        throw CancellationError()
    }
}
