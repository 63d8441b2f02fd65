import Foundation
import GRDB
import HeraldJSON

extension StoreTransaction: MXStoreWriter {
    func set(_ key: MXStoreKey, _ value: String?) throws {
        if let value {
            try run("INSERT INTO session (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [key.rawValue, value])
        } else {
            try run("DELETE FROM session WHERE key = ?", [key.rawValue])
        }
    }

    func save(_ room: MXRoomSummary) throws {
        try run(
            """
            INSERT INTO room (roomId, membership, details) VALUES (?, ?, ?)
            ON CONFLICT (roomId) DO UPDATE SET membership = excluded.membership, details = excluded.details
            """,
            [room.roomId, room.membership.identifier, Data(JSONValue.object(room.details).serialized())])
    }

    func deleteState(ofRoom roomId: String) throws {
        guard let room = try number(ofRoom: roomId) else { return }
        try run("DELETE FROM state WHERE room = ?", [room])
    }

    func setState(_ event: MXEvent, ofRoom roomId: String) throws {
        guard let stateKey = event.stateKey else { return }
        try run(
            """
            INSERT INTO state (room, type, stateKey, raw) VALUES (?, ?, ?, ?)
            ON CONFLICT (room, type, stateKey) DO UPDATE SET raw = excluded.raw
            """,
            [try requiredNumber(ofRoom: roomId), event.type, stateKey, Data(event.rawBytes)])
    }

    func addSegment(toRoom roomId: String, prevToken: String?, isComplete: Bool) throws -> MXTimelineSegment {
        let room = try requiredNumber(ofRoom: roomId)
        try run("INSERT INTO segment (room, prevToken, isComplete, first, \"end\") VALUES (?, ?, ?, 0, 0)", [room, prevToken, isComplete])
        return MXTimelineSegment(id: db.lastInsertedRowID, roomId: roomId, prevToken: prevToken, isComplete: isComplete)
    }

    func save(_ segment: MXTimelineSegment) throws {
        try run(
            "UPDATE segment SET prevToken = ?, isComplete = ?, first = ?, \"end\" = ? WHERE id = ?",
            [segment.prevToken, segment.isComplete, segment.first, segment.end, segment.id])
    }

    func append(_ event: MXEvent, to segment: inout MXTimelineSegment) throws -> Bool {
        let end = try StoreTransaction.index(segment.end, movedBy: 1)
        guard try insert(event, into: segment, at: segment.end) else { return false }
        segment.end = end
        return true
    }

    func prepend(_ event: MXEvent, to segment: inout MXTimelineSegment) throws -> Bool {
        let first = try StoreTransaction.index(segment.first, movedBy: -1)
        guard try insert(event, into: segment, at: first) else { return false }
        segment.first = first
        return true
    }

    /// Positions come from the file, so their sums are checked.
    private static func index(_ index: Int64, movedBy step: Int64) throws -> Int64 {
        let (moved, overflow) = index.addingReportingOverflow(step)
        guard !overflow else { throw SDNSDKError(.storeDamaged, field: "position", reason: "a stored position is out of range") }
        return moved
    }

    private func insert(_ event: MXEvent, into segment: MXTimelineSegment, at position: Int64) throws -> Bool {
        let relation = event.indexedRelation
        try run(
            """
            INSERT INTO event (room, eventId, segment, position, type, relatesTo, relationType, raw) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (room, eventId) DO NOTHING
            """,
            [
                try requiredNumber(ofRoom: segment.roomId), event.eventId, segment.id, position, event.type, relation?.eventId, relation?.type,
                Data(event.rawBytes),
            ])
        return db.changesCount > 0
    }

    func replace(_ event: MXEvent, inRoom roomId: String) throws {
        let relation = event.indexedRelation
        try run(
            "UPDATE event SET type = ?, relatesTo = ?, relationType = ?, raw = ? WHERE room = ? AND eventId = ?",
            [event.type, relation?.eventId, relation?.type, Data(event.rawBytes), try requiredNumber(ofRoom: roomId), event.eventId])
    }

    func deleteMessages(ofRoom roomId: String) throws {
        guard let room = try number(ofRoom: roomId) else { return }
        try run("DELETE FROM event WHERE room = ?", [room])
        try run("DELETE FROM segment WHERE room = ?", [room])
    }

    func save(_ message: MXOutgoingMessage) throws {
        try run(
            """
            INSERT INTO outgoing (localId, roomId, type, content, redacts, createdAt, status, eventId, failureCode, failureReason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (localId) DO UPDATE SET status = excluded.status, eventId = excluded.eventId,
                failureCode = excluded.failureCode, failureReason = excluded.failureReason
            """,
            [
                message.localId, message.roomId, message.type, Data(JSONValue.object(message.content).serialized()), message.redacts,
                Int64(clamping: message.createdAt), message.status.rawValue, message.eventId, message.failure?.code, message.failure?.reason,
            ])
    }

    func deleteOutgoingMessage(_ localId: String) throws { try run("DELETE FROM outgoing WHERE localId = ?", [localId]) }

    func save(_ profile: MXUserProfile) throws {
        try run(
            """
            INSERT INTO profile (userId, displayname, avatarUrl) VALUES (?, ?, ?)
            ON CONFLICT (userId) DO UPDATE SET displayname = excluded.displayname, avatarUrl = excluded.avatarUrl
            """,
            [profile.userId, profile.displayname, profile.avatarUrl])
    }

    func setAccountData(_ event: MXEvent, inRoom roomId: String?) throws {
        try run(
            "INSERT INTO accountData (roomId, type, raw) VALUES (?, ?, ?) ON CONFLICT (roomId, type) DO UPDATE SET raw = excluded.raw",
            [roomId ?? "", event.type, Data(event.rawBytes)])
    }
}
