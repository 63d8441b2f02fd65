/// The key of a stored event: the segment's number in the upper half, the position in the lower. So the events of a segment stand
/// together and in order in the table itself, a page of a room is one walk without an index, and a new event is one row at the end of
/// its room.
enum StorePlace {
    /// Positions reach as far on both sides of zero.
    private static let reach: Int64 = 1 << 31

    /// - Throws: ``SDNSDKError`` with code `storeDamaged` for numbers that no store hands out.
    static func of(_ position: Int64, inSegment segment: Int64) throws -> Int64 {
        guard (-reach..<reach).contains(position), (0..<reach).contains(segment) else {
            throw SDNSDKError(.storeDamaged, field: "position", reason: "a stored position is out of range")
        }
        return segment << 32 | (position + reach)
    }

    static func position(_ place: Int64) -> MXTimelinePosition { MXTimelinePosition(segment: place >> 32, index: (place & 0xFFFF_FFFF) - reach) }

    /// The places of a segment before a position, which may be anything: `.max` stands for all of them.
    static func range(ofSegment segment: Int64, before position: Int64 = .max) -> (from: Int64, to: Int64) {
        guard (0..<reach).contains(segment) else { return (0, 0) }
        let start = segment << 32
        if position >= reach { return (start, start + (1 << 32)) }
        return (start, position < -reach ? start : start + position + reach)
    }
}
