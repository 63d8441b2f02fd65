import HeraldJSON

/// A page of events that relate to another one, or of a room's thread roots (SDN sheet 3.2).
public struct MXAggregationPaginatedResponse: ResponseModel {
    /// The events, newest first by default.
    public let chunk: [MXEvent]
    /// The token of the next page; `nil` when there is no next page.
    public let nextBatch: String?
    /// The token of the previous page, on nodes that send it.
    public let prevBatch: String?
    /// The event that the others relate to, on nodes that still send it.
    public let originalEvent: MXEvent?

    package init(document: JSONDocument) throws {
        let root = document.root
        chunk = try EventList.require(root["chunk"], path: "chunk")
        nextBatch = root["next_batch"]?.string
        prevBatch = root["prev_batch"]?.string
        originalEvent = try root["original_event"].flatMap { $0.kind == .object ? try MXEvent(view: $0) : nil }
    }
}
