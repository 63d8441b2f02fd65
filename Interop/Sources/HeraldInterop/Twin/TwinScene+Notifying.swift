import HeraldJSON
import SDNNode
import SDNSDK

extension TwinScene {
    /// Steps for what arrives at a push gateway, for a device that exists and for one that no longer does.
    func notify() async {
        await step("a notification gets to the gateway, and a push key that it rejects ends its pusher") {
            let gateway = try await PushGateway.start(rejecting: ["worn"])
            do {
                let value = try await notified(gateway)
                await gateway.stop()
                return value
            } catch {
                await gateway.stop()
                throw error
            }
        }
    }

    private func notified(_ gateway: PushGateway) async throws -> JSONValue {
        // Also rooms with nothing unread: in some servers' counts an accepted invitation counts until its room is read.
        for room in bob.joinedRooms { try await room.markAllAsRead() }
        try await bob.eventually("the room is read") { bobsRoom.summary.notificationCount == 0 ? true : nil }
        let keys = ["whole", "brief", "worn"]
        for key in keys { try await push(key, to: gateway) }
        let before = try await pushkeys()
        var value: JSONObject = ["before": .array(before)]
        let plain = try await room.sendTextMessage("to the gateway")
        await names.know(plain, as: "$plain")
        for key in keys { value["plain, " + key] = Self.told(try await Self.heard(gateway, of: plain, for: key)) }
        value["after"] = .array(try await ended("worn"))
        let mention: JSONObject = [
            "msgtype": "m.text", "body": "you there", "m.mentions": ["user_ids": [.string(bob.myUserId)]],
        ]
        let loud = try await room.sendMessage(withContent: mention)
        await names.know(loud, as: "$loud")
        for key in keys.prefix(2) {
            value["mention, " + key] = Self.told(try await Self.heard(gateway, of: loud, for: key))
        }
        // The user's own events cause no notification. The next message comes after them.
        let own = try await bobsRoom.sendTextMessage("said by himself"),
            last = try await room.sendTextMessage("the last to the gateway")
        _ = try await Self.heard(gateway, of: last, for: "whole")
        value["own"] = .bool(gateway.notifications.contains { $0["event_id"]?.stringValue == own })
        value["worn again"] = .bool(
            gateway.notifications.contains { $0["event_id"]?.stringValue == loud && Self.key($0) == "worn" })
        for key in keys.prefix(2) { try await push(key, to: gateway, kind: .none) }
        value["left"] = .array(try await pushkeys())
        return .object(value)
    }

    private func push(_ key: String, to gateway: PushGateway, kind: MXPusherKind = .http) async throws {
        // Matrix homeservers accept only this path.
        var data: JSONObject = ["url": .string(gateway.baseURL + "/_matrix/push/v1/notify")]
        if key == "brief" { data["format"] = "event_id_only" }
        try await bob.sdnRestClient.setPusher(
            pushKey: key, kind: kind, appId: "org.example.twin", appDisplayName: "Twin",
            deviceDisplayName: "a telephone", profileTag: "",
            lang: "en", data: data)
    }

    private func pushkeys() async throws -> [JSONValue] {
        try await bob.sdnRestClient.pushers().map(\.pushkey).sorted().map(JSONValue.string)
    }

    /// Returns the push keys once this one is no longer among them. A server announces the end of a pusher to nobody.
    private func ended(_ key: String) async throws -> [JSONValue] {
        let end = ContinuousClock.now + Self.longestWait
        while ContinuousClock.now < end {
            let keys = try await pushkeys()
            if !keys.contains(.string(key)) { return keys }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw Refuted("the pusher of \(key) is still there")
    }

    /// Returns the notification of an event for a push key, once it has arrived.
    private static func heard(_ gateway: PushGateway, of event: String, for pushkey: String) async throws -> JSONObject
    {
        try await inTime("a notification for \(pushkey)") {
            await gateway.stream().first { $0["event_id"]?.stringValue == event && key($0) == pushkey }
        }
    }

    private static func key(_ notification: JSONObject) -> String? {
        notification["devices"]?.arrayValue?.first?["pushkey"]?.stringValue
    }

    /// Returns the members on which gateways rely.
    private static func told(_ notification: JSONObject) -> JSONValue {
        let device = notification["devices"]?.arrayValue?.first?.objectValue ?? [:]
        var value: JSONObject = [:]
        for member in [
            "event_id", "room_id", "type", "sender", "sender_display_name", "room_name", "prio", "content", "counts",
        ] {
            value[member] = notification[member] ?? .null
        }
        var tweaks = device["tweaks"]?.objectValue ?? [:]
        // A highlight that is false has no meaning.
        if tweaks["highlight"] == false { tweaks["highlight"] = nil }
        value["tweaks"] = .object(tweaks)
        for member in ["app_id", "pushkey", "data"] { value[member] = device[member] ?? .null }
        return .object(value)
    }
}
