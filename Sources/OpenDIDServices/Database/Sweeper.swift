import OpenDID_DataModel
import Synchronization

/// Deletes expired rows in slices. Each slice is a write of its own, so that other writes need not wait until all rows are deleted.
package final class Sweeper: Sendable {
    /// The most rows that one slice deletes.
    package static let slice = 200
    private let database: any ServiceDatabase
    private let now: @Sendable () -> UTCInstant
    private let kinds = Mutex<[ExpiredRows]>([])
    private let asked = Mutex<[AskedRows]>([])
    private let state = Mutex(State())

    private struct State {
        var isRunning = false
        /// The second in which the last slice was deleted.
        var last: UTCInstant?
        /// True if the last slice was full. More rows may then have expired.
        var hasMore = false
        /// Wakes the task of ``run(every:)``. `nil` if there is none.
        var waking: AsyncStream<Void>.Continuation?
    }

    init(database: any ServiceDatabase, now: @escaping @Sendable () -> UTCInstant) {
        self.database = database
        self.now = now
    }

    /// True while ``run(every:)`` runs.
    var hasOwnTask: Bool { state.withLock { $0.waking != nil } }

    func add(_ rows: [ExpiredRows]) { kinds.withLock { $0 += rows } }
    func add(_ rows: [AskedRows]) { asked.withLock { $0 += rows } }

    /// Deletes all expired rows at each interval, and a slice after each ``nudge()``, until the task is cancelled.
    func run(every interval: Duration) async {
        let (nudges, waking) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.waking = waking }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { while (try? await Task.sleep(for: interval)) != nil { _ = try? await self.sweep() } }
            group.addTask { for await _ in nudges { await self.deleteSlice() } }
        }
        state.withLock { $0.waking = nil }
    }

    /// Deletes one slice. It is called when rows are added. It does nothing if the previous slice was deleted in the same second and was
    /// not full. The task of ``run(every:)`` deletes the slice, so that the client's request does not wait for it. Without such a task, the
    /// request waits.
    func nudge() async {
        let second = UTCInstant(seconds: now().seconds)
        let (isMine, waking) = state.withLock { state -> (Bool, AsyncStream<Void>.Continuation?) in
            guard !state.isRunning, state.hasMore || state.last != second else { return (false, nil) }
            (state.isRunning, state.last) = (true, second)
            return (true, state.waking)
        }
        guard isMine else { return }
        if let waking { waking.yield() } else { await deleteSlice() }
    }

    private func deleteSlice() async {
        // The error is ignored, because a later call deletes the rows. It is no outage for the request that called this.
        let taken = (try? await TemporaryOutage.$current.withValue(nil) { try await takeSlice() }) ?? 0
        state.withLock { ($0.isRunning, $0.hasMore) = (false, taken >= Self.slice) }
    }

    /// Deletes all expired rows, slice by slice.
    /// - Returns: the number of rows that each slice deleted or checked.
    @discardableResult
    package func sweep() async throws -> [Int] {
        var slices: [Int] = []
        repeat { slices.append(try await takeSlice()) } while slices.last ?? 0 >= Self.slice
        // For these rows, another process must be asked which of them have expired. ``nudge()`` does not delete them, because a client's
        // request would have to wait for the other process.
        for kind in asked.withLock({ $0 }) {
            repeat { slices.append(try await kind.take(now(), Self.slice)) } while slices.last ?? 0 >= Self.slice
        }
        return slices
    }

    private func takeSlice() async throws -> Int {
        let (kinds, now) = (kinds.withLock { $0 }, now())
        return try await database.sweep { rows in
            var taken = 0
            for kind in kinds where taken < Self.slice { taken += try kind.take(rows, now, Self.slice - taken) }
            return taken
        }
    }
}
