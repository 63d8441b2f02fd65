import HeraldJSON
import HeraldLocks
import SDNValues

/// The calls that wait until a sync has brought or removed a room.
///
/// A node of several processes may answer a sync before it knows of the change. A call therefore waits for more than one sync.
final class RoomWaiters: Sendable {
    private struct Call: Sendable {
        let roomId: String
        let condition: @Sendable (MXMembership?) -> Bool
        let waiter: Waiter<Result<Void, any Error>>
        /// The number of the last sync that had begun before the call waited.
        let sync: Int
        /// The time at which the node had answered the request and the wait began.
        let began: Duration
        /// Ends the wait when its time is over; `nil` until a sync that should show the change does not show it.
        var end: Task<Void, Never>?
    }
    private struct State {
        /// The number of sync runs that have not ended. A new run may begin before the previous run has ended.
        var runs = 0
        /// The error for a call that waits while no sync run exists.
        var end: any Error = SDNSDKError(
            .notStarted, reason: "the session stopped syncing before the change of membership was seen")
        var lastSync = 0
        var last = 0
        var calls: [Int: Call] = [:]
    }
    private let state = Mutex(State())
    private let clock: RetryClock
    /// The time for which a call waits after the node's answer. If the first sync that began later takes longer, the call waits for it.
    static let timeout = Duration.seconds(30)

    init(clock: RetryClock) { self.clock = clock }

    /// Waits until `condition` is true for the user's membership in a room. The membership is `nil` for a room that is not listed.
    /// - Throws: ``SDNSDKError`` with code `unknownRoom` when the syncs that began after this call do not show the change within ``timeout``, or when
    ///   one of them says that the user is not in the room; `notStarted` when there are no more syncs, and `closed` when the session is closed.
    func wait(
        forRoom roomId: String, now membership: @Sendable () -> MXMembership?,
        until condition: @escaping @Sendable (MXMembership?) -> Bool
    ) async throws {
        let waiter = Waiter<Result<Void, any Error>>()
        let began = clock.now()
        let number = state.withLock { state in
            state.last += 1
            state.calls[state.last] = Call(
                roomId: roomId, condition: condition, waiter: waiter, sync: state.lastSync, began: began)
            if state.runs == 0 { waiter.resume(returning: .failure(state.end)) }
            return state.last
        }
        defer { remove(number) }
        // The condition is tested after the call was added, so that a sync in between is not missed.
        if condition(membership()) { return }
        try await waiter.wait(orWhenCancelled: .failure(CancellationError())).get()
    }

    func check(_ membership: (String) -> MXMembership?) {
        for (number, call) in state.withLock({ $0.calls }) where call.condition(membership(call.roomId)) {
            call.waiter.resume(returning: .success(()))
            remove(number)
        }
    }

    private func remove(_ number: Int) {
        let call = state.withLock { $0.calls.removeValue(forKey: number) }
        call?.end?.cancel()
    }

    /// Notes that syncs follow one another from now on, until ``runEnds(_:)``.
    func runBegins() { state.withLock { $0.runs += 1 } }

    /// Notes that a sync begins.
    /// - Returns: the number of the sync.
    func syncBegins() -> Int {
        state.withLock { state in
            state.lastSync += 1
            return state.lastSync
        }
    }

    /// Notes that a sync was processed. A call that still waits should have seen its change, if it began to wait before this sync began. It fails
    /// at once if the sync says that the user is not in the room, and otherwise when its time is over.
    /// - Parameter left: the rooms that the sync lists as left.
    func syncEnded(_ number: Int, leaving left: Set<String>) {
        let failed = state.withLock { state -> [Call] in
            var failed: [Call] = []
            for (key, call) in state.calls where call.sync < number {
                if left.contains(call.roomId) {
                    failed.append(call)
                } else if call.end == nil {
                    state.calls[key]?.end = end(of: call)
                }
            }
            return failed
        }
        let reason = "the user was removed from the room before a sync showed the change of membership"
        for call in failed {
            call.waiter.resume(returning: .failure(SDNSDKError(.unknownRoom, field: "roomId", reason: reason)))
        }
    }

    /// Returns a task that ends a wait when its time is over.
    private func end(of call: Call) -> Task<Void, Never> {
        let (clock, waiter) = (clock, call.waiter)
        let rest = call.began + RoomWaiters.timeout - clock.now()
        return Task {
            do {
                if rest > .zero { try await clock.sleep(rest) }
            } catch {
                return
            }
            let missed = SDNSDKError(
                .unknownRoom, field: "roomId",
                reason: "the syncs after the node's answer do not show the change of membership")
            waiter.resume(returning: .failure(missed))
        }
    }

    /// Notes that a run of syncs has ended, and ends the waiting calls with an error.
    /// - Parameter error: the error; `nil` uses the error of the previous run.
    func runEnds(_ error: SDNSDKError?) {
        let (calls, end) = state.withLock { state in
            state.runs -= 1
            if let error { state.end = error }
            return (Array(state.calls.values), state.end)
        }
        for call in calls { call.waiter.resume(returning: .failure(end)) }
    }
}

extension JSONDocument {
    /// The IDs of the rooms that a sync response lists as left.
    var leftRooms: Set<String> { Set(root["rooms"]?["leave"]?.members.map { $0.0 } ?? []) }
}
