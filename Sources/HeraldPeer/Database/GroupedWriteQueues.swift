import DequeModule

/// Groups of queues. The groups take turns, and within a group its queues take turns. A group with many queues therefore gets no more turns
/// than the other groups.
struct GroupedWriteQueues<Work> {
    private var groups: [String: FairQueue<String, Work>] = [:]
    /// The names of the groups that have work, in the order of their turns. Each name occurs once.
    private var turns = Deque<String>()
    /// The number of pieces in all groups.
    private(set) var count = 0

    mutating func append(_ work: Work, queue: String, group: String) {
        if groups[group] == nil { turns.append(group) }
        groups[group, default: FairQueue()].append(work, to: queue)
        count += 1
    }

    /// Returns the group whose turn is next.
    func nextGroup() -> String? { turns.first }

    /// Removes and returns the next piece.
    mutating func next() -> Work? {
        guard let group = turns.popFirst(), let work = groups[group]?.popFirst() else { return nil }
        if groups[group]?.count == 0 { groups[group] = nil } else { turns.append(group) }
        count -= 1
        return work
    }
}
