/// A part of a room's history without gaps.
///
/// A sync that skips events (`limited`) begins a new segment. The segments of a room are ordered by ``id``; newer segments have higher IDs.
/// While a segment is not complete, events are missing between it and the next older segment. ``prevToken`` is the token that asks the node
/// for them.
public struct MXTimelineSegment: Sendable, Hashable {
    /// The segment's number within its room. Newer segments have higher numbers.
    public let id: Int64
    /// The room of this history.
    public let roomId: String
    /// The token with which the node is asked for the events before this segment's oldest event. `nil` asks for the newest events.
    public var prevToken: String?
    /// True when no events are missing between this segment and the next older segment. For the oldest segment, it is true when no events
    /// are missing between it and the room's beginning.
    public var isComplete: Bool
    /// The position of the oldest event.
    public var first: Int64
    /// The position after the newest event.
    public var end: Int64

    /// Creates a segment from its stored form.
    /// - Parameters:
    ///   - id: the segment's number within its room.
    ///   - roomId: the room.
    ///   - prevToken: the node's token before the oldest event.
    ///   - isComplete: true when no events are missing before the segment.
    ///   - first: the position of the oldest event.
    ///   - end: the position after the newest event.
    public init(id: Int64, roomId: String, prevToken: String?, isComplete: Bool, first: Int64 = 0, end: Int64 = 0) {
        self.id = id
        self.roomId = roomId
        self.prevToken = prevToken
        self.isComplete = isComplete
        self.first = first
        self.end = end
    }

    /// True when the segment has no event.
    public var isEmpty: Bool { first >= end }
    /// The position after the segment's newest event.
    public var endPosition: MXTimelinePosition { MXTimelinePosition(segment: id, index: end) }
}

/// A place in a room's history. Within a segment positions grow with time. They may be negative.
public struct MXTimelinePosition: Sendable, Hashable {
    /// The ``MXTimelineSegment/id`` of the segment.
    public let segment: Int64
    /// The position within the segment. It grows with time and may be negative.
    public let index: Int64

    /// Creates a place in a segment.
    public init(segment: Int64, index: Int64) {
        self.segment = segment
        self.index = index
    }
}

extension MXTimelinePosition: Comparable {
    /// True when the left place is earlier. Places are compared by their segments first, then by their positions.
    public static func < (left: MXTimelinePosition, right: MXTimelinePosition) -> Bool {
        (left.segment, left.index) < (right.segment, right.index)
    }
}

extension MXTimelinePosition {
    package var following: MXTimelinePosition {
        MXTimelinePosition(segment: segment, index: index.addingReportingOverflow(1).partialValue)
    }
}
