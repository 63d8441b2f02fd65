import Dispatch
import MYKEYServices
import Synchronization
import TestSupport
import Testing

@Suite("Processors for posts")
struct CallerExecutorTests {
    /// An executor that knows when it runs something.
    private final class Place: TaskExecutor {
        private let queue = DispatchQueue(label: "test.place")
        private let working = Mutex(false)
        var isWorking: Bool { working.withLock { $0 } }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { [self] in
                working.withLock { $0 = true }
                job.runSynchronously(on: asUnownedTaskExecutor())
                working.withLock { $0 = false }
            }
        }
    }

    /// Writes down where it is asked.
    private struct WatchedKeys: ReservedKeySource {
        let keys: TestKeys
        let place: Place
        let isAskedThere = Tally()

        func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? {
            if place.isWorking { isAskedThere.add() }
            return try await keys.reservedKey(of: account)
        }
    }

    @Test(
        "work on a post, and on the key that it looks up, counts for the sender's share of the processors"
    )
    func share() async throws {
        let cast = try LoginCast(), place = Place()
        let keys = WatchedKeys(keys: try cast.keys, place: place)
        let source = CachingKeySource(keys, lifetime: .seconds(60), now: cast.clock.read)
        let service = try cast.service(keys: source, store: try SQLiteReplayStore.inMemory())
        let body = try cast.body(uuID: try await service.beginLogin().uuID)
        let answer = await CallerExecutor.$current.withValue(place) {
            await withTaskExecutorPreference(place) { await service.receive(body) }
        }
        #expect(answer.login != nil)
        #expect(keys.keys.asked == 1 && keys.isAskedThere.count == 1)
    }
}
