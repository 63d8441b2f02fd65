import SDNValues

/// Chooses the events that count among those that relate to one event, so that one user cannot fill the memory with them.
///
/// The newest ``perUser`` edits, reactions and votes of each user count. The earliest ends of a poll count. A user's newest vote before each of these
/// ends counts too. Events in a thread and replies are messages of their own, so all of them count. The choice depends only on the events, not on
/// their order.
package enum CountedRelations {
    /// The greatest number of relations of one kind that one user can have to one event.
    package static let perUser = 100
    /// The greatest number of plain references to an event that is no poll. Nothing but their IDs is shown.
    package static let references = 100

    private struct Group: Hashable {
        let sender: String
        let relation: String
        let isVote: Bool
        let isEnd: Bool
    }

    /// Returns the events that count.
    package static func choose(_ events: [MXEvent]) -> [MXEvent] {
        guard events.count > perUser else { return events }
        var chosen: [MXEvent] = []
        var groups: [Group: [MXEvent]] = [:]
        for event in events {
            guard let relation = event.indexedRelation?.type,
                MXEventContentRelatesTo.RelationType.parts.contains(relation)
            else {
                chosen.append(event)
                continue
            }
            let group = Group(
                sender: event.sender, relation: relation, isVote: event.eventType == .pollResponse,
                isEnd: event.eventType == .pollEnd)
            groups[group, default: []].append(event)
        }
        let ends = groups.filter(\.key.isEnd).flatMap { earliestFirst($0.value).prefix(perUser) }
        let times = Set(ends.map(\.originServerTs)).sorted()
        for (group, events) in groups where !group.isEnd {
            let sorted = earliestFirst(events)
            if group.isVote { chosen += lastVotes(sorted.dropLast(perUser), upTo: times) }
            chosen += sorted.suffix(perUser)
        }
        return chosen + ends
    }

    /// Returns the newest vote up to each time. Later votes do not count if the poll ended then.
    private static func lastVotes(_ votes: ArraySlice<MXEvent>, upTo times: [UInt64]) -> [MXEvent] {
        var found: [MXEvent] = [], rest = votes
        for time in times {
            var last: MXEvent?
            while let vote = rest.first, vote.originServerTs <= time { last = rest.removeFirst() }
            if let last { found.append(last) }
        }
        return found
    }

    private static func earliestFirst(_ events: [MXEvent]) -> [MXEvent] {
        events.sorted { ($0.originServerTs, $0.eventId) < ($1.originServerTs, $1.eventId) }
    }
}
