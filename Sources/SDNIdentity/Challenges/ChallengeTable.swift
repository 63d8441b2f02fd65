import DequeModule
import SDNWire
import Synchronization

/// The open challenges of a server that consists of one process.
///
/// They are in memory, because they last only minutes. A restart loses them, and their answers are then refused.
package final class ChallengeTable: ChallengeStore {
    private struct Entry {
        let challenge: Challenge
        /// The challenge's sequence number. A smaller number is older.
        let number: Int
        let remote: String
        let expiresAt: ContinuousClock.Instant
        var failures = 0
    }

    private struct State {
        var open: [String: Entry] = [:]
        /// The nonces of the open challenges, for the deprecated flow. The outer key has the DID and the time of its last change, and the inner key
        /// is the challenge's sequence number.
        var byUpdate: [String: [Int: (nonce: String, remote: String)]] = [:]
        /// The nonces of the open challenges of each remote network, by sequence number.
        var openPerRemote: [String: [Int: String]] = [:]
        var nextNumber = 0
        /// The nonces in the order in which their challenges expire.
        var queue: Deque<(nonce: String, expiresAt: ContinuousClock.Instant)> = []
        /// The most recently ended challenges, for a precise error message. Their number is bounded. A new one replaces the oldest one.
        var ended: [String: ChallengeEnd] = [:]
        var endedOrder: Deque<String> = []
    }

    private static let endedLimit = 4_096
    private let lifetime: Duration
    private let capacity: Int
    private let capacityPerRemote: Int
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameter clock: a monotonic clock. With a wall clock that is set back, a challenge would last longer than its lifetime.
    package init(
        lifetime: Duration, capacity: Int, capacityPerRemote: Int,
        clock: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.lifetime = lifetime
        self.capacity = capacity
        self.capacityPerRemote = capacityPerRemote
        self.clock = clock
    }

    /// The number of open challenges; for tests.
    package var openCount: Int { state.withLock { $0.open.count } }

    /// Stores a challenge; see ``ChallengeStore/open(_:remote:)``.
    /// - Throws: `M_LIMIT_EXCEEDED` if too many are open for `remote`.
    package func open(_ challenge: Challenge, remote: String) throws(MatrixError) {
        let now = clock()
        let wait: Duration? = state.withLock { state in
            expire(&state, now: now)
            if let own = state.openPerRemote[remote], own.count >= capacityPerRemote {
                let next = Self.oldest(own).flatMap { state.open[$0]?.expiresAt } ?? now + .seconds(1)
                return min(max(next - now, .milliseconds(1)), lifetime)
            }
            if state.open.count >= capacity,
                let most = state.openPerRemote.max(by: { $0.value.count < $1.value.count })?.value
            {
                if let nonce = Self.oldest(most) { end(nonce, as: .evicted, &state) }
            }
            let expiresAt = now + lifetime, number = state.nextNumber
            state.nextNumber += 1
            state.open[challenge.nonce] = Entry(
                challenge: challenge, number: number, remote: remote, expiresAt: expiresAt)
            state.byUpdate[updateKey(challenge.did, challenge.updated), default: [:]][number] = (
                challenge.nonce, remote
            )
            state.openPerRemote[remote, default: [:]][number] = challenge.nonce
            state.queue.append((challenge.nonce, expiresAt))
            return nil
        }
        if let wait {
            throw ChallengeLimits.tooMany(wait)
        }
    }

    /// Returns the challenge with a nonce.
    /// - Throws: `M_FORBIDDEN` if the challenge is unknown, used, expired or exhausted. The message tells which.
    package func find(nonce: String) throws(MatrixError) -> Challenge {
        try take { state in
            if let entry = state.open[nonce] { return .success(entry.challenge) }
            return .failure(state.ended[nonce])
        }
    }

    /// Returns the open challenges that an answer without a nonce can mean; see ``ChallengeStore/find(did:updated:remote:)``.
    /// - Throws: `M_FORBIDDEN` if there is none.
    package func find(did: SDNDID, updated: String, remote: String) throws(MatrixError) -> [Challenge] {
        try take { state in
            let named = state.byUpdate[updateKey(did, updated)] ?? [:]
            let ordered = named.sorted {
                ($0.value.remote == remote ? 1 : 0, $0.key) > ($1.value.remote == remote ? 1 : 0, $1.key)
            }
            let found = ordered.prefix(ChallengeLimits.candidates).compactMap { state.open[$0.value.nonce]?.challenge }
            return found.isEmpty ? .failure(nil) : .success(found)
        }
    }

    /// Ends a challenge. Only one of several simultaneous callers succeeds.
    /// - Throws: `M_FORBIDDEN` if the challenge has already ended.
    package func spend(_ challenge: Challenge) throws(MatrixError) {
        try take { state -> Lookup<Void> in
            guard state.open[challenge.nonce] != nil else { return .failure(state.ended[challenge.nonce]) }
            end(challenge.nonce, as: .used, &state)
            return .success(())
        }
    }

    /// Counts a failed answer. The challenge stays valid until too many answers have failed.
    package func noteFailure(_ challenge: Challenge) {
        state.withLock { state in
            guard var entry = state.open[challenge.nonce] else { return }
            entry.failures += 1
            state.open[challenge.nonce] = entry
            if entry.failures >= ChallengeLimits.failures { end(challenge.nonce, as: .exhausted, &state) }
        }
    }

    private enum Lookup<T> {
        case success(T)
        case failure(ChallengeEnd?)
    }

    private func take<T: Sendable>(_ body: (inout sending State) -> Lookup<T>) throws(MatrixError) -> T {
        let now = clock()
        let result: Result<T, MatrixError> = state.withLock { state in
            expire(&state, now: now)
            switch body(&state) {
            case .success(let value): return .success(value)
            case .failure(let end):
                return .failure(ChallengeLimits.ended(end))
            }
        }
        return try result.get()
    }

    private static func oldest(_ nonces: [Int: String]) -> String? { nonces.min { $0.key < $1.key }?.value }

    private func updateKey(_ did: SDNDID, _ updated: String) -> String { did.hex + " " + updated }

    private func expire(_ state: inout State, now: ContinuousClock.Instant) {
        while let first = state.queue.first, first.expiresAt <= now {
            state.queue.removeFirst()
            end(first.nonce, as: .expired, &state)
        }
        // Entries of challenges that ended before their expiry are removed too. Otherwise many short-lived challenges would make the queue long.
        if state.queue.count > 2 * state.open.count + 1_024 {
            let open = state.open
            state.queue.removeAll { open[$0.nonce] == nil }
        }
    }

    private func end(_ nonce: String, as reason: ChallengeEnd, _ state: inout State) {
        guard let entry = state.open.removeValue(forKey: nonce) else { return }
        let key = updateKey(entry.challenge.did, entry.challenge.updated)
        state.byUpdate[key]?[entry.number] = nil
        if state.byUpdate[key]?.isEmpty == true { state.byUpdate[key] = nil }
        state.openPerRemote[entry.remote]?[entry.number] = nil
        if state.openPerRemote[entry.remote]?.isEmpty == true { state.openPerRemote[entry.remote] = nil }
        if state.endedOrder.count >= Self.endedLimit, let oldest = state.endedOrder.popFirst() {
            state.ended[oldest] = nil
        }
        state.endedOrder.append(nonce)
        state.ended[nonce] = reason
    }
}
