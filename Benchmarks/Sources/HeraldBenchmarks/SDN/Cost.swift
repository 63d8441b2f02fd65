#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The cost of a piece of work. Processor time is that of all threads of this process, and excludes other processes on the machine.
struct Cost {
    var wall = 0.0
    var processor = 0.0

    static func of<T>(_ body: () async throws -> T) async rethrows -> (cost: Cost, result: T) {
        let before = now()
        let result = try await body()
        let after = now()
        return (Cost(wall: after.wall - before.wall, processor: after.processor - before.processor), result)
    }

    /// The median of several runs, each time for itself.
    static func median(_ costs: [Cost]) -> Cost {
        func middle(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
        return Cost(wall: middle(costs.map(\.wall)), processor: middle(costs.map(\.processor)))
    }

    /// The smallest wall time and the smallest processor time of several runs, because other processes can only make a run longer.
    static func best(_ costs: [Cost]) -> Cost {
        Cost(wall: costs.map(\.wall).min() ?? 0, processor: costs.map(\.processor).min() ?? 0)
    }

    private static func now() -> Cost { Cost(wall: clock(CLOCK_MONOTONIC), processor: clock(CLOCK_PROCESS_CPUTIME_ID)) }

    private static func clock(_ id: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(id, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
