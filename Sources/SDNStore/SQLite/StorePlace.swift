import SDNValues

/// The key of a stored event. Its upper half is the segment's number, and its lower half is the position. The events of a segment are
/// therefore stored together and in order in the table itself. A page of a room is read without an index, and a new event is one row at the
/// end of its room.
enum StorePlace {
    /// The limit of positions: they are at least `-reach` and less than `reach`.
    private static let reach: Int64 = 1 << 31

    /// Returns the key of a place.
    /// - Throws: ``SDNSDKError`` with code `storeDamaged` for numbers that no store assigns.
    static func of(_ position: Int64, inSegment segment: Int64) throws -> Int64 {
        guard (-reach..<reach).contains(position), (0..<reach).contains(segment) else {
            throw SDNSDKError(.storeDamaged, field: "position", reason: "a stored position is out of range")
        }
        return segment << 32 | (position + reach)
    }

    static func position(_ place: Int64) -> MXTimelinePosition {
        MXTimelinePosition(segment: place >> 32, index: (place & 0xFFFF_FFFF) - reach)
    }

    /// Returns the key of a place at which a search begins or ends. The place may have any numbers.
    static func bound(_ place: MXTimelinePosition) -> Int64 {
        if place.segment >= reach { return .max }
        return range(ofSegment: place.segment, before: place.index).to
    }

    /// Returns the range of the keys of a segment's events before a position. The position may be any number. `.max` selects all events.
    static func range(ofSegment segment: Int64, before position: Int64 = .max) -> (from: Int64, to: Int64) {
        guard (0..<reach).contains(segment) else { return (0, 0) }
        let start = segment << 32
        if position >= reach { return (start, start + (1 << 32)) }
        return (start, position < -reach ? start : start + position + reach)
    }
}
