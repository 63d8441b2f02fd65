import HeraldJSON
import SDNValues

extension StoreTransaction: MXStoreWriter {
    func set(_ key: MXStoreKey, _ value: String?) throws {
        let statement = try statement(value == nil ? .deleteValue : .setValue)
        statement.bind(key.rawValue, at: 1)
        if let value { statement.bind(value, at: 2) }
        try statement.run()
    }

    func setState(_ event: MXEvent, ofRoom roomId: String) throws {
        guard let stateKey = event.stateKey else { return }
        try setState(event.rawBytes, type: event.type, stateKey: stateKey, ofRoom: roomId)
        if lastStatePlaces != nil {
            try notePlace(
                of: event.eventId, event.unsignedData.replacesState, type: event.type, stateKey: stateKey,
                ofRoom: roomId)
        }
    }

    func setState(_ event: MXReceivedEvent, ofRoom roomId: String) throws {
        guard let stateKey = event.stateKey else { return }
        try setState(event.rawBytes, type: event.type, stateKey: stateKey, ofRoom: roomId)
        if lastStatePlaces != nil {
            try notePlace(
                of: event.eventId, event.relation?.eventId, type: event.type, stateKey: stateKey, ofRoom: roomId)
        }
    }

    private func setState(_ raw: some Collection<UInt8>, type: String, stateKey: String, ofRoom roomId: String) throws {
        let room = try requiredRowID(ofRoom: roomId)
        let statement = try statement(.setState)
        statement.bind(room, at: 1)
        try statement.binding(type, at: 2) {
            try statement.binding(stateKey, at: 3) {
                _ = try run(statement, sealing: raw, for: .state(room: room, type: type, key: stateKey), at: 4)
            }
        }
    }

    private func notePlace(
        of eventId: String, _ replaced: String?, type: String, stateKey: String, ofRoom roomId: String
    ) throws {
        if try lastStatePlaces?.room == requiredRowID(ofRoom: roomId) {
            lastStatePlaces?.note(eventId, replaced, type: type, stateKey: stateKey)
        }
    }

    func addSegment(toRoom roomId: String, prevToken: String?, isComplete: Bool) throws -> MXTimelineSegment {
        let statement = try statement(.addSegment)
        statement.bind(try requiredRowID(ofRoom: roomId), at: 1)
        statement.bind(prevToken, at: 2)
        statement.bind(isComplete ? 1 : 0, at: 3)
        try statement.run()
        return MXTimelineSegment(id: lastRowNumber, roomId: roomId, prevToken: prevToken, isComplete: isComplete)
    }

    func save(_ segment: MXTimelineSegment) throws {
        let statement = try statement(.saveSegment)
        statement.bind(segment.prevToken, at: 1)
        statement.bind(segment.isComplete ? 1 : 0, at: 2)
        statement.bind(segment.first, at: 3)
        statement.bind(segment.end, at: 4)
        statement.bind(segment.id, at: 5)
        try statement.run()
    }

    func append(_ event: MXEvent, to segment: inout MXTimelineSegment) throws -> Bool {
        try append(event.rawBytes, event.eventId, event.type, event.indexedRelation, event.isState, to: &segment)
    }

    func append(_ event: MXReceivedEvent, to segment: inout MXTimelineSegment) throws -> Bool {
        try append(
            event.rawBytes, event.eventId, event.type, event.relation, event.stateKey != nil, to: &segment)
    }

    private func append(
        _ raw: some Collection<UInt8>, _ eventId: String, _ type: String, _ relation: (eventId: String, type: String)?,
        _ isState: Bool, to segment: inout MXTimelineSegment
    ) throws -> Bool {
        let end = try StoreTransaction.index(segment.end, movedBy: 1)
        guard try insert(raw, eventId, type, relation, isState, into: segment, at: segment.end) else { return false }
        segment.end = end
        return true
    }

    func prepend(_ event: MXEvent, to segment: inout MXTimelineSegment) throws -> Bool {
        let first = try StoreTransaction.index(segment.first, movedBy: -1)
        guard
            try insert(
                event.rawBytes, event.eventId, event.type, event.indexedRelation, event.isState, into: segment,
                at: first)
        else { return false }
        segment.first = first
        return true
    }

    /// Returns a position that is moved by `step`. Throws on an overflow, because a damaged file may contain any position.
    private static func index(_ index: Int64, movedBy step: Int64) throws -> Int64 {
        let (moved, overflow) = index.addingReportingOverflow(step)
        guard !overflow else {
            throw SDNSDKError(.storeDamaged, field: "position", reason: "a stored position is out of range")
        }
        return moved
    }

