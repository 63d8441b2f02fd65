import HeraldJSON

/// The place where a node sends notifications for a device (SDN sheet 3.1 and 6.1). Its description leaves the push key out.
public struct MXPusher: JSONModel, Hashable {
    /// The device's key at the push gateway, such as an APNs token in Base64. It is unique within ``appId``.
    public let pushkey: String
    /// The way in which the pusher delivers notifications.
    public let kind: MXPusherKind
    /// The ID of the app in reverse-domain form, such as `org.example.chat.ios`.
    public let appId: String
    /// The app's name, for a list that the user sees; empty when the node does not say.
    public let appDisplayName: String
    /// The device's name, for a list that the user sees; empty when the node does not say.
    public let deviceDisplayName: String
    /// The set of device rules that the pusher follows.
    public let profileTag: String?
    /// The language of notifications, such as `en` or `zh-Hans`; empty when the node does not say.
    public let lang: String
    /// The pusher's data. An HTTP pusher has `url` and optionally `format`.
    public let data: JSONObject
    /// True when the pusher is on; `nil` when the node does not say.
    public let enabled: Bool?
    /// The device that the pusher belongs to; `nil` when the node does not say.
    public let deviceId: String?

    package init(json: JSONReader) throws {
        pushkey = try json.string("pushkey")
        kind = MXPusherKind(identifier: try json.optionalString("kind"))
        appId = try json.string("app_id")
        appDisplayName = try json.optionalString("app_display_name") ?? ""
        deviceDisplayName = try json.optionalString("device_display_name") ?? ""
        profileTag = try json.optionalString("profile_tag")
        lang = try json.optionalString("lang") ?? ""
        data = try json.optionalObject("data")?.value ?? [:]
        enabled =
            try json.optionalBool("enabled") ?? json.optionalBool("org.sdn.msc3881.enabled")
            ?? json.optionalBool("org.matrix.msc3881.enabled")
        deviceId =
            try json.optionalString("device_id") ?? json.optionalString("org.sdn.msc3881.device_id")
            ?? json.optionalString("org.matrix.msc3881.device_id")
    }
}

extension MXPusher: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "MXPusher(\(appId), key redacted)" }
    public var debugDescription: String { description }
    /// A mirror that shows the app ID to a debugger, and not the push key.
    public var customMirror: Mirror { Mirror(self, children: ["appId": appId], displayStyle: .struct) }
}

/// The answer `{"pushers":[…]}`.
package struct PusherList: JSONModel {
    package let pushers: [MXPusher]
    package init(json: JSONReader) throws { pushers = try json.objects("pushers").map(MXPusher.init(json:)) }
}
