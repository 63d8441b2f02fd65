import Foundation
import Synchronization

/// Threads for looking up host names. `getaddrinfo` blocks while a name server is silent, and nothing can stop it. So it must not take threads
/// of Swift's or Dispatch's pools, and the number of look-ups needs a bound.
///
/// A look-up for which nobody waits any more still holds its thread. So each asker has few of the threads and keeps no other asker from
/// theirs, askers take turns, and a name that hung is not asked for again at once.
package final class NameLookups: Sendable {
    /// The threads of this process.
    package static let shared = NameLookups()
    /// Look-ups that run at once, those of one asker or of all askers of one address, those of one name, and those of one site.
    static let atOnce = 16, perAsker = 2, perName = 2, perSite = 8
    /// Look-ups that wait, and those of one asker or of all askers of one address.
    static let waitingLimit = 256, waitingPerAsker = 32
    /// A host name has no more bytes (RFC 1035, 2.3.4).
    static let nameBytes = 255
    /// A look-up that takes less has not hung, however long it waited before.
    static let hangs = Duration.seconds(5)
    /// A name that hung is refused for `memory`. At most `remembered` such names are kept.
    static let memory = Duration.seconds(60), remembered = 256
    /// The most askers whose last turn is remembered.
    static let turnMemory = 1_024

    private let line = Mutex(NameLine())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter now: the time.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Runs a look-up on a thread of its own as soon as there is one.
    /// - Parameters:
    ///   - asker: for whom it is. `nil` stands for the process itself: limits of askers do not count, and no name is refused because it
    ///     hung.
    ///   - patience: how long somebody waits for the look-up. One that has not begun by then never runs.
    /// - Returns: false when too many wait already, or when the name hung a short time ago; the look-up then never runs.
    package func run(
        _ host: String, for asker: NameAsker? = nil, within patience: Duration, _ work: @escaping @Sendable () -> Void
    ) -> Bool {
        guard host.utf8.count <= Self.nameBytes else { return false }
        let now = now()
        let (isTaken, begun) = line.withLock { $0.enter(host, asker, deadline: now + patience, now: now, work) }
        begun.map(start)
        return isTaken
    }

    /// The number of names that are refused because they hung; for tests.
    var hung: Int { line.withLock(\.hungNames) }
    /// The number of look-ups that hold a thread; for tests.
    var running: Int { line.withLock(\.runningPieces) }

    private func start(_ first: NameLine.Piece) {
        let thread = Thread { [self] in
            var piece: NameLine.Piece? = first
            while let running = piece {
                running.work()
                let now = now()
                let begun = line.withLock { $0.end(running, now: now) }
                for other in begun.dropFirst() { start(other) }
                piece = begun.first
            }
        }
        thread.name = "herald.names"
        thread.start()
    }

    /// The last two labels of a name. They may be one owner's, or a suffix under which everybody has names.
    static func site(of host: String) -> String { labels(2, of: host) }

    /// A name as names are compared.
    static func name(of host: String) -> String { labels(.max, of: host) }

    private static func labels(_ count: Int, of host: String) -> String {
        host.lowercased().split(separator: ".").suffix(count).joined(separator: ".")
    }
}
