import Foundation
import GRDB
import HeraldJSON

extension StoreTransaction: MXStoreReader {
    func value(_ key: MXStoreKey) throws -> String? {
        try row("SELECT value FROM session WHERE key = ?", [key.rawValue])?.decode(atIndex: 0)
    }

    func rooms() throws -> [MXRoomSummary] {
        try rows("SELECT roomId, membership, details FROM room ORDER BY id", []).map(summary)
    }

    func room(_ roomId: String) throws -> MXRoomSummary? {
        try row("SELECT roomId, membership, details FROM room WHERE roomId = ?", [roomId]).map(summary)
    }

    private func summary(_ row: Row) throws -> MXRoomSummary {
        try MXRoomSummary(
            roomId: row.decode(atIndex: 0), membership: MXMembership(identifier: row.decode(atIndex: 1)), details: object(row.decode(atIndex: 2)))
    }

    func state(ofRoom roomId: String) throws -> [MXEvent] {
        guard let room = try number(ofRoom: roomId) else { return [] }
        return try rows("SELECT raw FROM state WHERE room = ?", [room]).map { try event($0, roomId: roomId) }
    }

    func stateEvent(ofRoom roomId: String, type: String, stateKey: String) throws -> MXEvent? {
        guard let room = try number(ofRoom: roomId) else { return nil }
        return try row("SELECT raw FROM state WHERE room = ? AND type = ? AND stateKey = ?", [room, type, stateKey]).map { try event($0, roomId: roomId) }
    }

    func event(_ eventId: String, inRoom roomId: String) throws -> MXEvent? {
        guard let room = try number(ofRoom: roomId) else { return nil }
        return try row("SELECT raw FROM event WHERE room = ? AND eventId = ?", [room, eventId]).map { try event($0, roomId: roomId) }
    }

    func position(ofEvent eventId: String, inRoom roomId: String) throws -> MXTimelinePosition? {
        guard let room = try number(ofRoom: roomId) else { return nil }
        return try row("SELECT segment, position FROM event WHERE room = ? AND eventId = ?", [room, eventId]).map {
            try MXTimelinePosition(segment: $0.decode(atIndex: 0), index: $0.decode(atIndex: 1))
        }
    }

    func newestEvent(ofRoom roomId: String, types: [String]) throws -> MXEvent? {
        guard let room = try number(ofRoom: roomId), !types.isEmpty else { return nil }
        let places = Array(repeating: "?", count: types.count).joined(separator: ",")
        // Segment by segment, so that the index on positions is walked from its end and nothing is sorted.
        for segment in try rows("SELECT id FROM segment WHERE room = ? ORDER BY id DESC", [room]) {
            let sql = "SELECT raw FROM event WHERE segment = ? AND type IN (\(places)) ORDER BY position DESC LIMIT 1"
            let id: Int64 = try segment.decode(atIndex: 0)
            if let found = try row(sql, [id] + StatementArguments(types)) { return try event(found, roomId: roomId) }
        }
        return nil
    }

    func events(inSegment segment: Int64, before position: Int64, limit: Int) throws -> [MXEvent] {
        let sql = """
            SELECT event.raw, room.roomId FROM event JOIN room ON room.id = event.room
            WHERE segment = ? AND position < ? ORDER BY position DESC LIMIT ?
            """
        return try rows(sql, [segment, position, limit]).map { try event($0, roomId: $0.decode(atIndex: 1)) }
    }

    func eventCount(inSegment segment: Int64, before position: Int64) throws -> Int {
        try row("SELECT COUNT(*) FROM event WHERE segment = ? AND position < ?", [segment, position])?.decode(atIndex: 0) ?? 0
    }

    func events(relatedTo eventId: String, inRoom roomId: String, by relationType: String) throws -> [MXEvent] {
        guard let room = try number(ofRoom: roomId) else { return [] }
        return try rows("SELECT raw FROM event WHERE room = ? AND relatesTo = ? AND relationType = ?", [room, eventId, relationType]).map {
            try event($0, roomId: roomId)
        }
    }

    private static let segmentColumns = "segment.id, room.roomId, prevToken, isComplete, first, \"end\" FROM segment JOIN room ON room.id = segment.room"

    private func segment(_ row: Row) throws -> MXTimelineSegment {
        try MXTimelineSegment(
            id: row.decode(atIndex: 0), roomId: row.decode(atIndex: 1), prevToken: row.decode(atIndex: 2), isComplete: row.decode(atIndex: 3),
            first: row.decode(atIndex: 4), end: row.decode(atIndex: 5))
    }

    func segment(_ id: Int64) throws -> MXTimelineSegment? {
        try row("SELECT \(Self.segmentColumns) WHERE segment.id = ?", [id]).map(segment)
    }

    func newestSegment(ofRoom roomId: String) throws -> MXTimelineSegment? {
        guard let room = try number(ofRoom: roomId) else { return nil }
        return try row("SELECT \(Self.segmentColumns) WHERE segment.room = ? ORDER BY segment.id DESC LIMIT 1", [room]).map(segment)
    }

    func segment(olderThan newer: MXTimelineSegment) throws -> MXTimelineSegment? {
        guard let room = try number(ofRoom: newer.roomId) else { return nil }
        return try row("SELECT \(Self.segmentColumns) WHERE segment.room = ? AND segment.id < ? ORDER BY segment.id DESC LIMIT 1", [room, newer.id])
            .map(segment)
    }

    private static let outgoingColumns =
        "localId, roomId, type, content, redacts, createdAt, status, eventId, failureCode, failureReason FROM outgoing"

    private func outgoing(_ row: Row) throws -> MXOutgoingMessage {
        let code: String? = try row.decode(atIndex: 8)
        let status: String = try row.decode(atIndex: 6)
        let reason: String? = try row.decode(atIndex: 9)
        return try MXOutgoingMessage(
            localId: row.decode(atIndex: 0), roomId: row.decode(atIndex: 1), type: row.decode(atIndex: 2), content: object(row.decode(atIndex: 3)),
            redacts: row.decode(atIndex: 4), createdAt: UInt64(clamping: row.decode(Int64.self, atIndex: 5)),
            status: MXOutgoingMessage.Status(rawValue: status) ?? .failed, eventId: row.decode(atIndex: 7),
            failure: code.map { MXOutgoingMessage.Failure(code: $0, reason: reason ?? "") })
    }

    func outgoingMessages() throws -> [MXOutgoingMessage] {
        try rows("SELECT \(Self.outgoingColumns) ORDER BY number", []).map(outgoing)
    }

    func outgoingMessage(_ localId: String) throws -> MXOutgoingMessage? {
        try row("SELECT \(Self.outgoingColumns) WHERE localId = ?", [localId]).map(outgoing)
    }

    func outgoingMessage(sentAs eventId: String, inRoom roomId: String) throws -> MXOutgoingMessage? {
        try row("SELECT \(Self.outgoingColumns) WHERE roomId = ? AND eventId = ?", [roomId, eventId]).map(outgoing)
    }

    func profiles() throws -> [MXUserProfile] {
        try rows("SELECT userId, displayname, avatarUrl FROM profile", []).map {
            try MXUserProfile(userId: $0.decode(atIndex: 0), displayname: $0.decode(atIndex: 1), avatarUrl: $0.decode(atIndex: 2))
        }
    }

    func accountData(inRoom roomId: String?) throws -> [MXEvent] {
        try rows("SELECT raw FROM accountData WHERE roomId = ?", [roomId ?? ""]).map { try event($0, roomId: roomId) }
    }
}
