import HeraldJSON

/// The state that a room's first response brought, as its row has it: oldest first, and of what stands in there twice the last one counts.
struct FirstState {
    let room: Int64
    let events: [MXReceivedEvent]
    /// Which event counts at each place.
    private let indexes: [StatePlace: Int]

    init(room: Int64, events: [MXReceivedEvent]) {
        self.room = room
        self.events = events
        var indexes: [StatePlace: Int] = [:]
        indexes.reserveCapacity(events.count)
        for (index, event) in events.enumerated() { indexes[StatePlace(event.type, event.stateKey)] = index }
        self.indexes = indexes
    }

    func event(at place: StatePlace) -> MXReceivedEvent? { indexes[place].map { events[$0] } }

    /// Whether none that stands behind it has its place.
    func counts(_ index: Int) -> Bool { indexes[StatePlace(events[index].type, events[index].stateKey)] == index }

    /// Those that count, without the places that later events have taken.
    func current(without taken: Set<StatePlace>) -> [MXReceivedEvent] {
        indexes.filter { !taken.contains($0.key) }.values.sorted().map { events[$0] }
    }
}

/// A type and a state key, in bytes, as SQLite compares: texts that only look the same are different ones.
struct StatePlace: Hashable {
    private let bytes: [UInt8]

    /// Neither holds a zero byte: such events are not stored.
    init(_ type: String, _ stateKey: String?) { bytes = Array(type.utf8) + [0] + Array((stateKey ?? "").utf8) }
}

/// Where the pieces of a room's state stand, by their ids and those of what they replaced. A later event at the same place leaves older ids
/// behind, so what is found there has to be looked at.
struct StatePlaces {
    typealias Place = (type: String, stateKey: String)
    let room: Int64
    private var byId: [String: [Place]] = [:]

    init(room: Int64) { self.room = room }

    mutating func note(_ eventId: String, _ replaced: String?, type: String, stateKey: String) {
        for id in Set([eventId, replaced ?? eventId]) { byId[id, default: []].append((type, stateKey)) }
    }

    func places(about eventId: String) -> [Place] {
        // One place may be noted more than once.
        var known: Set<StatePlace> = []
        return (byId[eventId] ?? []).filter { known.insert(StatePlace($0.type, $0.stateKey)).inserted }
    }
}
