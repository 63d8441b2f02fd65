import HeraldJSON
import SDNWire

extension RoomFold {
    /// A room where the last message and what is unread may be other ones, because the list of ignored users has changed.
    /// - Parameter token: where the node's history ends now; the room's is to begin anew there. `nil` leaves it as it is.
    /// - Returns: `false` when the room is as it was.
    mutating func applyIgnoredUsers(beginningAnewAt token: String?) throws -> Bool {
        let before = change.summary
        change.summary.lastMessage = try store.lastMessage(ofRoom: roomId, ignoring: ignored)
        if let unread = try reading.recount() { change.summary.set(.unread, .int(Int64(unread))) }
        if let token { try beginAnew(at: token) }
        guard change.hasGap || change.summary.details != before.details || change.summary.lastMessage?.eventId != before.lastMessage?.eventId else {
            return false
        }
        try finish()
        return true
    }

    private mutating func beginAnew(at token: String) throws {
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
    /// The segment before which the node is asked for the whole history, also for what is stored: it may lack messages of somebody who was
    /// ignored. What is stored in older segments stays until a page of the node's brings it again. `nil` when there is none, or the
    /// history has been gone through to its beginning.
    func segmentAskedAnew(inRoom roomId: String) throws -> Int64? {
        guard let id = try room(roomId)?.askedAnew, let segment = try segment(id), !segment.isComplete else { return nil }
        return id
    }

    /// Where an event stands in history that lacks nothing from there to the newest end or to the next gap; `nil` for what is not stored,
    /// or is to be asked for anew.
    func settledPosition(ofEvent eventId: String, inRoom roomId: String) throws -> MXTimelinePosition? {
        guard let place = try position(ofEvent: eventId, inRoom: roomId) else { return nil }
        return try segmentAskedAnew(inRoom: roomId).map { place.segment >= $0 } ?? true ? place : nil
    }

    /// A segment; `nil` also for one that is to be asked for anew.
    func settledSegment(_ id: Int64, inRoom roomId: String) throws -> MXTimelineSegment? {
        if let askedAnew = try segmentAskedAnew(inRoom: roomId), id < askedAnew { return nil }
        return try segment(id)
    }

    /// The newest event that is stored; the newest segments may be empty.
    func newestEvent(ofRoom roomId: String) throws -> MXEvent? {
        var segment = try newestSegment(ofRoom: roomId)
        while let current = segment {
            if let event = try events(inSegment: current.id, before: current.end, limit: 1).first { return event }
            segment = try self.segment(olderThan: current)
        }
        return nil
    }
}
