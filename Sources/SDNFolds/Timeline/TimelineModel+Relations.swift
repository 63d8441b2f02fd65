import SDNValues
import SDNWire

// The events that relate to the events of the model.
extension TimelineModel {
    /// Notes the relation of an event to another one, which may be in the model.
    package mutating func relate(_ event: MXEvent) {
        guard !event.isState, event.type != EventType.redaction, let relation = event.indexedRelation,
            !event.isRedacted, affects(event, by: relation.type)
        else { return }
        related[relation.eventId, default: [:]][event.eventId] = event
        targets[event.eventId] = relation.eventId
        thinRelations(to: relation.eventId)
        touch(relation.eventId)
    }

    /// True when an event may change how the event to which it relates looks, or where receipts are shown.
    private func affects(_ event: MXEvent, by relationType: String) -> Bool {
        typealias Kind = MXEventContentRelatesTo.RelationType
        switch relationType {
        case Kind.replace, Kind.annotation, Kind.thread, IndexedRelation.reply: return true
        case Kind.reference:
            // No item shows other references, such as the positions of a shared location, of which a few days bring very many.
            return threadRootId != nil || event.eventType == .pollResponse || event.eventType == .pollEnd
        default: return false
        }
    }

    mutating func unrelate(_ eventId: String) {
        guard let target = targets.removeValue(forKey: eventId) else { return }
        related[target]?[eventId] = nil
        if related[target]?.isEmpty == true { (related[target], relationAllowances[target]) = (nil, nil) }
        touch(target)
    }

    /// The number of relations to one event above which those that do not count are dropped.
    package static let relationLimit = 1_000

    /// Drops the relations to an event that do not count, when there are many. If one that counts is redacted later, a dropped one counts again only
    /// after it was read from the store.
    private mutating func thinRelations(to target: String) {
        guard let held = related[target], held.count > relationAllowances[target] ?? Self.relationLimit else { return }
        let chosen = CountedRelations.choose(Array(held.values))
        var kept: [String: MXEvent] = [:]
        for event in chosen { kept[event.eventId] = event }
        for id in held.keys where kept[id] == nil { targets[id] = nil }
        related[target] = kept
        // Many users may have relations that count. Twice their number makes the work for each event small.
        relationAllowances[target] = max(Self.relationLimit, kept.count + min(kept.count, 1 << 30))
    }
}
