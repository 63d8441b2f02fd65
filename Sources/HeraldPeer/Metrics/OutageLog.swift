import Logging
import Synchronization

/// Writes outages to the log, at most one a second for each reason, so that an outage does not fill the disk.
package final class OutageLog: Sendable {
    private let logger: Logger
    private let last = Mutex<[String: ContinuousClock.Instant]>([:])

    package init(logger: Logger) { self.logger = logger }

    /// Logs an outage.
    /// - Parameters:
    ///   - reason: the reason, without values of clients.
    ///   - now: a time of a monotonic clock. Defaults to the present.
    package func note(_ reason: String, at now: ContinuousClock.Instant = .now) {
        let isFirst = last.withLock { last in
            last = last.filter { now - $0.value < .seconds(1) }
            guard last[reason] == nil else { return false }
            last[reason] = now
            return true
        }
        if isFirst { logger.warning("requests are answered with 503", metadata: ["reason": "\(reason)"]) }
    }
}
