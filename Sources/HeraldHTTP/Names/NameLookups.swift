import Foundation
import HeraldLocks

/// The user for whom a name is looked up, and that user's network address.
package struct LookupClient: Sendable, Hashable {
    package let user: String
    /// The user's network address, which hundreds of accounts may share. `nil` when it is unknown.
    package let network: String?

    package init(user: String, network: String?) {
        self.user = user
        self.network = network
    }

    /// The key under which limits count all users of this user's network address together.
    var group: String { network ?? user }
}

/// Threads for looking up host names. `getaddrinfo` blocks while a name server is silent, and nothing can stop it. It must therefore not occupy
/// threads of Swift's or Dispatch's pools, and the number of look-ups must be limited.
///
/// A look-up occupies its thread even when nobody waits for it any more. Each user therefore gets only a few of the threads, users take
/// turns, and a name whose look-up hung is refused for a while.
package final class NameLookups: Sendable {
    /// The look-up threads of this process.
    package static let shared = NameLookups()
    /// The largest numbers of running look-ups: in total, per client or network address, per name, and per site.
    static let atOnce = 16, perClient = 2, perName = 2, perSite = 8
    /// The largest numbers of waiting look-ups: in total, and per client or network address.
    static let waitingLimit = 256, waitingPerClient = 32
    /// The longest host name, in bytes (RFC 1035, 2.3.4).
    static let nameBytes = 255
    /// The running time from which a look-up may count as hung. The time that it waited in the queue does not count.
    static let hangs = Duration.seconds(5)
    /// The time for which a name is refused after its look-up hung, and the largest number of such names.
    static let memory = Duration.seconds(60), remembered = 256
    /// The largest number of users and groups whose last turn is stored.
    static let turnMemory = 1_024

    private let queue = Mutex(NameQueue())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates an empty queue of look-ups.
    /// - Parameter now: returns the current time.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Runs a look-up on its own thread as soon as one is free.
    /// - Parameters:
    ///   - client: the user for whom the name is looked up. `nil` means the process itself. Limits per client then do not apply, and no name
    ///     is refused because it hung.
    ///   - timeout: the time that the caller waits. A look-up that has not begun by then never runs.
    /// - Returns: false when too many look-ups wait or the name hung recently. The look-up then never runs.
    package func run(
        _ host: String, for client: LookupClient? = nil, within timeout: Duration,
        _ work: @escaping @Sendable () -> Void
    ) -> Bool {
        guard host.utf8.count <= Self.nameBytes else { return false }
        let now = now()
        let (isTaken, begun) = queue.withLock { $0.enter(host, client, deadline: now + timeout, now: now, work) }
        begun.map(start)
        return isTaken
    }

    /// The number of names that are refused because their look-ups hung. It is for tests.
    var hung: Int { queue.withLock(\.hungNames) }
    /// The number of look-ups that occupy a thread. It is for tests.
    var running: Int { queue.withLock(\.runningPieces) }

    private func start(_ first: NameQueue.Piece) {
        let thread = Thread { [self] in
            var piece: NameQueue.Piece? = first
            while let running = piece {
                running.work()
                let now = now()
                let begun = queue.withLock { $0.end(running, now: now) }
                for other in begun.dropFirst() { start(other) }
                piece = begun.first
            }
        }
        thread.name = "herald.names"
        thread.start()
    }

    /// Returns the last two labels of a name. They are either a domain of one owner or a public suffix.
    static func site(of host: String) -> String { labels(2, of: host) }

    /// Returns a name in the form used for comparison.
    static func name(of host: String) -> String { labels(.max, of: host) }

    private static func labels(_ count: Int, of host: String) -> String {
        host.lowercased().split(separator: ".").suffix(count).joined(separator: ".")
    }
}
