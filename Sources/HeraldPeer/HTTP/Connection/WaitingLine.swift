/// Who came first goes first, and who has left in between is passed over. Entries of those are dropped when they are found or when most
/// are such.
struct WaitingLine<Member: Sendable>: Sendable {
    private var entries: [(member: Member, turn: UInt64)] = []
    private var first = 0
    private var nextTidying = 64

    /// - Parameter isThere: whether a member with this turn still waits.
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
