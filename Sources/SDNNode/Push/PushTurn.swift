import HeraldHTTP
import Synchronization

/// One turn of a pusher: for whom it is, and how much of it was spent in the line for looking names up.
final class PushTurn: Sendable {
    /// The turn that the running task works for.
    @TaskLocal static var current: PushTurn?

    let asker: NameAsker
    private let inLine = Mutex(Duration.zero)

    init(asker: NameAsker) { self.asker = asker }

    /// Notes that a name waited so long for others' look-ups to end.
    func stoodInLine(for time: Duration) { inLine.withLock { $0 += time } }

    /// Says whether the user's gateways took their time.
    /// - Parameter time: how long the turn took altogether.
    /// - Returns: `nil` when that cannot be told, because the time went by in the line.
    func isSlow(after time: Duration) -> Bool? {
        guard time >= PushDelivery.turn else { return false }
        return time - inLine.withLock { $0 } >= PushDelivery.turn ? true : nil
    }
}
