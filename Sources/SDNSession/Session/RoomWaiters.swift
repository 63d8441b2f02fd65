import HeraldLocks
import SDNValues

/// The calls that wait until a sync has brought or removed a room.
final class RoomWaiters: Sendable {
    private struct Call: Sendable {
        let roomId: String
        let condition: @Sendable (MXMembership?) -> Bool
        let waiter: Waiter<Result<Void, any Error>>
        /// The number of the last sync that had begun before the call waited.
        let sync: Int
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

    /// Waits until `condition` is true for the user's membership in a room. The membership is `nil` for a room that is not listed.
    /// - Throws: ``SDNSDKError`` with code `unknownRoom` when a sync that began after this call does not show the change, `notStarted` when there are
    ///   no more syncs, and `closed` when the session is closed.
    func wait(
        forRoom roomId: String, now membership: @Sendable () -> MXMembership?,
        until condition: @escaping @Sendable (MXMembership?) -> Bool
    ) async throws {
        let waiter = Waiter<Result<Void, any Error>>()
        let number = state.withLock { state in
            state.last += 1
            state.calls[state.last] = Call(
                roomId: roomId, condition: condition, waiter: waiter, sync: state.lastSync)
            if state.runs == 0 { waiter.resume(returning: .failure(state.end)) }
            return state.last
        }
        defer { _ = state.withLock { $0.calls.removeValue(forKey: number) } }
        // The condition is tested after the call was added, so that a sync in between is not missed.
        if condition(membership()) { return }
        try await waiter.wait(orWhenCancelled: .failure(CancellationError())).get()
    }

    func check(_ membership: (String) -> MXMembership?) {
        for call in state.withLock({ Array($0.calls.values) }) where call.condition(membership(call.roomId)) {
            call.waiter.resume(returning: .success(()))
        }
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

    /// Notes that a sync was processed. A call fails if it began to wait before this sync began and still waits, because this sync should
    /// have shown the change.
    func syncEnded(_ number: Int) {
        let missed = SDNSDKError(
            .unknownRoom, field: "roomId",
            reason: "the sync after the node's answer does not show the change of membership")
        for call in state.withLock({ Array($0.calls.values) }) where call.sync < number {
            call.waiter.resume(returning: .failure(missed))
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
