import HeraldJSON

/// A page of a room's history (SDN sheet 3.2 and 7.4).
public struct MXPaginationResponse: ResponseModel {
    /// The token this page began at.
    public let start: String?
    /// Where the next page begins; absent when there is no more.
    public let end: String?
    /// The events, newest first when paging backwards.
    public let chunk: [MXEvent]
    /// State that helps to show the events, such as members who were not sent before.
    public let state: [MXEvent]

    init(document: JSONDocument) throws { try self.init(view: document.root) }

    init(view root: JSONView) throws {
        start = root["start"]?.string
        end = root["end"]?.string
        chunk = try EventList.require(root["chunk"], path: "chunk")
        state = EventList.read(root["state"])
    }
}

/// An event and what stands around it (SDN sheet 3.2 and 7.4).
public struct MXEventContext: ResponseModel {
    /// The event that was asked for.
    public let event: MXEvent
    /// The token before ``eventsBefore``.
    public let start: String?
    /// The token after ``eventsAfter``.
    public let end: String?
    /// Newest first.
    public let eventsBefore: [MXEvent]
    /// Oldest first.
    public let eventsAfter: [MXEvent]
    /// The room's state at the last of the events.
    public let state: [MXEvent]

    init(document: JSONDocument) throws {
        let root = document.root
        guard let event = root["event"] else { throw JSONError(.missingMember, path: "event", reason: "this member is required and absent") }
        self.event = try MXEvent(view: event)
        start = root["start"]?.string
        end = root["end"]?.string
        eventsBefore = EventList.read(root["events_before"])
        eventsAfter = EventList.read(root["events_after"])
        state = EventList.read(root["state"])
    }
}

/// One event as an answer.
struct SingleEvent: ResponseModel {
    let event: MXEvent
    init(document: JSONDocument) throws { event = try MXEvent(view: document.root) }
}

/// Events in a `chunk`, as the member list has them.
struct EventChunk: ResponseModel {
    let events: [MXEvent]
    init(document: JSONDocument) throws { events = try EventList.require(document.root["chunk"], path: "chunk") }
}

/// Events in a bare array, as the room state has them.
struct EventArray: ResponseModel {
    let events: [MXEvent]
    init(document: JSONDocument) throws { events = try EventList.require(document.root, path: "") }
}

/// Any object, as the content of a piece of state.
struct ObjectContent: JSONModel {
    let content: JSONObject
    init(json: JSONReader) { content = json.value }
}
