import HeraldJSON
import SDNValues

/// The state of a room's first response is stored together in one row. Most of it is only ever read as a whole, and a row for each event
/// would take up a fifth of an initial sync's time. Each later event gets a row of its own, which counts instead of the event in the common
/// row.
extension StoreTransaction {
    /// The size limit of the common row, in bytes. In a longer row, finding one event would be slow.
    private static let firstStateLimit = 1 << 16

    func setFirstState(_ events: [MXReceivedEvent], ofRoom roomId: String) throws {
        let room = try requiredRowID(ofRoom: roomId)
        let size = events.reduce(0) { $0 + $1.rawBytes.count }
        guard !events.isEmpty, size <= StoreTransaction.firstStateLimit, try !hasState(room) else {
            for event in events { try setState(event, ofRoom: roomId) }
            return
        }
        try saveFirstState(events.map(\.rawBytes), size, room)
    }

    private func saveFirstState(_ events: [ArraySlice<UInt8>], _ size: Int, _ room: RoomRowID) throws {
        var text: [UInt8] = []
        text.reserveCapacity(size + events.count + 1)
        text.append(UInt8(ascii: "["))
        for (index, event) in events.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(contentsOf: event)
        }
        text.append(UInt8(ascii: "]"))
        let statement = try statement(.saveFirstState)
        statement.bind(room, at: 1)
        _ = try run(statement, sealing: text, for: .firstState(room: room), at: 2)
        lastFirstState = nil
        lastStatePlaces = nil
    }

    private func hasState(_ room: RoomRowID) throws -> Bool {
        let statement = try statement(.hasState)
        statement.bind(room, at: 1)
        return try statement.first { _ in true } != nil
    }

    private func firstState(_ room: RoomRowID, _ roomId: String) throws -> FirstState {
        if let lastFirstState, lastFirstState.room == room { return lastFirstState }
        let statement = try statement(.firstState)
        statement.bind(room, at: 1)
        let stored = try statement.first { row in try row.blob(0) { try cell.open($0, for: .firstState(room: room)) } }
        var events: [MXReceivedEvent] = []
        if let stored {
            guard let document = try? JSONDocument(stored) else {
                throw SDNSDKError(.storeDamaged, reason: "the stored state of a room cannot be read")
            }
            events = document.root.elements.compactMap { MXReceivedEvent($0, roomId: roomId) }
        }
        let state = FirstState(room: room, events: events)
        lastFirstState = state
        return state
    }

    func state(ofRoom roomId: String) throws -> [MXEvent] {
        guard let room = try rowID(ofRoom: roomId) else { return [] }
        let statement = try statement(.state)
        statement.bind(room, at: 1)
        let later = try statement.all { row in
            let (type, key) = try (row.text(1), row.text(2))
            return try event(row, for: .state(room: room, type: type, key: key), roomId: roomId)
        }
        let first = try firstState(room, roomId)
        guard !first.events.isEmpty else { return later }
        let known = Set(later.map { StatePlace($0.type, $0.stateKey) })
        return try first.current(without: known).map { try $0.event() } + later
    }

    func stateEvent(ofRoom roomId: String, type: String, stateKey: String) throws -> MXEvent? {
        guard let room = try rowID(ofRoom: roomId) else { return nil }
        let statement = try statement(.stateEvent)
        statement.bind(room, at: 1)
        statement.bind(type, at: 2)
        statement.bind(stateKey, at: 3)
        if let later = try statement.first({
            try event($0, for: .state(room: room, type: type, key: stateKey), roomId: roomId)
        }) {
            return later
        }
        return try firstState(room, roomId).event(at: StatePlace(type, stateKey))?.event()
    }

    func stateEvents(about eventId: String, ofRoom roomId: String) throws -> [MXEvent] {
        guard let room = try rowID(ofRoom: roomId) else { return [] }
        if lastStatePlaces?.room != room {
            var places = StatePlaces(room: room)
            for event in try state(ofRoom: roomId) {
                guard let key = event.stateKey else { continue }
                places.note(event.eventId, event.unsignedData.replacesState, type: event.type, stateKey: key)
            }
            lastStatePlaces = places
        }
        return try (lastStatePlaces?.places(about: eventId) ?? []).compactMap { place in
            let found = try stateEvent(ofRoom: roomId, type: place.type, stateKey: place.stateKey)
            return found?.eventId == eventId || found?.unsignedData.replacesState == eventId ? found : nil
        }
    }

    func dropReplacedState(_ eventId: String, ofRoom roomId: String) throws {
        guard let room = try rowID(ofRoom: roomId) else { return }
        let first = try firstState(room, roomId)
        let told = first.events.indices.filter {
            first.events[$0].eventId == eventId || first.events[$0].relation?.eventId == eventId
        }
        let dropped = try Set(told.filter { try !first.counts($0) || hasLater(first.events[$0], room) })
        guard !dropped.isEmpty else { return }
        let texts = first.events.indices.filter { !dropped.contains($0) }.map { first.events[$0].rawBytes }
        try saveFirstState(texts, texts.reduce(0) { $0 + $1.count }, room)
    }

    /// Returns true when a later event with the same type and state key has a row of its own.
    private func hasLater(_ event: MXReceivedEvent, _ room: RoomRowID) throws -> Bool {
        guard let key = event.stateKey else { return false }
        let statement = try statement(.stateEvent)
        statement.bind(room, at: 1)
        statement.bind(event.type, at: 2)
        statement.bind(key, at: 3)
        return try statement.first { _ in true } != nil
    }

    func deleteState(ofRoom roomId: String) throws {
        guard let room = try rowID(ofRoom: roomId) else { return }
        lastFirstState = nil
        lastStatePlaces = nil
        for query in [StoreSQL.deleteState, .deleteFirstState] {
            let statement = try statement(query)
            statement.bind(room, at: 1)
            try statement.run()
        }
    }
}
