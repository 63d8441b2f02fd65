import HeraldJSON
import SDNValues
import SDNWire

/// Adds up the relations to one event (SDN sheet 5.8). It is a pure function: the same events in any order give the same sum.
struct RelationFold {
    let target: MXEvent
    let myUserId: String
    /// The local echoes of the room, in the order of sending. Those that the node refused do not count.
    var outgoing: [MXEvent] = []

    /// Adds up the relations.
    /// - Parameters:
    ///   - related: the events that relate to the target, without redacted ones.
    ///   - bundled: the node's own summary, `unsigned.m.relations`. It is passed only if the store may lack related events.
    func sum(_ related: some Sequence<MXEvent>, bundled: JSONObject? = nil) -> MXEventRelations {
        var sum = MXEventRelations()
        let pending = outgoing.filter { $0.sentState != .failed }
        // An event that was written before its target had an ID names the target by its local ID.
        let names: Set = [target.eventId, target.lastingId]
        let withdrawn = Set(pending.compactMap(\.redacts))
        sum.isBeingRedacted = !withdrawn.isDisjoint(with: names)
        var kinds: [String: [MXEvent]] = [:]
        var seen: Set<String> = []
        for event in [
            Array(related), pending.filter { $0.indexedRelation.map { names.contains($0.eventId) } ?? false },
        ].joined() {
            guard let relation = event.indexedRelation, seen.insert(event.eventId).inserted,
                !withdrawn.contains(event.eventId),
                !withdrawn.contains(event.lastingId)
            else { continue }
            kinds[relation.type, default: []].append(event)
        }
        guard !target.isRedacted else {
            sum.thread = thread(kinds[MXEventContentRelatesTo.RelationType.thread] ?? [], bundled)
            return sum
        }
        sum.edit = edit(kinds[MXEventContentRelatesTo.RelationType.replace] ?? [], bundled)
        sum.reactions = reactions(kinds[MXEventContentRelatesTo.RelationType.annotation] ?? [], bundled)
        sum.replies = ids(kinds[IndexedRelation.reply] ?? [])
        let referring = ids(kinds[MXEventContentRelatesTo.RelationType.reference] ?? [])
        let more =
            bundled?[MXEventContentRelatesTo.RelationType.reference]?["chunk"]?.arrayValue?.compactMap {
                $0["event_id"]?.stringValue
            } ?? []
        sum.references = referring + more.filter { !referring.contains($0) }
        sum.thread = thread(kinds[MXEventContentRelatesTo.RelationType.thread] ?? [], bundled)
        return sum
    }

    private func ids(_ events: [MXEvent]) -> [String] {
        events.sorted { ($0.originServerTs, $0.eventId) < ($1.originServerTs, $1.eventId) }.map(\.eventId)
    }

    private func edit(_ edits: [MXEvent], _ bundled: JSONObject?) -> MXEvent? {
        guard !target.isEditEvent else { return nil }
        // The user's newest unsent edit counts at once, whatever time this device's clock shows.
        if let own = edits.last(where: {
            $0.isLocalEvent && target.canTake($0, by: [target.eventId, target.lastingId])
        }) {
            return own
        }
        let known = bundled?[MXEventContentRelatesTo.RelationType.replace]?.objectValue.flatMap {
            try? MXEvent(json: $0, roomId: target.roomId)
        }
        return (edits + (known.map { [$0] } ?? [])).filter { target.canTake($0) }.max { $1.isLaterEdit(than: $0) }
    }

    private func reactions(_ annotations: [MXEvent], _ bundled: JSONObject?) -> [MXReactionCount] {
        struct Tally {
            var senders: [String: UInt64] = [:]
            var first = UInt64.max
            var mine: (time: UInt64, id: String)?
        }
        var tallies: [String: Tally] = [:]
        for event in annotations where event.type == "m.reaction" {
            guard let key = event.relatesTo?.key else { continue }
            var tally = tallies[key] ?? Tally()
            tally.senders[event.sender] = min(tally.senders[event.sender] ?? .max, event.originServerTs)
            tally.first = min(tally.first, event.originServerTs)
            if event.sender == myUserId,
                tally.mine.map({ ($0.time, $0.id) > (event.originServerTs, event.eventId) }) ?? true
            {
                tally.mine = (event.originServerTs, event.eventId)
            }
            tallies[key] = tally
        }
        var counts = tallies.map { key, tally in
            MXReactionCount(
                reaction: key, count: tally.senders.count, originServerTs: tally.first,
                myUserReactionEventId: tally.mine?.id,
                senders: tally.senders.map { MXReactionSender(userId: $0.key, originServerTs: $0.value) }
                    .sorted { ($0.originServerTs, $0.userId) < ($1.originServerTs, $1.userId) })
        }
        for entry in bundled?[MXEventContentRelatesTo.RelationType.annotation]?["chunk"]?.arrayValue ?? [] {
            guard entry["type"]?.stringValue ?? "m.reaction" == "m.reaction", let key = entry["key"]?.stringValue,
                let count = entry["count"]?.intValue
            else { continue }
            let known = counts.firstIndex { $0.reaction == key }
            let old = known.map { counts[$0] }
            guard count > old?.count ?? 0 else { continue }
            let merged = MXReactionCount(
                reaction: key, count: Int(clamping: count), originServerTs: old?.originServerTs ?? 0,
                myUserReactionEventId: old?.myUserReactionEventId, senders: old?.senders ?? [])
            if let known { counts[known] = merged } else { counts.append(merged) }
        }
        return counts.sorted { ($0.originServerTs, $0.reaction) < ($1.originServerTs, $1.reaction) }
    }

    /// Adds up a thread. The node's count stays as it is even if its newest event was left out.
    private func thread(_ events: [MXEvent], _ bundled: JSONObject?) -> MXThreadSummary? {
        let summary = bundled?[MXEventContentRelatesTo.RelationType.thread]
        let count = max(events.count, Int(clamping: summary?["count"]?.intValue ?? 0))
        guard count > 0 else { return nil }
        let told = summary?["latest_event"]?.objectValue.flatMap { try? MXEvent(json: $0, roomId: target.roomId) }
        let latest = (events + (told.map { [$0] } ?? [])).max {
            ($0.originServerTs, $0.eventId) < ($1.originServerTs, $1.eventId)
        }
        let isParticipated =
            target.sender == myUserId || summary?["current_user_participated"]?.boolValue == true
            || events.contains { $0.sender == myUserId }
        return MXThreadSummary(
            rootId: target.eventId, latestEvent: latest, count: count, isParticipated: isParticipated)
    }
}

extension JSONObject {
    /// Returns the node's summary of the relations without the newest event of the thread, if that one is not to be shown.
    func leavingOutLatestEvent(inRoom roomId: String?, where isGone: (MXEvent) throws -> Bool) rethrows -> JSONObject {
        guard var thread = self[MXEventContentRelatesTo.RelationType.thread]?.objectValue,
            let told = thread["latest_event"]?.objectValue.flatMap({ try? MXEvent(json: $0, roomId: roomId) }),
            try isGone(told)
        else { return self }
        thread["latest_event"] = JSONValue?.none
        var summary = self
        summary[MXEventContentRelatesTo.RelationType.thread] = .object(thread)
        return summary
    }
}
