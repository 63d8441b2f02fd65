import HeraldJSON
import SDNValues
import SDNWire

/// The calls for keys of end-to-end encryption (SDN sheet 3.2). This SDK encrypts nothing. The calls are for an app that brings its own
/// encryption. The client passes objects on unchanged.
extension MXRestClient {
    /// Publishes a device's keys.
    /// - Parameters:
    ///   - deviceKeys: the device's identity keys, signed; `nil` leaves them unchanged.
    ///   - oneTimeKeys: keys each of which is for one other device.
    ///   - fallbackKeys: keys to use when the one-time keys are used up.
    ///   - deviceId: the device, when it is not the client's own.
    /// - Returns: `{"one_time_key_counts":{…}}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func uploadKeys(
        _ deviceKeys: JSONObject?, oneTimeKeys: JSONObject?, fallbackKeys: JSONObject?,
        forDevice deviceId: String? = nil
    ) async throws -> JSONObject {
        var body = JSONObject()
        body.set("device_keys", deviceKeys.map(JSONValue.object))
        body.set("one_time_keys", oneTimeKeys.map(JSONValue.object))
        body.set("fallback_keys", fallbackKeys.map(JSONValue.object))
        guard let deviceId else { return try await handOn(Endpoints.uploadKeys, BodyRequest(body)) }
        return try await handOn(Endpoints.uploadKeysOfDevice, PlainRequest(path: ["deviceId": deviceId], body: body))
    }

    /// Returns the keys of users' devices.
    /// - Parameters:
    ///   - users: the users' IDs.
    ///   - token: the sync token that announced a change.
    /// - Returns: `{"device_keys":{user:{device:…}},…}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func downloadKeys(forUsers users: [String], token: String? = nil) async throws -> JSONObject {
        let wanted = JSONObject(uniqueKeysWithValues: users.map { ($0, .array([])) })
        var body: JSONObject = ["device_keys": .object(wanted)]
        body.set("token", token)
        return try await handOn(Endpoints.queryKeys, BodyRequest(body))
    }

    /// Claims one key of each device. A claimed key is given to nobody else.
    /// - Parameter devices: the wanted algorithm, by user and device.
    /// - Returns: `{"one_time_keys":{user:{device:…}},…}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func claimOneTimeKeys(for devices: [String: [String: String]]) async throws -> JSONObject {
        let wanted = devices.mapValues { JSONValue.object(JSONObject($0.mapValues(JSONValue.string))) }
        return try await handOn(Endpoints.claimKeys, BodyRequest(["one_time_keys": .object(JSONObject(wanted))]))
    }

    /// Returns the users whose keys changed between two sync tokens.
    /// - Returns: `{"changed":[…],"left":[…]}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func keyChanges(from: String, to: String) async throws -> JSONObject {
        try await perform(Endpoints.keyChanges, KeyChangesRequest(from: from, to: to), as: ObjectContent.self).content
    }

    /// Publishes signatures of keys.
    /// - Parameter signatures: the signed keys, by user and key ID.
    /// - Returns: `{"failures":{…}}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func uploadKeySignatures(_ signatures: JSONObject) async throws -> JSONObject {
        try await handOn(Endpoints.uploadSignatures, BodyRequest(signatures))
    }

    /// Returns the proof that the node asks for before it accepts cross-signing keys. ``uploadDeviceSigningKeys(_:authParams:)`` sends the proof.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `malformedResponse` when the node asks for none.
    public func authSessionToUploadDeviceSigningKeys() async throws -> MXAuthenticationSession {
        try await authenticationSession(of: Endpoints.uploadSigningKeys.name) {
            _ = try await self.perform(Endpoints.uploadSigningKeys, BodyRequest([:]), retry: .ifNotSent)
        }
    }

    /// Publishes the user's cross-signing keys, which sign the user's devices.
    /// - Parameters:
    ///   - keys: `master_key`, `self_signing_key` and `user_signing_key`.
    ///   - authParams: the proof, as in ``deleteDevice(_:authParameters:)``.
    /// - Throws: ``/SDNValues/MXError`` of status 401 when the proof is insufficient.
    public func uploadDeviceSigningKeys(_ keys: JSONObject, authParams: JSONObject?) async throws {
        var body = keys
        body.set("auth", authParams.map(JSONValue.object))
        _ = try await perform(Endpoints.uploadSigningKeys, BodyRequest(body))
    }

    /// Returns the dehydrated device: `{"device_id":…,"device_data":…}`. It receives messages while the user has no other device.
    /// - Throws: ``/SDNValues/MXError/notFound`` when there is none; ``/SDNValues/MXError/unrecognized`` from a node without such devices.
    public func getDehydratedDevice() async throws -> JSONObject {
        try await perform(Endpoints.dehydratedDevice, NoInput(), as: ObjectContent.self).content
    }

    /// Stores a dehydrated device on the node.
    /// - Parameter device: `device_data` and the other members of the request.
    /// - Returns: the device's ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setDehydratedDevice(_ device: JSONObject) async throws -> String {
        try await text("device_id", Endpoints.setDehydratedDevice, BodyRequest(device))
    }

    /// Claims the dehydrated device for this client.
    /// - Returns: true when the client got it. Only one client does.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func claimDehydratedDevice(withId deviceId: String) async throws -> Bool {
        try await handOn(Endpoints.claimDehydratedDevice, BodyRequest(["device_id": .string(deviceId)]))["success"]?
            .boolValue ?? false
    }

    /// Sends the caller's body unchanged and returns the node's answer unchanged.
    func handOn<Q: WireRequest>(_ endpoint: Endpoint<Q, RawJSON>, _ request: Q) async throws -> JSONObject {
        try await perform(endpoint, request, as: ObjectContent.self).content
    }

    /// Returns one string member of an answer.
    func text<Q: WireRequest>(_ member: String, _ endpoint: Endpoint<Q, RawJSON>, _ request: Q) async throws -> String {
        guard let text = try await handOn(endpoint, request)[member]?.stringValue else {
            throw SDNSDKError(.malformedResponse, field: member, endpoint: endpoint.name, reason: "expected a text")
        }
        return text
    }
}
