import HeraldHTTP
import Synchronization

/// One turn of a pusher. It names the user of the turn, and counts the time spent in the queue for look-ups.
final class PushTurn: Sendable {
    /// The turn that the running task belongs to.
    @TaskLocal static var current: PushTurn?

    let asker: NameAsker
    private let inLine = Mutex(Duration.zero)

    init(asker: NameAsker) { self.asker = asker }

    /// The time that names waited for other look-ups to end.
    var timeInLine: Duration { inLine.withLock { $0 } }

    /// Adds time that a name waited for other look-ups to end.
    func stoodInLine(for time: Duration) { inLine.withLock { $0 += time } }
}
