import Foundation

/// The time of a calculation without memory, disk or other processes, after a rest of 5 ms. The host of a virtual machine takes the processors away
/// for some milliseconds now and then, whatever program runs. A longer calculation meets more of these moments. Therefore this one takes as long as
/// the goal for the median of a delivery, and the 99th percentiles of the servers are read beside its own.
enum ProcessorTimes {
    /// The calculation's median time, in ms.
    private static let goal = 1.5

    static func run() -> [Measurement] {
        let steps = steps(for: goal)
        let times = (0..<BenchmarkSize.choose(1_500, smallest: 10)).map { round in
            usleep(5_000)
            return time(of: steps, seed: UInt64(round))
        }
        let figures = Percentiles(times)
        return [
            Measurement("this processor: a fixed calculation, median", unit: "ms", ours: figures.p50),
            Measurement("this processor: a fixed calculation, p99", unit: "ms", ours: figures.p99),
        ]
    }

    /// - Returns: the number of steps whose median time is about this many milliseconds.
    private static func steps(for milliseconds: Double) -> Int {
        let sample = 1_000_000
        let times = (0..<BenchmarkSize.choose(101, smallest: 3)).map { round in
            usleep(5_000)
            return time(of: sample, seed: UInt64(round))
        }
        return Int(Double(sample) * milliseconds / max(Percentiles(times).p50, 0.01))
    }

    private static func time(of steps: Int, seed: UInt64) -> Double {
        let start = LoadSocket.now()
        Stopwatch.keep(calculation(seed, steps))
        return LoadSocket.now() - start
    }

    /// Needs no memory. Each step needs the result of the one before.
    @inline(never)
    private static func calculation(_ seed: UInt64, _ steps: Int) -> UInt64 {
        (0..<steps).reduce(seed) { value, step in
            value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 &+ UInt64(step)
        }
    }
}
