import GRDB
import SDNWire

extension ClientEventWriter {
    /// The reader's membership right after an event. Users who have never been in the room count as having left it.
    func membership(at event: StoredEvent) -> Membership { history.membership(at: event.ord) ?? .leave }

    /// Returns an event as the reader may see it: redacted, if its sender is erased and the reader was not a member then. In an answer with the
    /// room's state, state events stay whole, because clients need them.
    func shown(_ event: StoredEvent) throws -> StoredEvent {
        keepsState && event.stateKey != nil ? event : try quoted(event)
    }

    /// Returns an event that `unsigned` quotes, as the reader may see it. State that has been replaced is redacted too: the room no longer needs
    /// it.
    func quoted(_ event: StoredEvent) throws -> StoredEvent {
        guard try ErasedEvents(history: history, db: db, snapshot: snapshot).hides(event) else { return event }
        return event.redacted(room.version)
    }
}

/// Decides which events of erased senders a reader receives without their content.
struct ErasedEvents {
    private enum Known: Hashable { case nobodyIsErased }

    let history: HistoryAccess
    let db: Database
    /// Remembers that there are no erased senders; `nil` if each event is looked up.
    let snapshot: SyncSnapshot?

    func hides(_ event: StoredEvent) throws -> Bool {
        guard !history.wasInside(at: event.ord) else { return false }
        // The first sync of a user asks this about most events of each room.
        if let snapshot,
            try snapshot.remembered(Known.nobodyIsErased, { try ErasedSenderRows.isEmpty(in: db) })
        {
            return false
        }
        return try ErasedSenderRows.contains(event.sender, in: db)
    }
}
