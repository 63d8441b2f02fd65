import HeraldJSON

/// A device that a user is logged in on (SDN sheet 3.2).
public struct MXDevice: JSONModel, Hashable {
    /// The device's ID, unique among the user's devices.
    public let deviceId: String
    /// The name that the user sees in a list of devices; `nil` when it has none.
    public let displayName: String?
    /// The network address of the device's last call; `nil` when the node does not say.
    public let lastSeenIp: String?
    /// The time of the device's last call, in milliseconds since 1970; `nil` when the node does not say.
    public let lastSeenTs: UInt64?

    package init(json: JSONReader) throws {
        deviceId = try json.string("device_id")
        displayName = try json.optionalString("display_name")
        lastSeenIp = try json.optionalString("last_seen_ip")
        lastSeenTs = try json.optionalInt("last_seen_ts").flatMap(UInt64.init(exactly:))
    }
}

/// The answer `{"devices":[…]}`.
package struct DeviceList: JSONModel {
    package let devices: [MXDevice]
    package init(json: JSONReader) throws { devices = try json.objects("devices").map(MXDevice.init(json:)) }
}
