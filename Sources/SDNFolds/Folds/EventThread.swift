import SDNValues

/// Finds the thread of an event. Receipts and unread counts are kept for each thread.
package enum EventThread {
    /// Returns the root of an event's thread, or `main`. A reaction, an edit or a redaction is where its target is.
    /// - Parameters:
    ///   - relation: the event's own relation.
    ///   - target: returns the relation of the event with an ID.
    package static func root(
        of relation: (eventId: String, type: String)?,
        target: (String) throws -> (eventId: String, type: String)?
    ) rethrows -> String {
        guard let relation else { return MXReceiptData.main }
        switch relation.type {
        case MXEventContentRelatesTo.RelationType.thread: return checked(relation.eventId)
        case IndexedRelation.reply, IndexedRelation.replacement: return MXReceiptData.main
        default:
            guard let other = try target(relation.eventId),
                other.type == MXEventContentRelatesTo.RelationType.thread
            else { return MXReceiptData.main }
            return checked(other.eventId)
        }
    }

    /// The sender writes the ID of the root. An empty one would stand for all events, and SQLite would end the text at a U+0000.
    private static func checked(_ rootId: String) -> String {
        rootId.isEmpty || rootId.utf8.contains(0) ? MXReceiptData.main : rootId
    }
}

extension MXStoreReader {
    /// Returns the root of an event's thread, or `main`. A reaction, an edit or a redaction is where its stored target is.
    package func thread(of event: some ReadableEvent, inRoom roomId: String) throws -> String {
        try EventThread.root(of: event.indexedRelation) { try self.event($0, inRoom: roomId)?.indexedRelation }
    }
}
