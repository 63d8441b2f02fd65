import HeraldJSON

/// A page of a room's history (SDN sheet 3.2 and 7.4).
public struct MXPaginationResponse: ResponseModel {
    /// The token at which this page begins.
    public let start: String?
    /// The token of the next page; `nil` when there is no next page.
    public let end: String?
    /// The events, newest first when paging backwards.
    public let chunk: [MXEvent]
    /// State events that help to show the page, such as member events that the node has not sent before.
    public let state: [MXEvent]

    package init(document: JSONDocument) throws { try self.init(view: document.root) }

    init(view root: JSONView) throws {
        start = root["start"]?.string
        end = root["end"]?.string
        chunk = try EventList.require(root["chunk"], path: "chunk")
        state = EventList.read(root["state"])
    }
}

/// An event with the events around it (SDN sheet 3.2 and 7.4).
public struct MXEventContext: ResponseModel {
    /// The requested event.
    public let event: MXEvent
    /// The token with which the events before ``eventsBefore`` are read.
    public let start: String?
    /// The token with which the events after ``eventsAfter`` are read.
    public let end: String?
    /// The events before the requested event, newest first.
    public let eventsBefore: [MXEvent]
    /// The events after the requested event, oldest first.
    public let eventsAfter: [MXEvent]
    /// The room's state at the last of the returned events.
    public let state: [MXEvent]

    package init(document: JSONDocument) throws {
        let root = document.root
        guard let event = root["event"] else {
            throw JSONError(.missingMember, path: "event", reason: "this member is required and absent")
        }
        self.event = try MXEvent(view: event)
        start = root["start"]?.string
        end = root["end"]?.string
        eventsBefore = EventList.read(root["events_before"])
        eventsAfter = EventList.read(root["events_after"])
        state = EventList.read(root["state"])
    }
}

/// An answer that is one event.
package struct SingleEvent: ResponseModel {
    package let event: MXEvent
    private let document: JSONDocument

    package init(document: JSONDocument) throws {
        self.event = try MXEvent(view: document.root)
        self.document = document
    }

    /// Returns the event with the room in which it was requested. The node may leave the room's ID out of the event.
    package func event(inRoom roomId: String) throws(JSONError) -> MXEvent {
        try MXEvent(view: document.root, roomId: roomId)
    }
}

/// An answer with events in a `chunk`, such as the member list.
package struct EventChunk: ResponseModel {
    package let events: [MXEvent]
    package init(document: JSONDocument) throws {
        events = try EventList.require(document.root["chunk"], path: "chunk")
    }
}

/// An answer that is an array of events, such as the room state.
package struct EventArray: ResponseModel {
    package let events: [MXEvent]
    package init(document: JSONDocument) throws { events = try EventList.require(document.root, path: "") }
}

/// An answer that is any object, such as the content of a state event.
package struct ObjectContent: JSONModel {
    package let content: JSONObject
    package init(json: JSONReader) { content = json.value }
}
