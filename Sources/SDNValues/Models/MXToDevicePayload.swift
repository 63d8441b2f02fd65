import HeraldJSON

/// Messages to devices instead of rooms (SDN sheet 3.2).
public struct MXToDevicePayload: Hashable, Sendable {
    /// The messages' type, such as `m.room_key_request`.
    public var eventType: String
    /// The contents by user ID and device ID. The device ID `*` stands for all devices of the user.
    public var contentMap: [String: [String: JSONObject]]
    /// The transaction ID, with which a repeated request has no further effect. If it is `nil`, a new ID is created.
    public var transactionId: String?

    /// Creates a payload with a content for each device.
    public init(eventType: String, contentMap: [String: [String: JSONObject]], transactionId: String? = nil) {
        self.eventType = eventType
        self.contentMap = contentMap
        self.transactionId = transactionId
    }

    /// Creates a payload with one content for all devices of one user.
    public init(eventType: String, content: JSONObject, toAllDevicesOf userId: String, transactionId: String? = nil) {
        self.init(eventType: eventType, contentMap: [userId: ["*": content]], transactionId: transactionId)
    }
}
