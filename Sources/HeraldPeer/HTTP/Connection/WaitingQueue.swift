import DequeModule

/// A first-in, first-out queue that skips members that have left. The entries of such members are removed when they reach the front, or
/// when the queue has doubled since the last removal.
struct WaitingQueue<Member: Sendable>: Sendable {
    private var entries: Deque<(member: Member, turn: UInt64)> = []
    private var nextTidying = 64

    /// Adds a member at the end of the queue.
    /// - Parameter isThere: returns true when a member with this turn still waits.
    mutating func append(_ member: Member, turn: UInt64, isThere: (Member, UInt64) -> Bool = { _, _ in true }) {
        entries.append((member, turn))
        guard entries.count >= nextTidying else { return }
        entries.removeAll { !isThere($0.member, $0.turn) }
        nextTidying = max(entries.count * 2, 64)
    }

    mutating func takeFirst(isThere: (Member, UInt64) -> Bool) -> Member? {
        while let entry = entries.popFirst() {
            if isThere(entry.member, entry.turn) { return entry.member }
        }
        return nil
    }
}
