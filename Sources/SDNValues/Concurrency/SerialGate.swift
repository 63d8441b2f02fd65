import HeraldLocks

/// Runs pieces of asynchronous work one at a time, in the order of their arrival.
///
/// Nothing may run between a commit and the update in memory that follows it.
package final class SerialGate: Sendable {
    private let gate = HeraldLocks.SerialGate()

    package init() {}

    /// Runs `body` when all earlier work is done. Waiting work is not dropped when its task is cancelled.
    package func run<T: Sendable>(_ body: @Sendable () async throws -> T) async rethrows -> T {
        try await gate.run(body)
    }
}
