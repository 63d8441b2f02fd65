import Synchronization

/// Stores the last answer that passes, for calls that return the server's answer to the app.
final class KeptAnswer: ServiceTransport {
    private let inner: any ServiceTransport
    private let last = Mutex<ServiceAnswer?>(nil)

    init(_ inner: any ServiceTransport) { self.inner = inner }

    var answer: ServiceAnswer? { last.withLock { $0 } }

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        let answer = try await inner.send(call)
        last.withLock { $0 = answer }
        return answer
    }
}
