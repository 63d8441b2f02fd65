import HeraldJSON

/// The state that came with a room's first response stands together in one row: most of it is only ever read as a whole, and a row for
/// each piece costs an initial sync a fifth of its time. A row of its own, which each later event gets, takes the place of the one in there.
extension StoreTransaction {
    /// More would make it slow to find one event.
    private static let firstStateLimit = 1 << 16

    func setFirstState(_ events: [MXReceivedEvent], ofRoom roomId: String) throws {
        let room = try requiredNumber(ofRoom: roomId)
        let size = events.reduce(0) { $0 + $1.rawBytes.count }
        guard !events.isEmpty, size <= StoreTransaction.firstStateLimit, try !hasState(room) else {
            for event in events { try setState(event, ofRoom: roomId) }
            return
        }
        var text: [UInt8] = []
        text.reserveCapacity(size + events.count + 1)
        for event in events {
            text.append(text.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
            text.append(contentsOf: event.rawBytes)
        }
        text.append(UInt8(ascii: "]"))
        let statement = try statement(.saveFirstState)
        statement.bind(room, at: 1)
        _ = try run(statement, sealing: text, for: .firstState(room: room), at: 2)
        lastFirstState = nil
    }

    private func hasState(_ room: Int64) throws -> Bool {
        let statement = try statement(.hasState)
        statement.bind(room, at: 1)
        return try statement.first { _ in true } != nil
    }

    /// The first state of a room, oldest first; of what stands in there twice the last one counts.
    private func firstState(_ room: Int64, _ roomId: String) throws -> [MXReceivedEvent] {
        if let lastFirstState, lastFirstState.room == room { return lastFirstState.events }
        let statement = try statement(.firstState)
        statement.bind(room, at: 1)
        let stored = try statement.first { row in try row.blob(0) { try cell.open($0, for: .firstState(room: room)) } }
        var events: [MXReceivedEvent] = []
        if let stored {
            guard let document = try? JSONDocument(stored) else { throw SDNSDKError(.storeDamaged, reason: "the stored state of a room is not readable") }
            events = document.root.elements.compactMap { MXReceivedEvent($0, roomId: roomId) }
        }
        lastFirstState = (room, events)
        return events
    }

    func state(ofRoom roomId: String) throws -> [MXEvent] {
        guard let room = try number(ofRoom: roomId) else { return [] }
        let statement = try statement(.state)
        statement.bind(room, at: 1)
        let later = try statement.all { row in
            try event(row, for: .state(room: room, type: (try? row.text(1)) ?? "", key: (try? row.text(2)) ?? ""), roomId: roomId)
        }
        let first = try firstState(room, roomId)
        guard !first.isEmpty else { return later }
        var known = Set(later.map { StoreTransaction.key($0.type, $0.stateKey) })
        let rest = try first.reversed().filter { known.insert(StoreTransaction.key($0.type, $0.stateKey)).inserted }.map { try $0.event() }
        return rest.reversed() + later
    }

    /// In bytes, as SQLite compares: texts that only look the same are different ones.
    private static func key(_ type: String, _ stateKey: String?) -> [UInt8] { Array(type.utf8) + [0] + Array((stateKey ?? "").utf8) }

    func stateEvent(ofRoom roomId: String, type: String, stateKey: String) throws -> MXEvent? {
        guard let room = try number(ofRoom: roomId) else { return nil }
        let statement = try statement(.stateEvent)
        statement.bind(room, at: 1)
        statement.bind(type, at: 2)
        statement.bind(stateKey, at: 3)
        if let later = try statement.first({ try event($0, for: .state(room: room, type: type, key: stateKey), roomId: roomId) }) { return later }
        let key = StoreTransaction.key(type, stateKey)
        return try firstState(room, roomId).last { StoreTransaction.key($0.type, $0.stateKey) == key }?.event()
    }

    func deleteState(ofRoom roomId: String) throws {
        guard let room = try number(ofRoom: roomId) else { return }
        lastFirstState = nil
        for sql in [StoreSQL.deleteState, .deleteFirstState] {
            let statement = try statement(sql)
            statement.bind(room, at: 1)
            try statement.run()
        }
    }
}
