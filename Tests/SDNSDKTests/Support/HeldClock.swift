import HeraldLocks
import SDNSDK

/// A clock whose sleepers sleep until a test wakes them.
final class HeldClock: Sendable {
    private let interrupted = Mutex(0)
    private let firstSleep = OneShot<Duration>()
    private let waking = OneShot<Void>()

    /// The number of cancelled sleepers.
    var interruptions: Int { interrupted.withLock { $0 } }

    /// Returns the first sleeper's duration, as soon as there is a sleeper.
    func asleep() async throws -> Duration { try await firstSleep.value() }

    /// Wakes everyone; later sleeps take no time.
    func wake() { waking.fulfil(.success(())) }

    var retryClock: RetryClock {
        RetryClock(
            now: { .zero },
            sleep: { time in
                self.firstSleep.fulfil(.success(time))
                do {
                    try await self.waking.value()
                } catch {
                    self.interrupted.withLock { $0 += 1 }
                    throw error
                }
            },
            jitter: { _ in .zero })
    }
}
