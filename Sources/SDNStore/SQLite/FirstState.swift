import HeraldJSON
import SDNValues

/// The state of a room's first response, as stored in one row. Its events are ordered oldest first. If two events have the same type and state key,
/// the last one counts.
struct FirstState {
    let room: RoomRowID
    let events: [MXReceivedEvent]
    /// The index of the event that counts, by type and state key.
    private let indexes: [StatePlace: Int]

    init(room: RoomRowID, events: [MXReceivedEvent]) {
        self.room = room
        self.events = events
        var indexes: [StatePlace: Int] = [:]
        indexes.reserveCapacity(events.count)
        for (index, event) in events.enumerated() { indexes[StatePlace(event.type, event.stateKey)] = index }
        self.indexes = indexes
    }

    func event(at place: StatePlace) -> MXReceivedEvent? { indexes[place].map { events[$0] } }

    /// Returns true when no later event has the same type and state key.
    func counts(_ index: Int) -> Bool { indexes[StatePlace(events[index].type, events[index].stateKey)] == index }

    /// Returns the events that are still current. `taken` contains the types and state keys of events that arrived later.
    func current(without taken: Set<StatePlace>) -> [MXReceivedEvent] {
        indexes.filter { !taken.contains($0.key) }.values.sorted().map { events[$0] }
    }
}

/// The type and state key of a state event, as bytes. SQLite compares bytes, while Swift treats some strings with different bytes as equal.
struct StatePlace: Hashable {
    private let bytes: [UInt8]

    /// Creates a place. Neither string contains a zero byte, because such events are not stored. The place of an event without a state key
    /// differs from that of every event with one.
    init(_ type: String, _ stateKey: String?) {
        bytes = stateKey.map { Array(type.utf8) + [0] + Array($0.utf8) } ?? Array(type.utf8)
    }
}

/// The places, which are pairs of type and state key, of a room's state events. They are listed by the ID of the event and by the ID of the event
/// that it replaced. The IDs stay listed when a later event takes the place. The caller therefore has to check whether the event at a place still has
/// the ID.
struct StatePlaces {
    typealias Place = (type: String, stateKey: String)
    let room: RoomRowID
    private var byId: [String: [Place]] = [:]

    init(room: RoomRowID) { self.room = room }

    mutating func note(_ eventId: String, _ replaced: String?, type: String, stateKey: String) {
        for id in Set([eventId, replaced ?? eventId]) { byId[id, default: []].append((type, stateKey)) }
    }

    func places(about eventId: String) -> [Place] {
        // A place may have been noted more than once. It is returned only once.
        var known: Set<StatePlace> = []
        return (byId[eventId] ?? []).filter { known.insert(StatePlace($0.type, $0.stateKey)).inserted }
    }
}