    private func insert(
        _ raw: some Collection<UInt8>, _ eventId: String, _ type: String, _ relation: (eventId: String, type: String)?,
        _ isState: Bool, into segment: MXTimelineSegment, at position: Int64
    ) throws -> Bool {
        let room = try requiredRowID(ofRoom: segment.roomId)
        let place = try StorePlace.of(position, inSegment: segment.id)
        let known = try statement(.addPlace)
        known.bind(room, at: 1)
        known.bind(place, at: 3)
        guard try known.binding(eventId, at: 2, { try known.run() }) > 0 else { return false }
        let statement = try statement(.addEvent)
        statement.bind(place, at: 1)
        statement.bind(room, at: 2)
        statement.bind(relation?.eventId, at: 4)
        statement.bind(relation?.type, at: 5)
        statement.bind(isState ? 1 : Int64?.none, at: 7)
        _ = try statement.binding(type, at: 3) { try run(statement, sealing: raw, for: .event(place: place), at: 6) }
        return true
    }

    func replace(_ event: MXEvent, inRoom roomId: String) throws {
        guard let place = try place(ofEvent: event.eventId, inRoom: roomId) else { return }
        let relation = event.indexedRelation
        let statement = try statement(.replaceEvent)
        statement.bind(event.type, at: 1)
        statement.bind(relation?.eventId, at: 2)
        statement.bind(relation?.type, at: 3)
        statement.bind(place, at: 5)
        _ = try run(statement, sealing: event.rawBytes, for: .event(place: place), at: 4)
    }

    func deleteMessages(ofRoom roomId: String) throws {
        guard let room = try rowID(ofRoom: roomId) else { return }
        for segment in try segments(ofRoom: room) {
            let range = StorePlace.range(ofSegment: segment)
            let statement = try statement(.deleteEvents)
            statement.bind(range.from, at: 1)
            statement.bind(range.to, at: 2)
            try statement.run()
        }
        for query in [StoreSQL.deletePlaces, .deleteSegments] {
            let statement = try statement(query)
            statement.bind(room, at: 1)
            try statement.run()
        }
    }

    func deleteMessages(ofRoom roomId: String, from place: MXTimelinePosition, before segment: Int64) throws {
        guard let room = try rowID(ofRoom: roomId), place.segment < segment else { return }
        let (from, to) = (
            try StorePlace.of(place.index, inSegment: place.segment), StorePlace.range(ofSegment: segment).from
        )
        // Each segment is deleted on its own, because the numbers of other rooms' segments lie in between.
        for id in try segments(ofRoom: room) where id >= place.segment && id < segment {
            let range = StorePlace.range(ofSegment: id)
            let statement = try statement(.deleteEvents)
            statement.bind(max(range.from, from), at: 1)
            statement.bind(range.to, at: 2)
            try statement.run()
        }
        let places = try statement(.deletePlacesBetween)
        places.bind(room, at: 1)
        places.bind(from, at: 2)
        places.bind(to, at: 3)
        try places.run()
        let cut = try statement(.cutSegment)
        cut.bind(place.index, at: 1)
        cut.bind(place.segment, at: 2)
        cut.bind(room, at: 3)
        try cut.run()
        let empty = try statement(.deleteEmptySegments)
        empty.bind(room, at: 1)
        empty.bind(place.segment, at: 2)
        empty.bind(segment, at: 3)
        try empty.run()
        lastSegment = nil
    }

    private func segments(ofRoom room: RoomRowID) throws -> [Int64] {
        let segments = try statement(.segmentsOfRoom)
        segments.bind(room, at: 1)
        return try segments.all { try $0.int(0) }
    }

    func save(_ profile: MXUserProfile) throws {
        let statement = try statement(.saveProfile)
        statement.bind(profile.userId, at: 1)
        let names: JSONValue = .array(
            [profile.displayname, profile.avatarUrl].map { $0.map(JSONValue.string) ?? .null })
        _ = try run(statement, sealing: names.serialized(), for: .profile(profile.userId), at: 2)
    }

    func setAccountData(_ event: MXEvent, inRoom roomId: String?) throws {
        let statement = try statement(.setAccountData)
        statement.bind(roomId.keyColumn, at: 1)
        statement.bind(event.type, at: 2)
        _ = try run(
            statement, sealing: event.rawBytes, for: .accountData(room: roomId.keyColumn, type: event.type), at: 3)
        if let roomId, event.type == "m.tag" { try rank(event, ofRoom: roomId) }
    }
}
