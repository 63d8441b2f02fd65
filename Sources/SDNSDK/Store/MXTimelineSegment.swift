/// A stretch of a room's history without holes.
///
/// A sync that skips events (`limited`) begins a new segment. Segments of a room are ordered by ``id``, newer ones higher; between an
/// incomplete segment and the next older one, events are missing, and ``prevToken`` is where to ask the node for them.
public struct MXTimelineSegment: Sendable, Hashable {
    public let id: Int64
    public let roomId: String
    /// Where the node goes on before the oldest event; `nil` asks from the newest end.
    public var prevToken: String?
    /// Whether nothing is missing between this segment and the next older one or, without one, the beginning of the room.
    public var isComplete: Bool
    /// The position of the oldest event.
    public var first: Int64
    /// The position after the newest event.
    public var end: Int64

    public init(id: Int64, roomId: String, prevToken: String?, isComplete: Bool, first: Int64 = 0, end: Int64 = 0) {
        self.id = id
        self.roomId = roomId
        self.prevToken = prevToken
        self.isComplete = isComplete
        self.first = first
        self.end = end
    }

    public var isEmpty: Bool { first >= end }
    /// The place after its newest event.
    public var endPosition: MXTimelinePosition { MXTimelinePosition(segment: id, index: end) }
}

/// A place in a room's history. Within a segment positions grow with time; they may be negative.
public struct MXTimelinePosition: Sendable, Hashable {
    public let segment: Int64
    public let index: Int64

    public init(segment: Int64, index: Int64) {
        self.segment = segment
        self.index = index
    }
}
