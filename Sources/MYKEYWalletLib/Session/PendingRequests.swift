import HeraldLocks

/// The requests that wait for an answer. Each ends exactly once: by an answer, by the timeout, or because the opener or the dapp ends it.
///
/// ``MYKEYWallet`` uses one table for all initialisations. An app that initialises again while the wallet is open therefore still gets its
/// answer.
final class PendingRequests: Sendable {
    typealias Completion = @Sendable (RequestOutcome) -> Void

    private struct Waiting {
        let action: String
        let completion: Completion
        var tasks: [Task<Void, Never>] = []
    }

    private struct State {
        var waiting: [String: Waiting] = [:]
        /// The ids of requests that ended recently. They distinguish a late answer from an answer to an unknown request.
        var ended: [String] = []
    }

    enum Settlement: Sendable, Hashable {
        case settled
        case ended
        case unknown
        case otherAction
    }

    private static let remembered = 256
    private let state = Mutex(State())

    /// The ids of waiting requests, in no particular order.
    var ids: [String] { state.withLock { Array($0.waiting.keys) } }

    func add(_ id: String, action: String, completion: @escaping Completion) {
        state.withLock { $0.waiting[id] = Waiting(action: action, completion: completion) }
    }

    /// Stores a task that belongs to a request. The task is cancelled when the request ends, or at once if the request has already ended.
    func attach(_ task: Task<Void, Never>, to id: String) {
        let attached = state.withLock { state in
            guard state.waiting[id] != nil else { return false }
            state.waiting[id]?.tasks.append(task)
            return true
        }
        if !attached { task.cancel() }
    }

    /// Ends a request if it still waits. The request is removed from the table before its completion closure is called.
    /// - Parameter action: the action that the request must have, in any letter case. `nil` accepts every action.
    func settle(_ id: String, action: String? = nil, _ outcome: RequestOutcome) -> Settlement {
        var taken: Waiting?
        let settlement: Settlement = state.withLock { state in
            guard let waiting = state.waiting[id] else { return state.ended.contains(id) ? .ended : .unknown }
            if let action, action.lowercased() != waiting.action { return .otherAction }
            taken = state.waiting.removeValue(forKey: id)
            state.ended.append(id)
            if state.ended.count > Self.remembered { state.ended.removeFirst(state.ended.count - Self.remembered) }
            return .settled
        }
        guard let taken else { return settlement }
        for task in taken.tasks { task.cancel() }
        taken.completion(outcome)
        return settlement
    }
}
