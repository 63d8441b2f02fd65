import HeraldJSON
import SDNWire

extension MXStoreReader {
    /// Every stored event that relates to another one in a way that is summed up.
    func relatedEvents(to eventId: String, inRoom roomId: String) throws -> [MXEvent] {
        typealias Kind = MXEventContentRelatesTo.RelationType
        return try [Kind.replace, Kind.annotation, Kind.reference, Kind.thread, IndexedRelation.reply].flatMap {
            try events(relatedTo: eventId, inRoom: roomId, by: $0)
        }
    }

    /// Whether events may be missing that came after this one: then what the node summed up may be more than what is here.
    func mayLackEvents(after eventId: String, inRoom roomId: String) throws -> Bool {
        guard let place = try position(ofEvent: eventId, inRoom: roomId) else { return true }
        var segment = try newestSegment(ofRoom: roomId)
        while let current = segment, current.id > place.segment {
            guard current.isComplete else { return true }
            segment = try self.segment(olderThan: current)
        }
        return false
    }

    /// What relates to an event, added up.
    func relations(of event: MXEvent, inRoom roomId: String, myUserId: String, outgoing: [MXEvent]) throws -> MXEventRelations {
        var bundled = try mayLackEvents(after: event.eventId, inRoom: roomId) ? event.unsignedData.relations : nil
        if let edit = bundled?[MXEventContentRelatesTo.RelationType.replace]?["event_id"]?.stringValue,
            case let version = try room(roomId)?.roomVersion ?? .standard,
            try events(relatedTo: edit, inRoom: roomId, by: EventType.redaction).contains(where: { $0.redacts(in: version) == edit })
        {
            bundled?[MXEventContentRelatesTo.RelationType.replace] = nil
        }
        return try RelationFold(target: event, myUserId: myUserId, outgoing: outgoing).sum(relatedEvents(to: event.eventId, inRoom: roomId), bundled: bundled)
    }
}
