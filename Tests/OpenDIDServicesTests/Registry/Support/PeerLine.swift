import OpenDID_DataModel
import Synchronization

@testable import OpenDIDServices

/// Carries requests to servers of other "processes" of a test, and can be cut.
final class PeerLine: PeerTransport {
    struct Down: Error {}

    private struct State {
        var servers: [String: any ServiceHandler] = [:]
        var isCut = false
        /// Paths whose next answer is lost.
        var losing: Set<String> = []
        var sent: [ServiceRequest] = []
        /// The effects before the requests of a path.
        var effects: [String: @Sendable (ServiceRequest) async throws -> Void] = [:]
    }

    private let state = Mutex(State())

    /// The requests so far, in their order.
    var sent: [ServiceRequest] { state.withLock { $0.sent } }

    func connect(_ server: any ServiceHandler, at baseURL: String) { state.withLock { $0.servers[baseURL] = server } }

    /// Nobody answers from here on, or everybody does again.
    func cut(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }

    /// The next request of a path does its work, and its answer is lost.
    func loseAnswer(of path: String) { state.withLock { _ = $0.losing.insert(path) } }

    /// Runs a closure before each request of a path arrives.
    func before(_ path: String, _ effect: @escaping @Sendable (ServiceRequest) async throws -> Void) {
        state.withLock { $0.effects[path] = effect }
    }

    func send(_ request: ServiceRequest, to baseURL: String) async throws -> ServiceResponse {
        let server = state.withLock { state in
            state.sent.append(request)
            return state.isCut ? nil : state.servers[baseURL]
        }
        guard let server else { throw Down() }
        try await state.withLock { $0.effects[request.path] }?(request)
        var arriving = request
        arriving.origin = .network("192.0.2.7")
        let answer = await server.respond(to: arriving)
        guard state.withLock({ $0.losing.remove(request.path) }) == nil else { throw Down() }
        return answer
    }
}
