import Foundation
import Logging
import SDNWire
import Synchronization

/// Watches the free space of the disk that stores the node's data. If there is too little, the node refuses requests that store something. Reading
/// goes on, and so does what the node has already accepted, such as the events of a room upgrade.
///
/// SQLite needs free space even to delete rows. A disk that is full would therefore stop the whole node.
final class DiskSpace: Sendable {
    /// The age at which the measured space is measured again.
    static let interval = Duration.seconds(1)

    static let full = StatusedError(
        status: 507,
        error: MatrixError(
            .unknown, "The disk of this node is almost full, so it stores nothing new at present. Reading still works.")
    )

    private struct State {
        var measuredAt: ContinuousClock.Instant?
        var isLow = false
    }

    private let folder: URL?
    private let reserve: Int64
    private let freeSpace: @Sendable (URL) -> Int64?
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let logger: Logger
    private let state = Mutex(State())

    init(_ configuration: NodeConfiguration, logger: Logger) {
        folder =
            switch configuration.storage {
            case .memory: nil
            case .directory(let folder): folder
            }
        reserve = configuration.diskReserve
        freeSpace = configuration.freeSpace
        clock = configuration.monotonicClock
        self.logger = logger
    }

    /// True if less space is free than the configuration reserves. A disk whose free space cannot be read counts as one with enough.
    var isLow: Bool {
        guard let folder, reserve > 0 else { return false }
        let now = clock()
        let isDue = state.withLock { state in
            if let last = state.measuredAt, now - last < Self.interval { return false }
            // Only one request measures. The others use the last result meanwhile.
            state.measuredAt = now
            return true
        }
        guard isDue else { return state.withLock(\.isLow) }
        let isLow = freeSpace(folder).map { $0 < reserve } ?? false
        let wasLow = state.withLock { state in
            defer { state.isLow = isLow }
            return state.isLow
        }
        if isLow, !wasLow { logger.error("the disk is almost full, so the node refuses to store anything") }
        if wasLow, !isLow { logger.warning("the disk has space again, so the node stores everything as before") }
        return isLow
    }

    /// - Throws: ``full`` if the disk is almost full.
    func requireSpace() throws(StatusedError) {
        if isLow { throw Self.full }
    }
}
