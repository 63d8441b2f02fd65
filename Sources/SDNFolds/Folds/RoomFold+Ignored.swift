import HeraldJSON
import SDNValues
import SDNWire

extension RoomFold {
    /// Updates the last message and the unread count of a room after the list of ignored users has changed.
    /// - Parameter token: the token of the newest end of the node's history, where the room's history begins anew. `nil` leaves the history as it is.
    /// - Returns: false when nothing has changed in the room.
    mutating func applyIgnoredUsers(beginningAnewAt token: String?) throws -> Bool {
        let before = change.summary
        change.summary.lastMessage = try store.lastMessage(ofRoom: roomId, ignoring: ignored)
        if let unread = try reading.recount() { change.summary.set(.unread, .int(Int64(unread))) }
        if let token { try beginAnew(at: token) }
        guard
            change.hasGap || change.summary.details != before.details
                || change.summary.lastMessage?.eventId != before.lastMessage?.eventId
        else {
            return false
        }
        try finish()
        return true
    }

    /// Adds a segment without events at the newest end. All history before it has to be requested again.
    /// - Parameter token: the token of the newest end of the node's history.
    mutating func beginAnew(at token: String) throws {
        guard var segment = try store.newestSegment(ofRoom: roomId) else { return }
        if segment.isEmpty {
            segment.prevToken = token
            segment.isComplete = false
            try store.save(segment)
        } else {
            segment = try store.addSegment(toRoom: roomId, prevToken: token, isComplete: false)
        }
        change.summary.set(.askedAnew, .int(segment.id))
        change.hasGap = true
        change.newStart = MXTimelinePosition(segment: segment.id, index: segment.first)
        change.newEnd = segment.endPosition
    }
}

extension MXStoreReader {
    /// Returns the ID of the segment whose older history has to be requested again. Older events are stored. Messages of a user who was ignored,
    /// and events that an earlier filter left out, may be missing among them. The stored events stay until a page from the node brings them again.
    /// Returns `nil` when no history has to be requested again, or when all of it was.
    package func segmentAskedAnew(inRoom roomId: String) throws -> Int64? {
        guard let id = try room(roomId)?.askedAnew, let segment = try segment(id), !segment.isComplete else {
            return nil
        }
        return id
    }

    /// Returns the place of a stored event; `nil` when the event is not stored, or is in the history that has to be requested again
    /// (``segmentAskedAnew(inRoom:)``).
    package func settledPosition(ofEvent eventId: String, inRoom roomId: String) throws -> MXTimelinePosition? {
        guard let place = try position(ofEvent: eventId, inRoom: roomId) else { return nil }
        return try segmentAskedAnew(inRoom: roomId).map { place.segment >= $0 } ?? true ? place : nil
    }

    /// Returns a segment; `nil` when there is none with this ID, or when its history has to be requested again.
    package func settledSegment(_ id: Int64, inRoom roomId: String) throws -> MXTimelineSegment? {
        if let askedAnew = try segmentAskedAnew(inRoom: roomId), id < askedAnew { return nil }
        return try segment(id)
    }

    /// Returns the newest stored event of a room. Segments without events are skipped.
    package func newestEvent(ofRoom roomId: String) throws -> MXEvent? {
        var segment = try newestSegment(ofRoom: roomId)
        while let current = segment {
            if let event = try events(inSegment: current.id, before: current.end, limit: 1).first { return event }
            segment = try self.segment(olderThan: current)
        }
        return nil
    }
}
