import GRDB
import SDNWire

extension ClientEventWriter {
    /// The reader's membership right after an event. Users who have never been in the room count as having left it.
    func membership(at event: StoredEvent) -> Membership { history.membership(at: event.ord) ?? .leave }

    /// Returns an event as the reader may see it: redacted, if it is a message of an erased sender and the reader was not a member then. State
    /// stays, because the room needs it.
    func shown(_ event: StoredEvent) throws -> StoredEvent {
        guard try ErasedEvents(history: history, db: db).hides(event) else { return event }
        return event.redacted(room.version)
    }
}

/// Decides which messages of erased senders a reader receives without their content.
struct ErasedEvents {
    let history: HistoryAccess
    let db: Database

    func hides(_ event: StoredEvent) throws -> Bool {
        guard event.stateKey == nil, !history.wasInside(at: event.ord) else { return false }
        return try ErasedSenderRows.contains(event.sender, in: db)
    }
}
