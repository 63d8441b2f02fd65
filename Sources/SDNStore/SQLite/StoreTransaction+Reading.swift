import HeraldJSON
import SDNValues

extension StoreTransaction: MXStoreReader {
    func value(_ key: MXStoreKey) throws -> String? {
        let statement = try statement(.value)
        statement.bind(key.rawValue, at: 1)
        return try statement.first { try $0.text(0) }
    }

    func event(_ eventId: String, inRoom roomId: String) throws -> MXEvent? {
        guard let room = try rowID(ofRoom: roomId) else { return nil }
        let statement = try statement(.event)
        statement.bind(room, at: 1)
        statement.bind(eventId, at: 2)
        return try statement.first { try timelineEvent($0, roomId: roomId) }
    }

    /// Reads an event from a row that has the event's content and place.
    func timelineEvent(_ row: StoreStatement, roomId: String) throws -> MXEvent {
        // Only an encrypted store needs the place. If the place is wrong, the content cannot be decrypted.
        try event(row, for: .event(place: (try? row.int(1)) ?? -1), roomId: roomId)
    }

    func place(ofEvent eventId: String, inRoom roomId: String) throws -> Int64? {
        guard let room = try rowID(ofRoom: roomId) else { return nil }
        let statement = try statement(.place)
        statement.bind(room, at: 1)
        statement.bind(eventId, at: 2)
        return try statement.first { try $0.int(0) }
    }

    func position(ofEvent eventId: String, inRoom roomId: String) throws -> MXTimelinePosition? {
        try place(ofEvent: eventId, inRoom: roomId).map(StorePlace.position)
    }

    func newestEvent(ofRoom roomId: String, types: [String]) throws -> MXEvent? {
        guard let room = try rowID(ofRoom: roomId), !types.isEmpty else { return nil }
        let segments = try statement(.segmentsOfRoom)
        segments.bind(room, at: 1)
        for segment in try segments.all({ try $0.int(0) }) {
            let range = StorePlace.range(ofSegment: segment)
            let statement = try statement(.newestOfTypes)
            statement.bind(range.from, at: 1)
            statement.bind(range.to, at: 2)
            statement.bind(StoreTransaction.list(types), at: 3)
            if let found = try statement.first({ try timelineEvent($0, roomId: roomId) }) { return found }
        }
        return nil
    }

    /// Returns the texts as a JSON array, the form in which a statement takes a list.
    static func list(_ texts: [String]) -> String {
        String(decoding: JSONValue.array(texts.map(JSONValue.string)).serialized(), as: UTF8.self)
    }

    func events(inSegment segment: Int64, before position: Int64, limit: Int) throws -> [MXEvent] {
        guard limit > 0, let roomId = try roomId(ofSegment: segment) else { return [] }
        let range = StorePlace.range(ofSegment: segment, before: position)
        let statement = try statement(.page)
        statement.bind(range.from, at: 1)
        statement.bind(range.to, at: 2)
        statement.bind(Int64(limit), at: 3)
        return try statement.all(capacity: min(limit, 100)) { try timelineEvent($0, roomId: roomId) }
    }

    func eventCount(inSegment segment: Int64, before position: Int64) throws -> Int {
        let range = StorePlace.range(ofSegment: segment, before: position)
        let statement = try statement(.count)
        statement.bind(range.from, at: 1)
        statement.bind(range.to, at: 2)
        return Int(clamping: try statement.first { try $0.int(0) } ?? 0)
    }

    func events(relatedTo eventId: String, inRoom roomId: String, by relationType: String) throws -> [MXEvent] {
        guard let room = try rowID(ofRoom: roomId) else { return [] }
        let statement = try statement(.related)
        statement.bind(room, at: 1)
        statement.bind(eventId, at: 2)
        statement.bind(relationType, at: 3)
        return try statement.all { try timelineEvent($0, roomId: roomId) }
    }

    /// Reads a segment.
    /// - Parameter roomId: the room; `nil` when the row names the room.
    private func segment(_ row: StoreStatement, ofRoom roomId: String? = nil) throws -> MXTimelineSegment {
        let segment = try MXTimelineSegment(
            id: row.int(0), roomId: roomId ?? row.text(5), prevToken: row.optionalText(1), isComplete: row.int(2) != 0,
            first: row.int(3),
            end: row.int(4))
        lastSegment = (segment.id, segment.roomId)
        return segment
    }

    private func roomId(ofSegment segment: Int64) throws -> String? {
        if let lastSegment, lastSegment.id == segment { return lastSegment.roomId }
        return try self.segment(segment)?.roomId
    }

    func segment(_ id: Int64) throws -> MXTimelineSegment? {
        let statement = try statement(.segment)
        statement.bind(id, at: 1)
        return try statement.first { try segment($0) }
    }

    func newestSegment(ofRoom roomId: String) throws -> MXTimelineSegment? {
        guard let room = try rowID(ofRoom: roomId) else { return nil }
        let statement = try statement(.newestSegment)
        statement.bind(room, at: 1)
        return try statement.first { try segment($0, ofRoom: roomId) }
    }

    func segment(olderThan newer: MXTimelineSegment) throws -> MXTimelineSegment? {
        guard let room = try rowID(ofRoom: newer.roomId) else { return nil }
        let statement = try statement(.olderSegment)
        statement.bind(room, at: 1)
        statement.bind(newer.id, at: 2)
        return try statement.first { try segment($0, ofRoom: newer.roomId) }
    }

    func profiles() throws -> [MXUserProfile] {
        try statement(.profiles).all { row in
            let userId = try row.text(0)
            let names =
                try JSONValue(parsing: row.blob(1) { try cell.open($0, for: .profile(userId)) }).arrayValue ?? []
            return MXUserProfile(
                userId: userId, displayname: names.first?.stringValue, avatarUrl: names.dropFirst().first?.stringValue)
        }
    }

    func accountData(inRoom roomId: String?) throws -> [MXEvent] {
        let statement = try statement(.accountData)
        statement.bind(roomId.keyColumn, at: 1)
        return try statement.all { row in
            let type = try row.text(1)
            return try event(row, for: .accountData(room: roomId.keyColumn, type: type), roomId: roomId)
        }
    }
}
