import Synchronization

/// The results of hostile requests and connections.
final class HostileCount: Sendable {
    private let served = Atomic<Int>(0), turnedAway = Atomic<Int>(0)

    /// Served as asked, and connections that were taken.
    var answered: Int { served.load(ordering: .relaxed) }
    /// Refused with a status of 400 or more, not let in, or closed by the server.
    var refused: Int { turnedAway.load(ordering: .relaxed) }

    func note(status: Int) { if status < 400 { noteTaken() } else { noteClosed() } }

    func noteTaken() { served.add(1, ordering: .relaxed) }

    func noteClosed() { turnedAway.add(1, ordering: .relaxed) }
}
