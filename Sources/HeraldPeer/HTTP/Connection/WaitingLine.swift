/// A first-in, first-out queue that skips members that have left. Their entries are dropped when they reach the front, or when the queue has
/// doubled since the last time.
struct WaitingLine<Member: Sendable>: Sendable {
    private var entries: [(member: Member, turn: UInt64)] = []
    private var first = 0
    private var nextTidying = 64

    /// - Parameter isThere: returns true when a member with this turn still waits.
    mutating func append(_ member: Member, turn: UInt64, isThere: (Member, UInt64) -> Bool = { _, _ in true }) {
        entries.append((member, turn))
        guard entries.count >= nextTidying else { return }
        entries = entries[first...].filter { isThere($0.member, $0.turn) }
        first = 0
        nextTidying = max(entries.count * 2, 64)
    }

    mutating func takeFirst(isThere: (Member, UInt64) -> Bool) -> Member? {
        while first < entries.count {
            let entry = entries[first]
            first += 1
            if isThere(entry.member, entry.turn) { return entry.member }
        }
        entries = []
        first = 0
        return nil
    }
}
