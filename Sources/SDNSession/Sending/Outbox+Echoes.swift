import HeraldLocks
import SDNValues

extension Outbox {
    /// Returns all messages with their local echoes, in order.
    func echoes() -> [(message: MXOutgoingMessage, echo: MXEvent)] {
        state.withLock { state in (state.entries + state.arriving).map { ($0.message, $0.echo) } }
    }
}
