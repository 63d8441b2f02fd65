import NIOCore
import Synchronization

/// The open connections: so many and no more, for all and for each address, and a request which waits ends when nobody waits for its answer.
///
/// Who is silent makes room for who comes: first connections on which no request has come whole yet, then those between two requests,
/// then those whose body is still on its way; of each kind the one that has been silent for longest. A request that waits for its answer
/// stays.
package final class Connections: Sendable {
    /// What a connection is doing. The order is the one in which connections go when there is no room.
    enum Phase: Int, Sendable, CaseIterable {
        /// No head of a request has come yet.
        case fresh
        /// Every request has its answer.
        case idle
        /// The body of a request is on its way.
        case receiving
        /// A request waits for its answer.
        case busy
    }

    private struct Connection {
        let key: String
        let channel: any Channel
        var phase = Phase.fresh
        /// The number of its last change of phase.
        var turn: UInt64
        var cancelsWork: (@Sendable () -> Void)?
    }

    /// The connections of one address.
    private struct Group {
        var count = 0
        /// Those of a phase, the one that entered it first in front.
        var lines = Phase.allCases.map { _ in WaitingLine<ObjectIdentifier>() }
    }

    private struct State {
        var open: [ObjectIdentifier: Connection] = [:]
        var groups: [String: Group] = [:]
        var turn: UInt64 = 0
    }

    private let limits: ConnectionLimits
    private let state = Mutex(State())

    package init(limits: ConnectionLimits) { self.limits = limits }

    /// How many are open.
    package var count: Int { state.withLock(\.open.count) }

    /// Runs a request's work and cancels it when the connection closes, or when the request itself is cancelled.
    /// - Parameter executor: where it runs, see ``ProcessorShares``.
    package func run<Answer: Sendable>(
        on channel: ObjectIdentifier, executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let task = Task(executorPreference: executor) { try await work() }
        let isOpen = state.withLock { state in
            state.open[channel]?.cancelsWork = { task.cancel() }
            return state.open[channel] != nil
        }
        if !isOpen { task.cancel() }
        defer { state.withLock { $0.open[channel]?.cancelsWork = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Enters a new connection, and closes another one where that is what it takes.
    /// - Parameters:
    ///   - isProxy: whether the address is that of a proxy, whose connections are those of many.
    /// - Returns: whether there was room.
    func add(_ channel: any Channel, address: String, isProxy: Bool) -> Bool {
        let parsed = NetworkAddress(address)
        let key = parsed?.key ?? address
        let allowance = isProxy ? limits.inAll : limits.allowance(of: parsed)
        let (isAdmitted, leaving) = state.withLock { state -> (Bool, Connection?) in
            var leaving: Connection?
            let own = state.groups[key]?.count ?? 0
            if own >= allowance {
                leaving = Self.takeSilent(of: key, upTo: .receiving, from: &state)
                if leaving == nil { return (false, nil) }
            } else if state.open.count >= limits.inAll {
                leaving = Self.takeSilent(for: key, holding: own, from: &state)
                if leaving == nil { return (false, nil) }
            }
            state.turn += 1
            let id = ObjectIdentifier(channel)
            state.open[id] = Connection(key: key, channel: channel, turn: state.turn)
            state.groups[key, default: Group()].count += 1
            state.groups[key]?.lines[Phase.fresh.rawValue].append(id, turn: state.turn)
            return (true, leaving)
        }
        leaving?.cancelsWork?()
        leaving?.channel.close(promise: nil)
        return isAdmitted
    }

    func enter(_ phase: Phase, _ channel: ObjectIdentifier) {
        state.withLock { state in
            guard let connection = state.open[channel], connection.phase != phase else { return }
            state.turn += 1
            state.open[channel]?.phase = phase
            state.open[channel]?.turn = state.turn
            guard phase != .busy else { return }
            let open = state.open
            state.groups[connection.key]?.lines[phase.rawValue].append(channel, turn: state.turn) { open[$0]?.turn == $1 }
        }
    }

    func remove(_ channel: ObjectIdentifier) {
        let gone = state.withLock { Self.take(channel, from: &$0) }
        gone?.cancelsWork?()
    }

    /// Stops a request's work without letting go of the connection: its client has said that nothing more comes.
    func cancelWork(on channel: ObjectIdentifier) {
        let cancels = state.withLock { $0.open[channel]?.cancelsWork }
        cancels?()
    }

    private static func take(_ channel: ObjectIdentifier, from state: inout State) -> Connection? {
        guard let gone = state.open.removeValue(forKey: channel) else { return nil }
        state.groups[gone.key]?.count -= 1
        if state.groups[gone.key]?.count == 0 { state.groups[gone.key] = nil }
        return gone
    }

    /// The connection of an address that has been silent for longest, taken out; `nil` when none is.
    private static func takeSilent(of key: String, upTo last: Phase, from state: inout State) -> Connection? {
        for phase in Phase.allCases where phase.rawValue <= last.rawValue {
            if let found = nextSilent(of: key, in: phase, of: &state) { return take(found, from: &state) }
        }
        return nil
    }

    private static func nextSilent(of key: String, in phase: Phase, of state: inout State) -> ObjectIdentifier? {
        let open = state.open
        return state.groups[key]?.lines[phase.rawValue].takeFirst { open[$0]?.turn == $1 }
    }

    /// A silent connection of the address with most connections that has one. A body on its way gives way to who has less only.
    private static func takeSilent(for newcomer: String, holding own: Int, from state: inout State) -> Connection? {
        let candidates = state.groups.sorted { $0.value.count > $1.value.count }
        for last in [Phase.idle, .receiving] {
            for (key, group) in candidates where last == .idle || group.count > own + 1 {
                if let found = takeSilent(of: key, upTo: last, from: &state) { return found }
            }
        }
        return nil
    }
}
