#if canImport(CCurl)
import Foundation
import Synchronization

/// Sends HTTP through libcurl. All clients of the process share one engine and its kept connections.
final class CurlCarrier: Sendable {
    private struct State {
        var isClosed = false
        var tickets: [ObjectIdentifier: CurlRequest] = [:]
    }

    /// The largest number of redirects of one call, as in browsers.
    private static let maximumRedirects = 20

    private let usesProxies: Bool
    private let state = Mutex(State())

    init(usesProxies: Bool) { self.usesProxies = usesProxies }

    func send(_ call: HTTPCall) async throws -> HTTPAnswer {
        let end = call.deadline.map { ContinuousClock.now + $0 }
        var call = call
        for _ in 0...Self.maximumRedirects {
            let reply = try await exchange(call, until: end)
            guard let next = call.redirected(status: reply.answer.status, to: reply.location) else {
                return reply.answer
            }
            call = next
        }
        throw HTTPFailure.connectionLost
    }

    private func exchange(_ call: HTTPCall, until end: ContinuousClock.Instant?) async throws -> CurlReply {
        guard let engine = CurlEngine.shared else { throw HTTPFailure.cannotConnect }
        let ticket = CurlRequest(call, usesProxies: usesProxies, end: end)
        let isOpen = state.withLock { state in
            if !state.isClosed { state.tickets[ObjectIdentifier(ticket)] = ticket }
            return !state.isClosed
        }
        guard isOpen else { throw HTTPFailure.closed }
        defer { state.withLock { $0.tickets[ObjectIdentifier(ticket)] = nil } }
        return try await withTaskCancellationHandler {
            // A task that was cancelled before has its result already.
            if !ticket.isOver { engine.start(ticket) }
            return try await ticket.result().get()
        } onCancel: {
            if ticket.finish(.failure(CancellationError())) { engine.drop(ticket) }
        }
    }

    func close() {
        let tickets = state.withLock { state in
            state.isClosed = true
            return Array(state.tickets.values)
        }
        for ticket in tickets where ticket.finish(.failure(HTTPFailure.closed)) { CurlEngine.shared?.drop(ticket) }
    }
}
#endif
