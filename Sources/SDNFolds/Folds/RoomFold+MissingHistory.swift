import SDNValues
import SDNWire

/// Finds out if a repeated timeline has events that the stored history lacks. The earlier filter may have left them out.
extension RoomFold {
    /// True when an event is not stored, and pagination will not bring it. Pagination requests the events before the first event of an incomplete
    /// segment, and no events between two stored events of one segment.
    /// - Parameter told: the events of a response, up to and including the newest stored event.
    func isLacking(_ told: ArraySlice<MXReceivedEvent>) throws -> Bool {
        var isMissing = false
        for event in told {
            guard let place = try store.position(ofEvent: event.eventId, inRoom: roomId) else {
                isMissing = true
                continue
            }
            if isMissing, let segment = try store.segment(place.segment),
                segment.isComplete || place.index != segment.first
            {
                return true
            }
            isMissing = false
        }
        return false
    }

    /// Begins the room's history anew, as for a user who is no longer ignored. The stored events stay until pages from the node bring them again,
    /// together with the missing ones.
    /// - Parameter token: the token of the newest end of the node's history.
    mutating func applyMissingHistory(beginningAnewAt token: String) throws {
        try beginAnew(at: token)
        try finish()
    }
}
