import DequeModule

/// Queues that take turns: first the oldest piece of work of one queue, then the oldest piece of the next queue. A piece with n earlier
/// pieces in its own queue therefore waits for at most n + 1 pieces of each other queue.
struct WriteQueues<Work> {
    private var queues: [String: Deque<Work>] = [:]
    /// The names of the queues that have work, in the order of their turns. Each name occurs once.
    private var turns = Deque<String>()
    /// The number of pieces in all queues.
    private(set) var count = 0

    mutating func append(_ work: Work, queue: String) {
        if queues[queue] == nil { turns.append(queue) }
        queues[queue, default: []].append(work)
        count += 1
    }

    /// Removes and returns the next piece.
    mutating func next() -> Work? {
        guard let queue = turns.popFirst(), let work = queues[queue]?.popFirst() else { return nil }
        if queues[queue]?.isEmpty == true { queues[queue] = nil } else { turns.append(queue) }
        count -= 1
        return work
    }
}

/// Groups of queues. The groups take turns, and within a group its queues take turns. A group with many queues therefore gets no more turns
/// than the other groups.
struct GroupedWriteQueues<Work> {
    private var groups: [String: WriteQueues<Work>] = [:]
    /// The names of the groups that have work, in the order of their turns. Each name occurs once.
    private var turns = Deque<String>()
    /// The number of pieces in all groups.
    private(set) var count = 0

    mutating func append(_ work: Work, queue: String, group: String) {
        if groups[group] == nil { turns.append(group) }
        groups[group, default: WriteQueues()].append(work, queue: queue)
        count += 1
    }

    /// Returns the group whose turn is next.
    func nextGroup() -> String? { turns.first }

    /// Removes and returns the next piece.
    mutating func next() -> Work? {
        guard let group = turns.popFirst(), let work = groups[group]?.next() else { return nil }
        if groups[group]?.count == 0 { groups[group] = nil } else { turns.append(group) }
        count -= 1
        return work
    }
}
