import Foundation

/// The system's limit on the files that the process may have open. Connections count as files.
enum OpenFiles {
    /// Raises the limit, as far as the system allows it to the process.
    /// - Returns: the limit if it is still lower than needed; `nil` if it is enough or unknown.
    static func raise(to needed: Int) -> Int? {
        #if canImport(Glibc)
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let files = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0, limit.rlim_cur < rlim_t(needed) else { return nil }
        let old = Int(clamping: limit.rlim_cur)
        limit.rlim_cur = min(rlim_t(needed), limit.rlim_max)
        #if canImport(Darwin)
        // macOS names no highest number and then refuses more than OPEN_MAX, see setrlimit(2).
        limit.rlim_cur = max(rlim_t(old), min(limit.rlim_cur, rlim_t(OPEN_MAX)))
        #endif
        guard setrlimit(files, &limit) == 0 else { return old }
        return limit.rlim_cur < rlim_t(needed) ? Int(clamping: limit.rlim_cur) : nil
    }
}
