import DequeModule

/// Work in lanes. A lane is a queue, and the lanes take turns: the oldest piece of one lane, then that of the next lane. Before a piece runs, at most one
/// piece of each other lane runs for every earlier piece of its own lane and for itself.
struct WriteLanes<Work> {
    private var lanes: [String: Deque<Work>] = [:]
    /// The lanes that have work, each once.
    private var turns = Deque<String>()
    /// The number of pieces in all lanes.
    private(set) var count = 0

    mutating func append(_ work: Work, lane: String) {
        if lanes[lane] == nil { turns.append(lane) }
        lanes[lane, default: []].append(work)
        count += 1
    }

    /// Removes and returns the next piece.
    mutating func next() -> Work? {
        guard let lane = turns.popFirst(), let work = lanes[lane]?.popFirst() else { return nil }
        if lanes[lane]?.isEmpty == true { lanes[lane] = nil } else { turns.append(lane) }
        count -= 1
        return work
    }
}

/// Lanes in groups that take turns like the lanes of one group. A group with many lanes therefore gets no more turns than others.
struct GroupedLanes<Work> {
    private var groups: [String: WriteLanes<Work>] = [:]
    /// The groups that have work, each once.
    private var turns = Deque<String>()
    /// The number of pieces in all groups.
    private(set) var count = 0

    mutating func append(_ work: Work, lane: String, group: String) {
        if groups[group] == nil { turns.append(group) }
        groups[group, default: WriteLanes()].append(work, lane: lane)
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
