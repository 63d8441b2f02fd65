import OpenDID_DataModel
import Synchronization

/// Takes away what is over, in slices: each is a write of its own, so that others are let in between.
package final class Sweeper: Sendable {
    /// How many rows one slice takes.
    package static let slice = 200
    private let database: ServiceDatabase
    private let now: @Sendable () -> UTCInstant
    private let kinds = Mutex<[ExpiredRows]>([])
    private let asked = Mutex<[AskedRows]>([])
    private let state = Mutex(State())

    private struct State {
        var isRunning = false
        /// The second in which the last slice was taken.
        var last: Int64?
        /// Whether it left something.
        var hasMore = false
    }

    init(database: ServiceDatabase, now: @escaping @Sendable () -> UTCInstant) {
        self.database = database
        self.now = now
    }

    func add(_ rows: [ExpiredRows]) { kinds.withLock { $0 += rows } }
    func add(_ rows: [AskedRows]) { asked.withLock { $0 += rows } }

    /// Takes a slice, unless one was taken this very second and left nothing. Comes with whatever makes new rows.
    func nudge() async {
        let second = now().seconds
        let isMine = state.withLock { state in
            guard !state.isRunning, state.hasMore || state.last != second else { return false }
            (state.isRunning, state.last) = (true, second)
            return true
        }
        guard isMine else { return }
        // What could not be taken away now is taken away later.
        let taken = (try? await takeSlice()) ?? 0
        state.withLock { ($0.isRunning, $0.hasMore) = (false, taken >= Self.slice) }
    }

    /// Takes everything that is over, slice by slice.
    /// - Returns: how many rows each slice took.
    @discardableResult
    package func sweep() async throws -> [Int] {
        var slices: [Int] = []
        repeat { slices.append(try await takeSlice()) } while slices.last ?? 0 >= Self.slice
        // Not with a request that makes new rows: it would wait for the other process.
        for kind in asked.withLock({ $0 }) {
            repeat { slices.append(try await kind.take(now(), Self.slice)) } while slices.last ?? 0 >= Self.slice
        }
        return slices
    }

    private func takeSlice() async throws -> Int {
        let (kinds, now) = (kinds.withLock { $0 }, now())
        return try await database.write { db in
            var taken = 0
            for kind in kinds where taken < Self.slice { taken += try kind.take(db, now, Self.slice - taken) }
            return taken
        }
    }
}
