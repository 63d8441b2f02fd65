import HeraldJSON
import SDNValues
import SDNWire

/// The contents of messages with a place, with the unstable names that clients send (MSC3488 and MSC3672; SDN sheet 0.2).
enum LocationMessage {
    /// Returns the content of an `m.location`.
    static func place(
        _ location: MXLocation, text: String, description: String?, isOwn: Bool, at time: Timestamp, prefix: String
    ) -> JSONObject {
        var content: JSONObject = [
            "msgtype": "m.location", "body": .string(text), "geo_uri": .string(location.geoURI),
        ]
        content[prefix + "msc1767.text"] = .string(text)
        content[prefix + "msc3488.location"] = .object(members(location, description))
        content[prefix + "msc3488.asset"] = ["type": .string(isOwn ? "m.self" : "m.pin")]
        content[prefix + "msc3488.ts"] = .int(time.milliseconds)
        return content
    }

    /// Returns the content of the state event that begins to share a place.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument`.
    static func share(
        for duration: Duration, description: String?, at time: Timestamp, prefix: String
    ) throws(SDNSDKError) -> JSONObject {
        guard duration > .zero, duration <= .seconds(7 * 86_400) else {
            throw SDNSDKError(
                .invalidArgument, field: "duration", reason: "a place is shared for a time of at most seven days")
        }
        var content: JSONObject = [
            "live": true, "timeout": .int(max(1, duration.components.seconds) * 1_000),
        ]
        content[prefix + "msc3488.ts"] = .int(time.milliseconds)
        content[prefix + "msc3488.asset"] = ["type": "m.self"]
        content["description"] = description.map(JSONValue.string)
        return content
    }

    /// Returns the content of a position of a share.
    static func position(_ location: MXLocation, ofShare eventId: String, at time: Timestamp, prefix: String)
        -> JSONObject
    {
        var content: JSONObject = [
            "m.relates_to": [
                "rel_type": .string(MXEventContentRelatesTo.RelationType.reference), "event_id": .string(eventId),
            ]
        ]
        content[prefix + "msc3488.location"] = .object(members(location, nil))
        content[prefix + "msc3488.ts"] = .int(time.milliseconds)
        return content
    }

    /// Returns a member of a content under any of its names.
    static func member(_ name: String, _ stable: String, of content: JSONObject) -> JSONValue? {
        ["org.matrix.", "org.sdn."].lazy.compactMap { content[$0 + name] }.first ?? content[stable]
    }

    private static func members(_ location: MXLocation, _ description: String?) -> JSONObject {
        var object: JSONObject = ["uri": .string(location.geoURI)]
        object["description"] = description.map(JSONValue.string)
        return object
    }
}
