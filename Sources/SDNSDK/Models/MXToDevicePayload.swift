import HeraldJSON

/// Messages to devices instead of rooms (SDN sheet 3.2).
public struct MXToDevicePayload: Hashable, Sendable {
    /// The messages' type, such as `m.room_key_request`.
    public var eventType: String
    /// Contents by user id and device id; the device id `*` stands for all of the user's.
    public var contentMap: [String: [String: JSONObject]]
    /// Makes a repeat harmless; `nil` for a new one.
    public var transactionId: String?

    /// A payload with a content for each device.
    public init(eventType: String, contentMap: [String: [String: JSONObject]], transactionId: String? = nil) {
        self.eventType = eventType
        self.contentMap = contentMap
        self.transactionId = transactionId
    }

    /// A payload with one content for all devices of one user.
    public init(eventType: String, content: JSONObject, toAllDevicesOf userId: String, transactionId: String? = nil) {
        self.init(eventType: eventType, contentMap: [userId: ["*": content]], transactionId: transactionId)
    }
}
