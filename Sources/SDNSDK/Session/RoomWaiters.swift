import Synchronization

/// Calls that wait until a room has come, or gone, in a sync.
final class RoomWaiters: Sendable {
    private struct Waiter: Sendable {
        let roomId: String
        let condition: @Sendable (MXMembership?) -> Bool
        let arrival: OneShot<Void>
    }
    private struct State {
        var last = 0
        var waiters: [Int: Waiter] = [:]
    }
    private let state = Mutex(State())

    /// Waits until `condition` holds for the membership in a room; `nil` stands for a room that is not listed.
    func wait(
        forRoom roomId: String, now membership: @Sendable () -> MXMembership?, until condition: @escaping @Sendable (MXMembership?) -> Bool
    ) async throws {
        let waiter = Waiter(roomId: roomId, condition: condition, arrival: OneShot())
        let number = state.withLock { state in
            state.last += 1
            state.waiters[state.last] = waiter
            return state.last
        }
        defer { _ = state.withLock { $0.waiters.removeValue(forKey: number) } }
        // Looked at after it is registered, so that a sync in between is not missed.
        if condition(membership()) { return }
        try await waiter.arrival.value()
    }

    func check(_ membership: (String) -> MXMembership?) {
        for waiter in state.withLock({ Array($0.waiters.values) }) where waiter.condition(membership(waiter.roomId)) {
            waiter.arrival.fulfil(.success(()))
        }
    }

    func failAll(_ error: any Error) {
        for waiter in state.withLock({ Array($0.waiters.values) }) { waiter.arrival.fulfil(.failure(error)) }
    }
}
