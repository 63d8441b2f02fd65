import HeraldJSON
import SDNValues

/// Computes the votes of one poll (MSC3381). It is a pure function: the same events in any order give the same result.
package struct PollFold {
    /// The event that began the poll, with the content of its latest edit.
    package let start: MXEvent
    package let myUserId: String
    /// The room's power levels. A user who may redact may also end another user's poll.
    package let levels: MXRoomPowerLevels
    /// The local echoes of the room. Those that the node refused do not count.
    package var outgoing: [MXEvent] = []

    package init(start: MXEvent, myUserId: String, levels: MXRoomPowerLevels, outgoing: [MXEvent] = []) {
        self.start = start
        self.myUserId = myUserId
        self.levels = levels
        self.outgoing = outgoing
    }

    /// Counts the votes.
    /// - Parameters:
    ///   - related: the events that refer to the poll, without redacted ones. Those that ``CountedRelations`` chooses count.
    ///   - isComplete: true when none of them can be missing.
    /// - Returns: `nil` when the event is no poll, or was redacted.
    package func tally(_ related: some Sequence<MXEvent>, isComplete: Bool) -> MXPoll? {
        guard start.eventType == .pollStart, !start.isRedacted, let poll = PollContent.Start(start.content) else {
            return nil
        }
        let withdrawn = Set(outgoing.filter { $0.sentState != .failed }.compactMap(\.redacts))
        let referring = CountedRelations.choose(
            related.filter { !$0.isRedacted && !withdrawn.contains($0.eventId) && refers($0) })
        let end = referring.filter { $0.eventType == .pollEnd && mayEnd($0.sender) }.min { Self.isBefore($0, $1) }
        var ballots: [String: MXEvent] = [:]
        for vote in referring
        where vote.eventType == .pollResponse && end.map({ vote.originServerTs <= $0.originServerTs }) ?? true {
            if let other = ballots[vote.sender], Self.isBefore(vote, other) { continue }
            ballots[vote.sender] = vote
        }
        // The user's own unsent vote counts at once, whatever time this device's clock shows. It does not count if the poll has ended.
        let own = outgoing.last {
            $0.eventType == .pollResponse && $0.isLocalEvent && $0.sentState != .failed && refers($0)
        }
        if end == nil, let own { ballots[myUserId] = own }
        let chosen = ballots.mapValues { Self.counted(PollContent.selections($0.content), in: poll) }.filter {
            !$0.value.isEmpty
        }
        return MXPoll(
            eventId: start.eventId, authorId: start.sender, question: poll.question, isDisclosed: poll.isDisclosed,
            maximumSelections: poll.maximumSelections,
            answers: poll.answers.map { answer in
                MXPollAnswer(
                    id: answer.id, text: answer.text,
                    voters: chosen.filter { $0.value.contains(answer.id) }.keys.sorted())
            },
            voterCount: chosen.count, mySelections: chosen[myUserId] ?? [], endEventId: end?.eventId,
            isComplete: isComplete)
    }

    private func refers(_ event: MXEvent) -> Bool {
        let relation = event.relatesTo
        return relation?.relationType == MXEventContentRelatesTo.RelationType.reference
            && relation?.eventId.map { [start.eventId, start.lastingId].contains($0) } ?? false
    }

    private func mayEnd(_ userId: String) -> Bool {
        userId == start.sender || levels.powerLevelOfUser(withUserID: userId) >= levels.redact
    }

    private static func isBefore(_ one: MXEvent, _ other: MXEvent) -> Bool {
        (one.originServerTs, one.eventId) < (other.originServerTs, other.eventId)
    }

    /// Returns the choices of a vote that count: the first ones, as many as the poll allows. If one of these is not an answer of the poll, none of
    /// them counts.
    private static func counted(_ selections: [String], in poll: PollContent.Start) -> [String] {
        let known = Set(poll.answers.map(\.id)), first = selections.prefix(poll.maximumSelections)
        guard first.allSatisfy(known.contains) else { return [] }
        var seen: Set<String> = []
        return first.filter { seen.insert($0).inserted }
    }
}
