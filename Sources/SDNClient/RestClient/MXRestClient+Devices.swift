import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns the devices on which the user is logged in (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func devices() async throws -> [MXDevice] {
        try await perform(Endpoints.devices, NoInput(), as: DeviceList.self).devices
    }

    /// Returns one of the user's devices.
    /// - Throws: ``/SDNValues/MXError/notFound`` when there is none with this ID.
    public func device(withId deviceId: String) async throws -> MXDevice {
        try await perform(Endpoints.device, DeviceRequest(deviceID: deviceId), as: MXDevice.self)
    }

    /// Sets the name of a device.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setDeviceName(_ deviceName: String, forDevice deviceId: String) async throws {
        _ = try await perform(Endpoints.setDevice, SetDeviceRequest(deviceID: deviceId, displayName: deviceName))
    }

    /// Returns the proof that the node asks for before it removes a device. ``deleteDevice(_:authParameters:)`` sends the proof.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getSession(toDeleteDevice deviceId: String) async throws -> MXAuthenticationSession {
        try await authenticationSession(of: Endpoints.deleteDevice.name) {
            _ = try await self.perform(
                Endpoints.deleteDevice, DeleteDeviceRequest(deviceID: deviceId), retry: .ifNotSent)
        }
    }

    /// Ends a device's session for good.
    /// - Parameters:
    ///   - deviceId: the device.
    ///   - authParameters: the proof: `type`, `session` and what the stage needs (SDN sheet 7.7).
    /// - Throws: ``/SDNValues/MXError`` of status 401 when the proof is insufficient. Its ``/SDNValues/MXError/userInfo`` has the session to try again with.
    public func deleteDevice(_ deviceId: String, authParameters: JSONObject) async throws {
        _ = try await perform(Endpoints.deleteDevice, DeleteDeviceRequest(deviceID: deviceId, auth: authParameters))
    }

    /// Ends the sessions of several devices for good.
    /// - Parameters:
    ///   - deviceIds: the devices.
    ///   - authParameters: the proof, as in ``deleteDevice(_:authParameters:)``. Its session must belong to this call;
    ///     ``authSessionForRequest(withMethod:path:parameters:)`` opens it.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func deleteDevices(_ deviceIds: [String], authParameters: JSONObject) async throws {
        _ = try await perform(Endpoints.deleteDevices, DeleteDevicesRequest(deviceIDs: deviceIds, auth: authParameters))
    }
}

extension MXRestClient {
    /// Sends messages to devices. Each device receives its messages with its next sync (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func sendDirectToDevice(payload: MXToDevicePayload) async throws {
        let request = SendToDeviceRequest(
            type: payload.eventType, transactionID: payload.transactionId ?? makeTransactionID(),
            messages: payload.contentMap)
        _ = try await perform(Endpoints.sendToDevice, request)
    }
}
