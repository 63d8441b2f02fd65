import HeraldHTTP
import NIOCore
import Synchronization

/// The open connections. It limits their number per address and in total, and cancels a request's work when its client disconnects.
///
/// New connections replace silent ones in this order: connections without a complete request, connections between two requests, and
/// connections whose request body is still arriving. Among equals, the one that has been silent longest is closed. A connection whose request
/// is being processed stays.
package final class Connections: Sendable {
    /// The state of a connection. The cases are in the order in which connections are closed to make room.
    enum Phase: Int, Sendable, CaseIterable {
        /// No request head has arrived yet.
        case fresh
        /// Every request has been answered.
        case idle
        /// The body of a request is arriving.
        case receiving
        /// A request is being processed.
        case busy
    }

    /// An open connection. A request changes its phase three times, so it is an object that needs no search.
    ///
    /// `@unchecked Sendable`: the lock of ``Connections`` protects all variables.
    final class Connection: @unchecked Sendable {
        fileprivate let channel: any Channel
        /// The connections of its address; `nil` when the connection is no longer open.
        fileprivate var group: Group?
        fileprivate var phase = Phase.fresh
        /// The order number of the last change of phase.
        fileprivate var turn: UInt64
        fileprivate var cancelsWork: (@Sendable () -> Void)?
        /// True when the client has closed its side.
        fileprivate var hasLeft = false

        fileprivate init(_ channel: any Channel, in group: Group, turn: UInt64) {
            (self.channel, self.group, self.turn) = (channel, group, turn)
        }

        fileprivate var id: ObjectIdentifier { ObjectIdentifier(channel) }
    }

    /// The connections of one address.
    fileprivate final class Group {
        let key: String
        var count = 0
        /// The number of connections in each phase.
        var counts = Phase.allCases.map { _ in 0 }
        /// For each phase, its connections in the order in which they entered it.
        var queues = Phase.allCases.map { _ in WaitingQueue<ObjectIdentifier>() }

        init(_ key: String) { self.key = key }

        /// Counts a connection that enters or leaves a phase; `nil` stands for no connection.
        func move(from old: Phase?, to new: Phase?) {
            if let old { counts[old.rawValue] -= 1 }
            if let new { counts[new.rawValue] += 1 }
        }

        /// True if a connection is in one of the phases up to this one.
        func isSilent(upTo last: Phase) -> Bool { counts[...last.rawValue].contains { $0 > 0 } }
    }

    private struct State {
        var open: [ObjectIdentifier: Connection] = [:]
        var groups: [String: Group] = [:]
        var turn: UInt64 = 0
    }

    private let limits: ConnectionLimits
    private let state = Mutex(State())

    package init(limits: ConnectionLimits) { self.limits = limits }

    /// The number of open connections.
    package var count: Int { state.withLock(\.open.count) }

    /// Runs a request's work. Cancels it when the connection closes or the caller is cancelled.
    /// - Parameter executor: the executor of the work; see ``ProcessorShares``.
    /// - Throws: the errors of `work`.
    package func run<Answer: Sendable>(
        on channel: ObjectIdentifier, executor: (any TaskExecutor)? = nil,
        _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let task = Task(executorPreference: executor) { try await work() }
        return try await withTaskCancellationHandler {
            try await during(channel, cancel: { task.cancel() }) { try await task.value }
        } onCancel: {
            task.cancel()
        }
    }

    /// Runs a request's work in the calling task.
    /// - Parameter cancel: is called when the connection closes. It cancels the work.
    /// - Throws: the errors of `work`.
    func during<Answer: Sendable>(
        _ channel: ObjectIdentifier, cancel: @escaping @Sendable () -> Void, _ work: () async throws -> Answer
    ) async rethrows -> Answer {
        // The client may have left before.
        let isHere = state.withLock { state in
            state.open[channel]?.cancelsWork = cancel
            return state.open[channel].map { !$0.hasLeft } ?? false
        }
        if !isHere { cancel() }
        defer { state.withLock { $0.open[channel]?.cancelsWork = nil } }
        return try await work()
    }

    /// Registers a new connection. Closes another one if necessary.
    /// - Parameters:
    ///   - isProxy: true when the address belongs to a trusted proxy, whose connections serve many clients.
    /// - Returns: `nil` when there was no room.
    func add(_ channel: any Channel, address: String, isProxy: Bool) -> Connection? {
        let parsed = NetworkAddress(sender: address)
        let key = parsed?.key ?? address
        let allowance = isProxy ? limits.inAll : limits.allowance(of: parsed)
        let (added, leaving) = state.withLock { state -> (Connection?, Connection?) in
            var leaving: Connection?
            let own = state.groups[key]?.count ?? 0
            if own >= allowance {
                leaving = Self.takeSilent(of: key, upTo: .receiving, from: &state)
                if leaving == nil { return (nil, nil) }
            } else if state.open.count >= limits.inAll {
                leaving = Self.takeSilent(holding: own, from: &state)
                if leaving == nil { return (nil, nil) }
            }
            state.turn += 1
            let group = state.groups[key] ?? Group(key)
            state.groups[key] = group
            let connection = Connection(channel, in: group, turn: state.turn)
            state.open[connection.id] = connection
            group.count += 1
            group.move(from: nil, to: .fresh)
            group.queues[Phase.fresh.rawValue].append(connection.id, turn: state.turn)
            return (connection, leaving)
        }
        leaving?.cancelsWork?()
        leaving?.channel.close(promise: nil)
        return added
    }

    func enter(_ phase: Phase, _ connection: Connection) {
        state.withLock { state in
            guard let group = connection.group, connection.phase != phase else { return }
            state.turn += 1
            group.move(from: connection.phase, to: phase)
            (connection.phase, connection.turn) = (phase, state.turn)
            guard phase != .busy else { return }
            let open = state.open
            group.queues[phase.rawValue].append(connection.id, turn: state.turn) { open[$0]?.turn == $1 }
        }
    }

    func remove(_ connection: Connection) {
        let gone = state.withLock { Self.take(connection.id, from: &$0) }
        gone?.cancelsWork?()
    }

    /// Cancels a request's work, because the client has closed its side of the connection. The connection stays open.
    func cancelWork(on channel: ObjectIdentifier) {
        let cancels = state.withLock { state in
            state.open[channel]?.hasLeft = true
            return state.open[channel]?.cancelsWork
        }
        cancels?()
    }

    private static func take(_ channel: ObjectIdentifier, from state: inout State) -> Connection? {
        guard let gone = state.open.removeValue(forKey: channel), let group = gone.group else { return nil }
        gone.group = nil
        group.count -= 1
        group.move(from: gone.phase, to: nil)
        if group.count == 0 { state.groups[group.key] = nil }
        return gone
    }

    /// Removes and returns one connection of an address: the connection that has been silent longest. Returns `nil` when no connection of
    /// the address is silent.
    private static func takeSilent(of key: String, upTo last: Phase, from state: inout State) -> Connection? {
        for phase in Phase.allCases where phase.rawValue <= last.rawValue {
            if let found = nextSilent(of: key, in: phase, of: &state) { return take(found, from: &state) }
        }
        return nil
    }

    private static func nextSilent(of key: String, in phase: Phase, of state: inout State) -> ObjectIdentifier? {
        let open = state.open
        return state.groups[key]?.queues[phase.rawValue].takeFirst { open[$0]?.turn == $1 }
    }

    /// Removes a silent connection of the address with most connections. A connection whose request body is arriving is closed only to make
    /// room for an address with fewer connections.
    /// - Parameter own: the number of connections of the new connection's address.
    private static func takeSilent(holding own: Int, from state: inout State) -> Connection? {
        // Each connection above the limit costs this, so the groups are not sorted.
        for last in [Phase.idle, .receiving] {
            var largest: (key: String, count: Int)?
            for (key, group) in state.groups where group.count > largest?.count ?? 0 && group.isSilent(upTo: last) {
                if last == .idle || group.count > own + 1 { largest = (key, group.count) }
            }
            if let largest, let found = takeSilent(of: largest.key, upTo: last, from: &state) { return found }
        }
        return nil
    }
}
