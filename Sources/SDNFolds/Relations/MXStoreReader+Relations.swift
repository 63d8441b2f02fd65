import HeraldJSON
import SDNValues
import SDNWire

extension MXStoreReader {
    /// Returns the stored edits, reactions, references, replies and thread events that relate to an event, without redacted ones.
    package func relatedEvents(to eventId: String, inRoom roomId: String) throws -> [MXEvent] {
        typealias Kind = MXEventContentRelatesTo.RelationType
        return try [Kind.replace, Kind.annotation, Kind.reference, Kind.thread, IndexedRelation.reply].flatMap {
            try events(relatedTo: eventId, inRoom: roomId, by: $0)
        }.filter { !$0.isRedacted }
    }

    /// True when the store may lack events after this one. The node's own summary of the relations may then contain more than the store.
    package func mayLackEvents(after eventId: String, inRoom roomId: String) throws -> Bool {
        guard let place = try position(ofEvent: eventId, inRoom: roomId) else { return true }
        var segment = try newestSegment(ofRoom: roomId)
        while let current = segment, current.id > place.segment {
            guard current.isComplete else { return true }
            segment = try self.segment(olderThan: current)
        }
        return false
    }

    /// Returns the edits, reactions, replies, references and thread of an event, added up.
    /// - Parameter ignored: the users whose events do not count.
    package func relations(
        of event: MXEvent, inRoom roomId: String, myUserId: String, outgoing: [MXEvent],
        ignoring ignored: Set<String> = []
    ) throws -> MXEventRelations {
        var bundled = try mayLackEvents(after: event.eventId, inRoom: roomId) ? event.unsignedData.relations : nil
        if let edit = bundled?[MXEventContentRelatesTo.RelationType.replace]?["event_id"]?.stringValue,
            case let version = try room(roomId)?.roomVersion ?? .assumed,
            try events(relatedTo: edit, inRoom: roomId, by: EventType.redaction).contains(where: {
                $0.redacts(in: version) == edit
            })
        {
            bundled?[MXEventContentRelatesTo.RelationType.replace] = nil
        }
        bundled = try bundled?.leavingOutLatestEvent(inRoom: roomId) { told in
            try IgnoredUsers.hide(told, ignored) || isRedacted(told, inRoom: roomId)
        }
        let related = try relatedEvents(to: event.eventId, inRoom: roomId).filter { !IgnoredUsers.hide($0, ignored) }
        var sum = RelationFold(target: event, myUserId: myUserId, outgoing: outgoing).sum(related, bundled: bundled)
        if let latest = sum.thread?.latestEvent {
            sum.thread?.latestEvent = try latestVersion(of: latest, inRoom: roomId)
        }
        return sum
    }

    /// True when an event that the node sent is redacted, was redacted in the store, or is named by a stored redaction.
    private func isRedacted(_ event: MXEvent, inRoom roomId: String) throws -> Bool {
        if try event.isRedacted || self.event(event.eventId, inRoom: roomId)?.isRedacted ?? false { return true }
        let version = try room(roomId)?.roomVersion ?? .assumed
        return try event.pruned(byRedactionsIn: self, roomId: roomId, version).isRedacted
    }
}

extension MXStoreReader {
    /// Returns a message with the content of its latest edit.
    /// - Parameter bundled: the edit that the node sent together with the event. It is used even if it is not stored.
    package func latestVersion(of event: MXEvent, inRoom roomId: String, bundled: MXEvent? = nil) throws -> MXEvent {
        guard let latest = try latestEdit(of: event, inRoom: roomId, bundled: bundled) else { return event }
        return event.editedEvent(fromReplacementEvent: latest) ?? event
    }

    /// Returns the edit whose content a message shows; `nil` when it shows its own.
    /// - Parameter bundled: the edit that the node sent together with the event. It is used even if it is not stored.
    package func latestEdit(of event: MXEvent, inRoom roomId: String, bundled: MXEvent? = nil) throws -> MXEvent? {
        try edits(of: event, inRoom: roomId, bundled: bundled)
            .filter { event.editedEvent(fromReplacementEvent: $0) != nil }
            .max { $1.isLaterEdit(than: $0) }
    }

    /// Returns the stored edits of a message, and the one that the node sent together with it.
    package func edits(of event: MXEvent, inRoom roomId: String, bundled: MXEvent?) throws -> [MXEvent] {
        let stored = try events(
            relatedTo: event.eventId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.replace)
        guard let bundled, try position(ofEvent: bundled.eventId, inRoom: roomId) == nil else { return stored }
        return stored + [bundled]
    }
}

extension MXEvent {
    /// The latest edit of this event, if the node sent it together with the event.
    package func bundledEdit(inRoom roomId: String) -> MXEvent? {
        unsignedData.relations?[MXEventContentRelatesTo.RelationType.replace]?.objectValue
            .flatMap { try? MXEvent(json: $0, roomId: roomId) }
    }
}
