import HeraldJSON
import SDNValues
import SDNWire

extension MXStoreReader {
    /// Returns every stored event whose relation to another one is counted.
    package func relatedEvents(to eventId: String, inRoom roomId: String) throws -> [MXEvent] {
        typealias Kind = MXEventContentRelatesTo.RelationType
        return try [Kind.replace, Kind.annotation, Kind.reference, Kind.thread, IndexedRelation.reply].flatMap {
            try events(relatedTo: eventId, inRoom: roomId, by: $0)
        }
    }

    /// True when events after this one may be missing. The node's summary may then hold more than the store.
    package func mayLackEvents(after eventId: String, inRoom roomId: String) throws -> Bool {
        guard let place = try position(ofEvent: eventId, inRoom: roomId) else { return true }
        var segment = try newestSegment(ofRoom: roomId)
        while let current = segment, current.id > place.segment {
            guard current.isComplete else { return true }
            segment = try self.segment(olderThan: current)
        }
        return false
    }

    /// Returns the sum of the relations to an event.
    package func relations(of event: MXEvent, inRoom roomId: String, myUserId: String, outgoing: [MXEvent]) throws
        -> MXEventRelations
    {
        var bundled = try mayLackEvents(after: event.eventId, inRoom: roomId) ? event.unsignedData.relations : nil
        if let edit = bundled?[MXEventContentRelatesTo.RelationType.replace]?["event_id"]?.stringValue,
            case let version = try room(roomId)?.roomVersion ?? .standard,
            try events(relatedTo: edit, inRoom: roomId, by: EventType.redaction).contains(where: {
                $0.redacts(in: version) == edit
            })
        {
            bundled?[MXEventContentRelatesTo.RelationType.replace] = nil
        }
        return try RelationFold(target: event, myUserId: myUserId, outgoing: outgoing).sum(
            relatedEvents(to: event.eventId, inRoom: roomId), bundled: bundled)
    }
}

extension MXStoreReader {
    /// Returns a message with the content of its latest edit.
    /// - Parameter bundled: an edit that the node sent along and that need not be stored.
    package func latestVersion(of event: MXEvent, inRoom roomId: String, bundled: MXEvent? = nil) throws -> MXEvent {
        var edits = try events(
            relatedTo: event.eventId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.replace)
        if let bundled, try position(ofEvent: bundled.eventId, inRoom: roomId) == nil { edits.append(bundled) }
        let applicable = edits.filter { event.editedEvent(fromReplacementEvent: $0) != nil }
        guard let latest = applicable.max(by: { $1.isLaterEdit(than: $0) }) else { return event }
        return event.editedEvent(fromReplacementEvent: latest) ?? event
    }
}
