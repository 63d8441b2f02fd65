import HeraldJSON
import SDNWire

extension MXEvent {
    /// The ID of the event that this redaction removes; `nil` for other events. Up to room version 10, the ID is in the member `redacts` of
    /// the event. From version 11 on, it is in the content. This property looks at the event first, then at its content.
    public var redacts: String? {
        guard type == EventType.redaction else { return nil }
        return (try? JSONDocument(rawBytes))?.root["redacts"]?.string ?? content["redacts"]?.stringValue
    }

    /// Returns the ID of the redacted event from the place that the room version defines. Other places are ignored, because the sender may
    /// write anything there.
    package func redacts(in version: RoomVersion) -> String? {
        guard type == EventType.redaction else { return nil }
        return version.keepsRedactsInContent
            ? content["redacts"]?.stringValue : (try? JSONDocument(rawBytes))?.root["redacts"]?.string
    }

    /// Returns this event as a redaction leaves it, with only the members that its room version keeps (SDN sheet 5.8, 7.6).
    /// - Parameters:
    ///   - roomVersion: the version of the event's room, which decides what is kept.
    ///   - redaction: the event to put in `unsigned.redacted_because`. Without it the pruned event does not look redacted.
    public func prune(roomVersion: RoomVersion = .v10, because redaction: MXEvent? = nil) -> MXEvent? {
        var pruned = roomVersion.redacted(json)
        var unsigned = JSONObject()
        // These members do not reveal the removed content. The transaction ID still connects the event with its local echo. Pagination
        // still needs the content that a state event replaced.
        for key in ["age", "transaction_id", "prev_content", "prev_sender", "replaces_state"] {
            unsigned[key] = self.unsigned[key]
        }
        // The event keeps its place in the thread.
        if !isState { unsigned[IndexedRelation.keptThread] = threadId.map(JSONValue.string) }
        if let redaction { unsigned["redacted_because"] = .object(redaction.json) }
        if !unsigned.isEmpty { pruned["unsigned"] = .object(unsigned) }
        return try? MXEvent(json: pruned, roomId: roomId)
    }
}

extension MXEvent {
    /// Returns this state event with its `prev_content` pruned, because the event that it replaced was redacted. Returns `nil` when there is nothing
    /// to prune.
    package func pruningPrevContent(_ version: RoomVersion) -> MXEvent? {
        guard let before = unsigned["prev_content"]?.objectValue else { return nil }
        let kept = version.redactedContent(before, type: type)
        guard kept != before else { return nil }
        var json = json
        var unsigned = unsigned
        unsigned["prev_content"] = .object(kept)
        json["unsigned"] = .object(unsigned)
        return try? MXEvent(json: json, roomId: roomId)
    }
}

extension RoomVersion {
    /// Returns the rules for a room whose create event names the version `text`. An unknown version gets the nearest known rules, because a
    /// client has to show every room.
    static func nearest(to text: String?) -> RoomVersion {
        guard let text, let number = Int(text) else { return .assumed }
        return RoomVersion(rawValue: text) ?? (number < 1 ? .v1 : .v12)
    }
}
