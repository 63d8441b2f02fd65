import HeraldHTTP
import Synchronization

/// One turn of a pusher: for whom it is, and how much of it was spent in the line for looking names up.
final class PushTurn: Sendable {
    /// The turn that the running task works for.
    @TaskLocal static var current: PushTurn?

    let asker: NameAsker
    private let inLine = Mutex(Duration.zero)

    init(asker: NameAsker) { self.asker = asker }

    /// How long names have waited for others' look-ups to end.
    var timeInLine: Duration { inLine.withLock { $0 } }

    /// Notes that a name waited so long for others' look-ups to end.
    func stoodInLine(for time: Duration) { inLine.withLock { $0 += time } }
}
