import HeraldLocks
import SDNFolds
import SDNValues

/// The messages of a room in the outbox that a room list may show. The newest one is shown, because the timeline also lists the outbox after all
/// events.
final class PendingMessages: Sendable {
    /// The messages, in the order in which the outbox sends them.
    struct List: Sendable {
        private var entries: [(localId: String, shown: MXLatestEvent)] = []

        var newest: MXLatestEvent? { entries.last?.shown }

        /// Adds a message, or updates its progress. Edits, reactions and redactions are not shown.
        mutating func note(_ echo: MXEvent, localId: String) {
            guard MXRoomSummary.messageTypes.contains(echo.type), !echo.isReplacement else { return }
            let shown = MXLatestEvent(echo: echo)
            if let index = entries.firstIndex(where: { $0.localId == localId }) {
                entries[index].shown = shown
            } else {
                entries.append((localId, shown))
            }
        }

        /// Moves a message after all others, with the progress that its echo has now.
        mutating func moveToEnd(_ localId: String) {
            guard let index = entries.firstIndex(where: { $0.localId == localId }) else { return }
            let echo = entries.remove(at: index).shown.event
            entries.append((localId, MXLatestEvent(echo: echo)))
        }

        mutating func remove(_ localId: String) { entries.removeAll { $0.localId == localId } }
    }
    private let list = Mutex(List())

    /// Changes the list. If another message is the newest one then, it is passed on under the lock, so that no later one overtakes it.
    /// - Returns: true when another message is shown, or the same one with other progress.
    func change(_ body: (inout List) -> Void, _ show: (MXLatestEvent?) -> Void) -> Bool {
        list.withLock { list in
            let before = list.newest
            body(&list)
            guard list.newest != before else { return false }
            show(list.newest)
            return true
        }
    }
}
