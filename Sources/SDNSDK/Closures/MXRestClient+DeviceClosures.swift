import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of the calls for devices and user-interactive authentication (SDN sheet 3.2). Parameters are Foundation's JSON objects.
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/devices()``.
    @discardableResult
    public func devices(completion: @escaping @Sendable (MXResponse<[MXDevice]>) -> Void) -> MXHTTPOperation {
        adapt(completion) { try await self.devices() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/device(withId:)``.
    @discardableResult
    public func device(withId deviceId: String, completion: @escaping @Sendable (MXResponse<MXDevice>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.device(withId: deviceId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setDeviceName(_:forDevice:)``.
    @discardableResult
    public func setDeviceName(
        _ deviceName: String, forDevice deviceId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.setDeviceName(deviceName, forDevice: deviceId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getSession(toDeleteDevice:)``.
    @discardableResult
    public func getSession(
        toDeleteDevice deviceId: String, completion: @escaping @Sendable (MXResponse<MXAuthenticationSession>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.getSession(toDeleteDevice: deviceId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/deleteDevice(_:authParameters:)``.
    @discardableResult
    public func deleteDevice(
        _ deviceId: String, authParameters: [String: Any], completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let auth = Result { try JSONObject(foundation: authParameters) }
        return adapt(completion) { try await self.deleteDevice(deviceId, authParameters: auth.get()) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/deleteDevices(_:authParameters:)``.
    @discardableResult
    public func deleteDevices(
        _ deviceIds: [String], authParameters: [String: Any], completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let auth = Result { try JSONObject(foundation: authParameters) }
        return adapt(completion) { try await self.deleteDevices(deviceIds, authParameters: auth.get()) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/deleteDevices(_:signer:)``.
    @discardableResult
    public func deleteDevices(
        _ deviceIds: [String], signer: any SDNWalletSigner, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.deleteDevices(deviceIds, signer: signer) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/authSessionForRequest(withMethod:path:parameters:)``.
    @discardableResult
    public func authSessionForRequest(
        withMethod method: String, path: String, parameters: [String: Any],
        success: @escaping @Sendable (MXAuthenticationSession) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        let parameters = Result { try JSONObject(foundation: parameters) }
        return adapt(success, failure) {
            try await self.authSessionForRequest(withMethod: method, path: path, parameters: parameters.get())
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/deactivateAccount(withAuthParameters:eraseAccount:)``.
    @discardableResult
    public func deactivateAccount(
        withAuthParameters authParameters: [String: Any], eraseAccount: Bool,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let auth = Result { try JSONObject(foundation: authParameters) }
        return adapt(completion) {
            try await self.deactivateAccount(withAuthParameters: auth.get(), eraseAccount: eraseAccount)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/changePassword(from:to:logoutDevices:)``.
    @discardableResult
    public func changePassword(
        from old: String, to new: String, logoutDevices: Bool,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.changePassword(from: old, to: new, logoutDevices: logoutDevices) }
    }
}

/// The closure form of the call that sends messages to devices (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/sendDirectToDevice(payload:)``.
    @discardableResult
    public func sendDirectToDevice(
        payload: MXToDevicePayload, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.sendDirectToDevice(payload: payload) }
    }
}
