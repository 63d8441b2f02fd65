/// Work that waits in lanes which take turns: of each lane one piece, the oldest, then of the next lane. However much one lane holds, another
/// waits for no more than one piece of each.
struct WriteLanes<Work> {
    private var lanes: [String: FirstInLine<Work>] = [:]
    /// Each lane that holds something, once.
    private var turns = FirstInLine<String>()
    /// How much waits in all lanes.
    private(set) var count = 0

    mutating func append(_ work: Work, lane: String) {
        if lanes[lane] == nil { turns.append(lane) }
        lanes[lane, default: FirstInLine()].append(work)
        count += 1
    }

    /// Takes the next piece.
    mutating func next() -> Work? {
        guard let lane = turns.popFirst(), let work = lanes[lane]?.popFirst() else { return nil }
        if lanes[lane]?.isEmpty == true { lanes[lane] = nil } else { turns.append(lane) }
        count -= 1
        return work
    }
}

/// Lanes in groups which take turns as the lanes of one group do, so that whoever has many lanes has no more turns for it.
struct GroupedLanes<Work> {
    private var groups: [String: WriteLanes<Work>] = [:]
    /// Each group that holds something, once.
    private var turns = FirstInLine<String>()
    /// The pieces that wait in all groups.
    private(set) var count = 0

    mutating func append(_ work: Work, lane: String, group: String) {
        if groups[group] == nil { turns.append(group) }
        groups[group, default: WriteLanes()].append(work, lane: lane)
        count += 1
    }

    /// Whose turn is next.
    mutating func nextGroup() -> String? { turns.first() }

    /// Takes the next piece.
    mutating func next() -> Work? {
        guard let group = turns.popFirst(), let work = groups[group]?.next() else { return nil }
        if groups[group]?.count == 0 { groups[group] = nil } else { turns.append(group) }
        count -= 1
        return work
    }
}
