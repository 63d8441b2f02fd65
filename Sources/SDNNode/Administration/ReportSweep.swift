import Logging
import SDNWire

/// Deletes users' reports when they are old. It looks once an hour, and deletes a few at once, so that other writes get their turn.
struct ReportSweep: Sendable {
    let services: NodeServices

    /// The time between two sweeps.
    static let interval = Duration.seconds(3_600)
    /// The queue of the writer in which the deletions wait.
    private static let queue = "reports"

    /// Sweeps until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                try await sweep()
            } catch {
                services.logger.error("old reports were not deleted", metadata: ["error": "\(type(of: error))"])
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Deletes all reports whose time is over.
    func sweep() async throws {
        let now = services.now()
        guard try await services.database.read({ db in try ReportStore.hasExpired(at: now, in: db) }) else { return }
        while !Task.isCancelled {
            let count = try await services.database.write(queue: Self.queue) { db in
                try ReportStore.removeExpired(at: now, in: db)
            }
            guard count == ReportStore.deletedAtOnce else { return }
        }
    }
}
