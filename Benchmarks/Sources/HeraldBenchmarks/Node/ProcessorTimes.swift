import Foundation

/// The time of a fixed calculation without memory, disk or other processes, after a rest of 5 ms. The host of a virtual machine takes the processors
/// away for some milliseconds now and then, whatever program runs. Therefore the 99th percentiles of the servers are read beside it.
enum ProcessorTimes {
    static func run() -> [Measurement] {
        let times = (0..<BenchmarkSize.choose(1_500, smallest: 10)).map { round in
            usleep(5_000)
            let start = LoadSocket.now()
            Stopwatch.keep(calculation(UInt64(round)))
            return LoadSocket.now() - start
        }
        let figures = Percentiles(times)
        return [
            Measurement("this processor: a fixed calculation, median", unit: "ms", ours: figures.p50),
            Measurement("this processor: a fixed calculation, p99", unit: "ms", ours: figures.p99),
        ]
    }

    /// Needs no memory. Each step needs the result of the one before.
    @inline(never)
    private static func calculation(_ seed: UInt64) -> UInt64 {
        (0..<1_000_000).reduce(seed) { value, step in
            value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 &+ UInt64(step)
        }
    }
}
