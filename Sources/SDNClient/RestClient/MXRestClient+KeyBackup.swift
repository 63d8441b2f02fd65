import HeraldJSON
import SDNValues
import SDNWire

/// The calls for key backups (SDN sheet 3.2). The node stores keys of the user's devices, which the app has encrypted. The client passes
/// objects on unchanged.
extension MXRestClient {
    /// Creates a backup.
    /// - Parameter version: `algorithm` and `auth_data`.
    /// - Returns: the version's name.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func createKeyBackupVersion(_ version: JSONObject) async throws -> String {
        try await text("version", Endpoints.createKeyBackup, BodyRequest(version))
    }

    /// Changes the description of a backup.
    /// - Parameter version: `version`, which names it, `algorithm` and `auth_data`.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` when `version` is absent or empty.
    public func updateKeyBackupVersion(_ version: JSONObject) async throws {
        guard let name = version["version"]?.stringValue, !name.isEmpty else {
            throw SDNSDKError(
                .invalidArgument, field: "version", endpoint: Endpoints.updateKeyBackup.name,
                reason: "the backup's version is needed")
        }
        _ = try await perform(Endpoints.updateKeyBackup, PlainRequest(path: ["version": name], body: version))
    }

    /// Removes a backup with its keys.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func deleteKeyBackupVersion(_ version: String) async throws {
        _ = try await perform(Endpoints.deleteKeyBackup, PlainRequest(path: ["version": version]))
    }

    /// Returns the description of a backup: `algorithm`, `auth_data`, `count`, `etag`, `version`.
    /// - Parameter version: the backup; `nil` for the newest.
    /// - Throws: ``/SDNValues/MXError/notFound`` when there is none.
    public func keyBackupVersion(_ version: String?) async throws -> JSONObject {
        // An empty version adds no segment to the path. The node then returns the newest backup.
        try await handOn(Endpoints.keyBackup, PlainRequest(path: ["version": version ?? ""]))
    }

    /// Stores the key of one session.
    /// - Parameters:
    ///   - key: the encrypted key.
    ///   - roomId: the room of the session.
    ///   - sessionId: the session.
    ///   - version: the backup.
    /// - Returns: `{"count":…,"etag":…}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func sendKeyBackup(_ key: JSONObject, room roomId: String, session sessionId: String, version: String)
        async throws -> JSONObject
    {
        let request = PlainRequest(
            path: ["roomId": roomId, "sessionId": sessionId], query: ["version": version], body: key)
        return try await handOn(Endpoints.backUpKeyOfSession, request)
    }

    /// Stores the keys of a room.
    /// - Parameters:
    ///   - keys: `{"sessions":{session:key}}`.
    ///   - roomId: the room.
    ///   - version: the backup.
    /// - Returns: `{"count":…,"etag":…}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func sendRoomKeysBackup(_ keys: JSONObject, room roomId: String, version: String) async throws -> JSONObject
    {
        try await handOn(
            Endpoints.backUpKeysOfRoom, PlainRequest(path: ["roomId": roomId], query: ["version": version], body: keys))
    }

    /// Stores keys.
    /// - Parameters:
    ///   - keys: `{"rooms":{room:{"sessions":{session:key}}}}`.
    ///   - version: the backup.
    /// - Returns: `{"count":…,"etag":…}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func sendKeysBackup(_ keys: JSONObject, version: String) async throws -> JSONObject {
        try await handOn(Endpoints.backUpKeys, PlainRequest(query: ["version": version], body: keys))
    }

    /// Returns the encrypted key of one session.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the backup has none.
    public func keyBackup(forSession sessionId: String, inRoom roomId: String, version: String) async throws
        -> JSONObject
    {
        let request = PlainRequest(path: ["roomId": roomId, "sessionId": sessionId], query: ["version": version])
        return try await handOn(Endpoints.backedUpKeyOfSession, request)
    }

    /// Returns the encrypted keys of one room: `{"sessions":{session:key}}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func keysBackup(inRoom roomId: String, version: String) async throws -> JSONObject {
        try await handOn(
            Endpoints.backedUpKeysOfRoom, PlainRequest(path: ["roomId": roomId], query: ["version": version]))
    }

    /// Returns all encrypted keys: `{"rooms":{room:{"sessions":{session:key}}}}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func keysBackup(_ version: String) async throws -> JSONObject {
        try await handOn(Endpoints.backedUpKeys, PlainRequest(query: ["version": version]))
    }

    /// Removes the key of one session from a backup.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - sessionId: the session.
    ///   - version: the backup.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func deleteKey(fromBackup roomId: String, session sessionId: String, version: String) async throws {
        let request = PlainRequest(path: ["roomId": roomId, "sessionId": sessionId], query: ["version": version])
        _ = try await perform(Endpoints.deleteBackedUpKey, request)
    }
}
