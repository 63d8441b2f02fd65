/// The members of an event that are needed for receipts and unread counts. Each is read only when it is needed, because some require a search in the
/// event's text.
package protocol ReadableEvent: Sendable {
    var eventId: String { get }
    var type: String { get }
    var sender: String { get }
    var originServerTs: UInt64 { get }
    /// True when the event is an edit, which has new content for an earlier event.
    var isReplacement: Bool { get }
    var isRedacted: Bool { get }
    /// The relation under which a store finds the event; see ``IndexedRelation``.
    var indexedRelation: (eventId: String, type: String)? { get }
    func isSent(by userId: String) -> Bool
}

extension MXEvent: ReadableEvent {
    /// The same as ``isEditEvent``, determined without reading the content.
    package var isReplacement: Bool {
        stateKey == nil && indexedRelation?.type == MXEventContentRelatesTo.RelationType.replace
    }
    package func isSent(by userId: String) -> Bool { sender == userId }
}

extension MXReceivedEvent: ReadableEvent {
    package var indexedRelation: (eventId: String, type: String)? { relation }
}

extension ReadableEvent {
    /// True when the event counts as unread for a user. Edits, redacted events and the user's own events do not count.
    package func isUnread(_ types: Set<String>, _ userId: String) -> Bool {
        types.contains(type) && !isSent(by: userId) && !isReplacement && !isRedacted
    }
}
