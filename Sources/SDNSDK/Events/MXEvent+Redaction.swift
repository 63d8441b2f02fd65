import HeraldJSON
import SDNWire

extension MXEvent {
    /// Of a redaction, the id of its target: a member of the event up to room version 10, of its content from 11 on. This looks in both
    /// places, at the event itself first.
    public var redacts: String? {
        guard type == EventType.redaction else { return nil }
        return (try? JSONDocument(rawBytes))?.root["redacts"]?.string ?? content["redacts"]?.stringValue
    }

    /// The target at the place that counts in a room version; the sender may write what they like at the other one.
    func redacts(in version: RoomVersion) -> String? {
        guard type == EventType.redaction else { return nil }
        return version.keepsRedactsInContent ? content["redacts"]?.stringValue : (try? JSONDocument(rawBytes))?.root["redacts"]?.string
    }

    /// This event as a redaction leaves it: what its room version keeps, at its place (SDN sheet 5.8, 7.6).
    /// - Parameters:
    ///   - roomVersion: the version of the event's room, which says what is kept.
    ///   - redaction: becomes `unsigned.redacted_because`; without it the pruned event does not look redacted.
    public func prune(roomVersion: RoomVersion = .standard, because redaction: MXEvent? = nil) -> MXEvent? {
        var pruned = roomVersion.redacted(json)
        var unsigned = JSONObject()
        // None of these says anything about the content: an echo is still matched by the transaction id, and pagination still finds out
        // what a state event replaced.
        for key in ["age", "transaction_id", "prev_content", "prev_sender", "replaces_state"] { unsigned[key] = self.unsigned[key] }
        if let redaction { unsigned["redacted_because"] = .object(redaction.json) }
        if !unsigned.isEmpty { pruned["unsigned"] = .object(unsigned) }
        return try? MXEvent(json: pruned, roomId: roomId)
    }
}

extension MXEvent {
    /// This state event without what a redaction took out of the content that it replaced.
    func pruningPrevContent(_ version: RoomVersion) -> MXEvent? {
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
    /// The rules for a room whose create event names `text`: the nearest known version, since a client has to show every room.
    static func nearest(to text: String?) -> RoomVersion {
        guard let text, let number = Int(text) else { return .standard }
        return RoomVersion(rawValue: text) ?? (number < 6 ? .v6 : .v11)
    }
}
