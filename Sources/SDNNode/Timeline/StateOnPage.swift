/// The keys of the state events on a page that is being read newest first.
struct StateOnPage {
    private var slots: Set<StateStore.Slot> = []
    /// The number of events whose keys are in ``slots``. The keys are collected when a hidden state event is found, which is rare.
    private var counted = 0

    /// True if one of the events of the page replaces an older state event.
    mutating func replaces(_ older: StoredEvent, _ events: [StoredEvent]) -> Bool {
        for event in events[counted...] {
            if let slot = Self.slot(event) { slots.insert(slot) }
        }
        counted = events.count
        return Self.slot(older).map(slots.contains) ?? false
    }

    private static func slot(_ event: StoredEvent) -> StateStore.Slot? {
        event.stateKey.map { StateStore.Slot(type: Array(event.type.utf8), stateKey: Array($0.utf8)) }
    }
}
