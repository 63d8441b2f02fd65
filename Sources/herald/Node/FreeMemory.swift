import Foundation

/// Gives memory that the program has freed back to the system. The C library of Linux keeps most of it.
enum FreeMemory {
    #if canImport(Glibc)
    private typealias Trim = @convention(c) (Int) -> Int32
    private typealias SetOption = @convention(c) (Int32, Int32) -> Int32
    /// `malloc_trim` and `mallopt` of the C library, which Swift does not import; `nil` if this C library has none. `dlsym` returns a
    /// pointer without a type, so the cast is needed.
    private static let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: Trim.self) }
    private static let setOption = dlsym(nil, "mallopt").map { unsafeBitCast($0, to: SetOption.self) }

    /// The options of `mallopt`, with their numbers.
    private enum Option: Int32 {
        case pools = -8
        case mapThreshold = -3
        case trimThreshold = -1
    }

    /// The size in bytes from which each allocation has memory of its own, which is given back at once, and the most free bytes at the end of a
    /// pool. The C library would otherwise raise these limits to 32 and 64 MB after the first large allocations, and `malloc_trim` does not
    /// give back the ends of the pools.
    private static let large: Int32 = 512 << 10
    /// The time between two looks at the program.
    private static let pause = Duration.seconds(1)
    /// The longest time without giving memory back, in pauses, for a program that is never at rest.
    private static let longest = 30
    /// The processor time of a pause below which the program is at rest, in seconds.
    private static let rest = 0.1
    /// The processor time from which the program has done something since memory was given back, in seconds.
    private static let work = 0.02
    /// The time at rest after which caches are dropped, in pauses.
    private static let longRest = 2
    /// The processor time from which the program may have filled caches since they were dropped, in seconds.
    private static let cached = 0.2
    #endif

    /// Limits what the C library keeps. Call it before the program has threads.
    static func limit() {
        #if canImport(Glibc)
        guard let setOption else { return }
        _ = setOption(Option.mapThreshold.rawValue, large)
        _ = setOption(Option.trimThreshold.rawValue, large)
        // Each pool of memory has gaps of its own. Without a limit, there are eight for each processor.
        _ = setOption(Option.pools.rawValue, Int32(clamping: 2 * max(ProcessInfo.processInfo.activeProcessorCount, 1)))
        #endif
    }

    /// Gives memory back whenever the program comes to rest, and at least every 30 s while it works, until the task is cancelled.
    /// - Parameter dropCaches: drops what can be read again from the disk. It is called after a longer rest.
    static func giveBack(dropCaches: @Sendable () -> Void) async {
        #if canImport(Glibc)
        var before = processorTime(), given = before, dropped = 0.0, pauses = 0, rests = 0
        while (try? await Task.sleep(for: pause)) != nil {
            let now = processorTime()
            pauses += 1
            rests = now - before < rest ? rests + 1 : 0
            // Memory that is given back in the middle of work is needed again at once.
            if now - given > work, rests > 0 || pauses >= longest {
                _ = trim?(0)
                (given, pauses) = (processorTime(), 0)
            }
            if rests >= longRest, now - dropped > cached {
                dropCaches()
                dropped = processorTime()
                // The caches are freed after the call, so the next pause ends with giving memory back.
                given = -.infinity
            }
            before = processorTime()
        }
        #endif
    }

    #if canImport(Glibc)
    /// The processor time of the program so far, in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    #endif
}
