import HeraldJSON

extension Endpoints {
    /// Sends a notification to a push gateway (SDN sheet 6.2). The request carries no token.
    /// Matrix: [notify](https://spec.matrix.org/v1.18/push-gateway-api/#post_matrixpushv1notify).
    package static let pushNotify = Endpoint<BodyRequest, PushGatewayAnswer>(
        .post, .root, "push/v1/notify", access: .open, limit: .unlimited)
}

/// A push gateway's response to a notification.
package struct PushGatewayAnswer: WireObject, Hashable {
    /// The push keys that are no longer valid.
    package let rejected: [String]

    package init(rejected: [String]) { self.rejected = rejected }
    /// Reads `rejected`. Anything other than an array of strings counts as empty, because a malformed response must not remove a pusher.
    package init(json: JSONReader) {
        self.rejected = json.value["rejected"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
    package var json: JSONValue { ["rejected": .array(rejected.map(JSONValue.string))] }
}

/// A notification that a node sends to a push gateway for one device (SDN sheet 6.2).
package struct PushNotification: Sendable {
    /// The parts of the event that the gateway may see.
    package struct Event: Sendable {
        package var eventID: String
        package var roomID: String
        package var type: String
        package var sender: String
        package var senderDisplayName: String?
        package var roomName: String?
        package var roomAlias: String?
        /// True when a membership event is about the user. `nil` for other events.
        package var userIsTarget: Bool?
        package var content: JSONObject

        package init(
            eventID: String, roomID: String, type: String, sender: String, senderDisplayName: String? = nil,
            roomName: String? = nil,
            roomAlias: String? = nil, userIsTarget: Bool? = nil, content: JSONObject
        ) {
            self.eventID = eventID
            self.roomID = roomID
            self.type = type
            self.sender = sender
            self.senderDisplayName = senderDisplayName
            self.roomName = roomName
            self.roomAlias = roomAlias
            self.userIsTarget = userIsTarget
            self.content = content
        }
    }

    /// The device to notify.
    package struct Device: Sendable {
        package var appID: String
        package var pushkey: String
        /// The time when the pusher was set. It is sent in whole seconds.
        package var pushkeyTimestamp: Timestamp
        /// The pusher's `data` without its URL.
        package var data: JSONObject

        package init(appID: String, pushkey: String, pushkeyTimestamp: Timestamp, data: JSONObject) {
            self.appID = appID
            self.pushkey = pushkey
            self.pushkeyTimestamp = pushkeyTimestamp
            self.data = data
        }
    }

    /// The event, or `nil` when the notification carries only the unread count.
    package var event: Event?
    package var unread: Int64
    package var tweaks: JSONObject
    package var device: Device

    package init(event: Event?, unread: Int64, tweaks: JSONObject = [:], device: Device) {
        self.event = event
        self.unread = unread
        self.tweaks = tweaks
        self.device = device
    }

    /// The request body.
    package var json: JSONValue {
        let isBrief = device.data["format"]?.stringValue == "event_id_only"
        var notification = event.map { isBrief ? brief($0) : whole($0) } ?? [:]
        // A notification without an event carries only the count. It must send a count of 0, or the app's badge would never be cleared.
        notification["counts"] = unread > 0 || event == nil ? ["unread": .int(unread)] : [:]
        var object: JSONObject = [
            "app_id": .string(device.appID), "pushkey": .string(device.pushkey),
            "pushkey_ts": .int(device.pushkeyTimestamp.milliseconds / 1_000),
            "data": .object(device.data),
        ]
        if !isBrief, !tweaks.isEmpty { object["tweaks"] = .object(tweaks) }
        notification["devices"] = [.object(object)]
        return ["notification": .object(notification)]
    }

    /// Returns `low` for an event without sound or highlight, because a gateway may delay its notification. An encrypted event may have a
    /// sound or a highlight, so the function returns `high` for it.
    private func priority(_ event: Event) -> JSONValue {
        tweaks["highlight"]?.boolValue == true || tweaks["sound"] != nil || event.type == EventType.encrypted
            ? "high" : "low"
    }

    private func brief(_ event: Event) -> JSONObject {
        ["event_id": .string(event.eventID), "room_id": .string(event.roomID), "prio": priority(event)]
    }

    private func whole(_ event: Event) -> JSONObject {
        var object = brief(event)
        // `id` is the older name of `event_id`, which some gateways read.
        object["id"] = .string(event.eventID)
        object["type"] = .string(event.type)
        object["sender"] = .string(event.sender)
        object["content"] = .object(event.content)
        object.set("sender_display_name", event.senderDisplayName)
        object.set("room_name", event.roomName)
        object.set("room_alias", event.roomAlias)
        object.set("user_is_target", event.userIsTarget)
        if event.type == EventType.member { object.set("membership", event.content["membership"]?.stringValue) }
        return object
    }
}
