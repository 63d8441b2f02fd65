import Foundation

/// Ties processes to processors, so that a figure counts one processor and the measuring programs have another one.
enum Cores {
    /// The processor of the gateway, and that of all other processes of the measurement; `nil` where there is only one, or no `taskset`.
    static let both: (gateway: Int, others: Int)? = {
        guard FileManager.default.isExecutableFile(atPath: taskset.path), let first = allowed.first,
            let last = allowed.last, first != last
        else { return nil }
        return (last, first)
    }()

    private static let taskset = URL(fileURLWithPath: "/usr/bin/taskset")

    /// Returns the command that runs a program on a processor. The process is the program's own, because `taskset` replaces itself by it.
    static func command(_ program: URL, _ arguments: [String], on core: Int?) -> (program: URL, arguments: [String]) {
        core.map { (taskset, ["-c", "\($0)", program.path] + arguments) } ?? (program, arguments)
    }

    /// The processors that this process may use.
    private static var allowed: [Int] {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        // Such as `0-3,6`.
        return line?.split { !$0.isNumber }.compactMap { Int($0) } ?? []
    }
}

/// The limit on the open files of this process and of those that it starts.
enum OpenFiles {
    /// The number of files that this process may have open.
    static var limit: Int {
        var limit = rlimit()
        #if canImport(Darwin)
        getrlimit(RLIMIT_NOFILE, &limit)
        #else
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #endif
        return Int(clamping: limit.rlim_cur)
    }

    /// Allows as many as the system does.
    static func raise() {
        var limit = rlimit()
        #if canImport(Darwin)
        getrlimit(RLIMIT_NOFILE, &limit)
        limit.rlim_cur = min(limit.rlim_max, 10_240)
        setrlimit(RLIMIT_NOFILE, &limit)
        #else
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #endif
    }
}
