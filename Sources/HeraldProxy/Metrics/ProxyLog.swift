import HeraldPeer
import Logging
import Synchronization

/// Logs what an operator has to mend. The homeserver's failures have at most one line a second, so that an outage does not fill the disk.
final class ProxyLog: Sendable {
    private struct State {
        var next: ContinuousClock.Instant?
        /// The failures that were not logged since the last line.
        var skipped = 0
    }

    private let logger: Logger
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())
    private let hasWarned = Atomic(false)

    /// - Parameter clock: a monotonic clock.
    init(_ logger: Logger, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.logger = logger
        self.clock = clock
    }

    /// Notes the reason why a request was not answered by the homeserver. Reasons that are the client's are not logged.
    func failed(_ refusal: ProxyRefusal, of id: RequestID?) {
        guard refusal.isOfHomeserver else { return }
        let now = clock()
        let skipped = state.withLock { state -> Int? in
            if let next = state.next, now < next {
                state.skipped += 1
                return nil
            }
            defer { state.skipped = 0 }
            state.next = now + .seconds(1)
            return state.skipped
        }
        guard let skipped else { return }
        var metadata: Logger.Metadata = ["reason": "\(refusal.rawValue)"]
        if let id { metadata[RequestID.key] = "\(id.text)" }
        if skipped > 0 { metadata["skipped"] = "\(skipped)" }
        logger.warning("the homeserver did not answer a request", metadata: metadata)
    }

    /// True until the first call of ``forwarded(by:)``.
    var warnsOfProxies: Bool { !hasWarned.load(ordering: .relaxed) }

    /// Warns once of a peer that forwards requests and is not trusted.
    func forwarded(by peer: String) {
        guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            "a proxy that is not trusted forwards requests, so all its clients share the limits of one; name it with --trusted-proxy",
            metadata: ["address": "\(peer)"])
    }
}
