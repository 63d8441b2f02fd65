import Synchronization

/// Records that the database, or the server of another process, was not available while a server processed a request.
///
/// If a document cannot be read, a verification fails with a code that blames the sender of the message. With this record, the server knows
/// that the sender is not to blame, and answers that the request may be repeated.
package final class TemporaryOutage: Sendable {
    @TaskLocal static var current: TemporaryOutage?
    private let wait = Mutex<Duration?>(nil)

    /// The time after which the request may be repeated. `nil` if there was no outage.
    var retryAfter: Duration? { wait.withLock { $0 } }

    /// Records an outage for the request that is being processed.
    static func note(retryAfter: Duration) { current?.wait.withLock { $0 = retryAfter } }

    /// Records an error of the database for the request that is being processed, if the error is temporary.
    package static func note(_ error: ServiceDatabaseError) {
        if let retryAfter = error.retryAfter { note(retryAfter: retryAfter) }
    }
}
