#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Takes times in processor time of this process: what is measured runs on one thread, and other processes then disturb it least.
enum Stopwatch {
    /// Runs of `body` per second: the best of `rounds` rounds of at least `seconds` each, after one run to warm up.
    /// The best round is the one that other processes disturbed least.
    static func perSecond(rounds: Int = 5, seconds: Double = 0.2, _ body: () throws -> Void) rethrows -> Double {
        try body()
        var best = 0.0
        for _ in 0..<BenchmarkSize.choose(rounds, smallest: 1) { best = max(best, try round(seconds, body)) }
        return best
    }

    /// The same for two bodies in turns, so that a busy moment of the machine hits both.
    static func perSecond(
        rounds: Int = 7, seconds: Double = 0.2, _ ours: () throws -> Void, against peer: () throws -> Void
    ) rethrows -> (ours: Double, peer: Double) {
        try ours()
        try peer()
        var best = (ours: 0.0, peer: 0.0)
        for _ in 0..<BenchmarkSize.choose(rounds, smallest: 1) {
            best.ours = max(best.ours, try round(seconds, ours))
            best.peer = max(best.peer, try round(seconds, peer))
        }
        return best
    }

    private static func round(_ seconds: Double, _ body: () throws -> Void) rethrows -> Double {
        let seconds = BenchmarkSize.choose(seconds, smallest: 0.02)
        let start = processorTime()
        var runs = 0
        var elapsed = 0.0
        repeat {
            try body()
            runs += 1
            elapsed = processorTime() - start
        } while elapsed < seconds
        return Double(runs) / elapsed
    }

    /// Of all threads of this process, in seconds.
    static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Keeps a result alive, so that the optimiser cannot drop the work that made it.
    @inline(never)
    static func keep<T>(_ value: T) { withExtendedLifetime(value) {} }
}
