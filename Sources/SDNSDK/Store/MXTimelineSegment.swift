/// A stretch of a room's history without holes.
///
/// A sync that skips events (`limited`) begins a new segment. Segments of a room are ordered by ``id``, newer ones higher; between an
/// incomplete segment and the next older one, events are missing, and ``prevToken`` is where to ask the node for them.
public struct MXTimelineSegment: Sendable, Hashable {
    /// The segment's number within its room; newer ones are higher.
    public let id: Int64
    /// The room whose history this is a piece of.
    public let roomId: String
    /// Where the node goes on before the oldest event; `nil` asks from the newest end.
    public var prevToken: String?
    /// Whether nothing is missing between this segment and the next older one or, without one, the beginning of the room.
    public var isComplete: Bool
    /// The position of the oldest event.
    public var first: Int64
    /// The position after the newest event.
    public var end: Int64

    /// A segment as a store kept it.
    /// - Parameters:
    ///   - id: the segment's number within its room.
    ///   - roomId: the room.
    ///   - prevToken: where the node goes on before the oldest event.
    ///   - isComplete: whether nothing is missing before it.
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

    /// Whether it holds no event.
    public var isEmpty: Bool { first >= end }
    /// The place after its newest event.
    public var endPosition: MXTimelinePosition { MXTimelinePosition(segment: id, index: end) }
}

/// A place in a room's history. Within a segment positions grow with time; they may be negative.
public struct MXTimelinePosition: Sendable, Hashable {
    /// The ``MXTimelineSegment/id`` of the segment.
    public let segment: Int64
    /// The place within the segment; grows with time and may be negative.
    public let index: Int64

    /// A place in a segment.
    public init(segment: Int64, index: Int64) {
        self.segment = segment
        self.index = index
    }
}
