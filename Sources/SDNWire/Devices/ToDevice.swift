import HeraldJSON

extension Endpoints {
    /// Sends messages to devices instead of rooms. A repeated request with the same transaction ID sends nothing new (SDN sheet 3.2).
    /// Matrix: [sendToDevice](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3sendtodeviceeventtypetxnid).
    package static let sendToDevice = Endpoint<SendToDeviceRequest, EmptyObject>(
        .put, .client(.r0), "sendToDevice/{eventType}/{txnId}")
}

package struct SendToDeviceRequest: WireRequest, Hashable {
    package var type: String
    package var transactionID: String
    /// The contents of the messages, by user ID and device ID. The device ID `*` stands for all devices of the user.
    package var messages: [String: [String: JSONObject]]

    package init(type: String, transactionID: String, messages: [String: [String: JSONObject]]) {
        self.type = type
        self.transactionID = transactionID
        self.messages = messages
    }
    package init(parts: RequestParts) throws {
        self.type = try parts.pathValue("eventType")
        self.transactionID = try parts.pathValue("txnId")
        let users = try parts.object().object("messages")
        var messages: [String: [String: JSONObject]] = [:]
        for user in users.value.keys {
            let devices = try users.object(user)
            for device in devices.value.keys { messages[user, default: [:]][device] = try devices.object(device).value }
        }
        self.messages = messages
    }
    package func parts() -> RequestParts {
        let users = messages.mapValues { devices in JSONValue.object(JSONObject(devices.mapValues(JSONValue.object))) }
        return RequestParts(
            path: ["eventType": type, "txnId": transactionID], body: ["messages": .object(JSONObject(users))])
    }
}
