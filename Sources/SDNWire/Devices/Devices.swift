import HeraldJSON

extension Endpoints {
    /// Lists the caller's devices (SDN sheet 3.2 and 7.2).
    /// Matrix: [getDevices](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3devices).
    package static let devices = Endpoint<NoInput, RawJSON>(.get, .client(.r0), "devices")
    /// Returns one device of the caller.
    /// Matrix: [getDevice](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3devicesdeviceid).
    package static let device = Endpoint<DeviceRequest, RawJSON>(.get, .client(.r0), "devices/{deviceId}")
    /// Sets a device's display name.
    /// Matrix: [updateDevice](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3devicesdeviceid).
    package static let setDevice = Endpoint<SetDeviceRequest, EmptyObject>(.put, .client(.r0), "devices/{deviceId}")
    /// Logs a device out and deletes it. Requires user-interactive authentication.
    /// Matrix: [deleteDevice](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3devicesdeviceid).
    package static let deleteDevice = Endpoint<DeleteDeviceRequest, EmptyObject>(
        .delete, .client(.r0), "devices/{deviceId}")
    /// Logs several devices out and deletes them. Requires user-interactive authentication.
    /// Matrix: [deleteDevices](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3delete_devices).
    package static let deleteDevices = Endpoint<DeleteDevicesRequest, EmptyObject>(
        .post, .client(.r0), "delete_devices")
}

package struct DeviceRequest: WireRequest, Hashable {
    package var deviceID: String
    package init(deviceID: String) { self.deviceID = deviceID }
    package init(parts: RequestParts) throws { self.deviceID = try parts.pathValue("deviceId") }
    package func parts() -> RequestParts { RequestParts(path: ["deviceId": deviceID]) }
}

package struct SetDeviceRequest: WireRequest, Hashable {
    package var deviceID: String
    /// The new display name. `nil` leaves the name unchanged.
    package var displayName: String?

    package init(deviceID: String, displayName: String?) {
        self.deviceID = deviceID
        self.displayName = displayName
    }
    package init(parts: RequestParts) throws {
        self.deviceID = try parts.pathValue("deviceId")
        self.displayName = try parts.object().optionalString("display_name")
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("display_name", displayName)
        return RequestParts(path: ["deviceId": deviceID], body: .object(object))
    }
}

/// Deletes one device. Without `auth`, the node answers with the authentication stages that it requires (SDN sheet 7.7).
package struct DeleteDeviceRequest: WireRequest, Hashable {
    package var deviceID: String
    package var auth: JSONObject?

    package init(deviceID: String, auth: JSONObject? = nil) {
        self.deviceID = deviceID
        self.auth = auth
    }
    package init(parts: RequestParts) throws {
        self.deviceID = try parts.pathValue("deviceId")
        self.auth = try parts.object().optionalObject("auth")?.value
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("auth", auth.map(JSONValue.object))
        return RequestParts(path: ["deviceId": deviceID], body: .object(object))
    }
}

extension DeleteDeviceRequest: RedactedValue {
    package var description: String { "DeleteDeviceRequest(\(deviceID), auth redacted)" }
}

package struct DeleteDevicesRequest: WireRequest, Hashable {
    package var deviceIDs: [String]
    package var auth: JSONObject?

    package init(deviceIDs: [String], auth: JSONObject? = nil) {
        self.deviceIDs = deviceIDs
        self.auth = auth
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.deviceIDs = try body.strings("devices")
        self.auth = try body.optionalObject("auth")?.value
    }
    package func parts() -> RequestParts {
        var object: JSONObject = ["devices": .array(deviceIDs.map(JSONValue.string))]
        object.set("auth", auth.map(JSONValue.object))
        return RequestParts(body: .object(object))
    }
}

extension DeleteDevicesRequest: RedactedValue {
    package var description: String { "DeleteDevicesRequest(\(deviceIDs.count) devices, auth redacted)" }
}
