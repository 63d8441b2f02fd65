import HeraldJSON
import SDNWire

/// Keys of end-to-end encryption as a node keeps and hands them on (SDN sheet 3.2). This SDK encrypts nothing: the calls are for an app
/// that brings the encryption, and objects go through as they are.
extension MXRestClient {
    /// Publishes a device's keys.
    /// - Parameters:
    ///   - deviceKeys: the device's identity keys, signed; `nil` leaves them.
    ///   - oneTimeKeys: keys that each serve one other device.
    ///   - fallbackKeys: keys for when those are used up.
    ///   - deviceId: another device than the client's.
    /// - Returns: `{"one_time_key_counts":{…}}`.
    public func uploadKeys(
        _ deviceKeys: JSONObject?, oneTimeKeys: JSONObject?, fallbackKeys: JSONObject?, forDevice deviceId: String? = nil
    ) async throws -> JSONObject {
        var body = JSONObject()
        body.set("device_keys", deviceKeys.map(JSONValue.object))
        body.set("one_time_keys", oneTimeKeys.map(JSONValue.object))
        body.set("fallback_keys", fallbackKeys.map(JSONValue.object))
        guard let deviceId else { return try await handOn(Endpoints.uploadKeys, BodyRequest(body)) }
        return try await handOn(Endpoints.uploadKeysOfDevice, PlainRequest(path: ["deviceId": deviceId], body: body))
    }

    /// The keys of users' devices.
    /// - Parameters:
    ///   - users: their ids.
    ///   - token: the sync token that told of a change.
    /// - Returns: `{"device_keys":{user:{device:…}},…}`.
    public func downloadKeys(forUsers users: [String], token: String? = nil) async throws -> JSONObject {
        let wanted = JSONObject(uniqueKeysWithValues: users.map { ($0, .array([])) })
        var body: JSONObject = ["device_keys": .object(wanted)]
        body.set("token", token)
        return try await handOn(Endpoints.queryKeys, BodyRequest(body))
    }

    /// Takes one key of each device for oneself.
    /// - Parameter devices: the algorithm that is wanted, by user and device.
    /// - Returns: `{"one_time_keys":{user:{device:…}},…}`.
    public func claimOneTimeKeys(for devices: [String: [String: String]]) async throws -> JSONObject {
        let wanted = devices.mapValues { JSONValue.object(JSONObject($0.mapValues(JSONValue.string))) }
        return try await handOn(Endpoints.claimKeys, BodyRequest(["one_time_keys": .object(JSONObject(wanted))]))
    }

    /// Whose keys changed between two sync tokens.
    /// - Returns: `{"changed":[…],"left":[…]}`.
    public func keyChanges(from: String, to: String) async throws -> JSONObject {
        try await perform(Endpoints.keyChanges, KeyChangesRequest(from: from, to: to), as: ObjectContent.self).content
    }

    /// Publishes signatures of keys.
    /// - Parameter signatures: the signed keys, by user and key id.
    /// - Returns: `{"failures":{…}}`.
    public func uploadKeySignatures(_ signatures: JSONObject) async throws -> JSONObject {
        try await handOn(Endpoints.uploadSignatures, BodyRequest(signatures))
    }

    /// What the node wants proved before it takes the keys that sign devices; ``uploadDeviceSigningKeys(_:authParams:)`` brings the proof.
    /// - Throws: ``SDNSDKError`` with code `malformedResponse` when the node asks for none.
    public func authSessionToUploadDeviceSigningKeys() async throws -> MXAuthenticationSession {
        try await authenticationSession(of: Endpoints.uploadSigningKeys.name) {
            _ = try await self.perform(Endpoints.uploadSigningKeys, BodyRequest([:]), retry: .ifNotSent)
        }
    }

    /// Publishes the keys that sign the user's devices.
    /// - Parameters:
    ///   - keys: `master_key`, `self_signing_key` and `user_signing_key`.
    ///   - authParams: the proof, as of ``deleteDevice(_:authParameters:)``.
    /// - Throws: ``MXError`` of status 401 when the proof is not good.
    public func uploadDeviceSigningKeys(_ keys: JSONObject, authParams: JSONObject?) async throws {
        var body = keys
        body.set("auth", authParams.map(JSONValue.object))
        _ = try await perform(Endpoints.uploadSigningKeys, BodyRequest(body))
    }

    /// The device that waits for messages while the user has none: `{"device_id":…,"device_data":…}`.
    /// - Throws: ``MXError/notFound`` when there is none; ``MXError/unrecognized`` from a node that knows no such devices.
    public func getDehydratedDevice() async throws -> JSONObject {
        try await perform(Endpoints.dehydratedDevice, NoInput(), as: ObjectContent.self).content
    }

    /// Leaves such a device on the node.
    /// - Parameter device: `device_data` and what else belongs to it.
    /// - Returns: the device's id.
    public func setDehydratedDevice(_ device: JSONObject) async throws -> String {
        try await text("device_id", Endpoints.setDehydratedDevice, BodyRequest(device))
    }

    /// Takes the waiting device's place.
    /// - Returns: whether the client got it; only one does.
    public func claimDehydratedDevice(withId deviceId: String) async throws -> Bool {
        try await handOn(Endpoints.claimDehydratedDevice, BodyRequest(["device_id": .string(deviceId)]))["success"]?.boolValue ?? false
    }

    /// Sends what the caller wrote and gives what the node answers, as it is.
    func handOn<Q: WireRequest>(_ endpoint: Endpoint<Q, RawJSON>, _ request: Q) async throws -> JSONObject {
        try await perform(endpoint, request, as: ObjectContent.self).content
    }

    /// One text of an answer.
    func text<Q: WireRequest>(_ member: String, _ endpoint: Endpoint<Q, RawJSON>, _ request: Q) async throws -> String {
        guard let text = try await handOn(endpoint, request)[member]?.stringValue else {
            throw SDNSDKError(.malformedResponse, field: member, endpoint: endpoint.name, reason: "a text is expected")
        }
        return text
    }
}
