import HeraldJSON
import SDNWire

/// Keys that the user's devices keep on the node, sealed by the app (SDN sheet 3.2). Objects go through as they are.
extension MXRestClient {
    /// Begins a backup.
    /// - Parameter version: `algorithm` and `auth_data`.
    /// - Returns: the version's name.
    public func createKeyBackupVersion(_ version: JSONObject) async throws -> String {
        try await text("version", Endpoints.createKeyBackup, BodyRequest(version))
    }

    /// Changes what is said of a backup.
    /// - Parameter version: `version`, which names it, `algorithm` and `auth_data`.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` when it is not named.
    public func updateKeyBackupVersion(_ version: JSONObject) async throws {
        guard let name = version["version"]?.stringValue, !name.isEmpty else {
            throw SDNSDKError(.invalidArgument, field: "version", endpoint: Endpoints.updateKeyBackup.name, reason: "the backup is not named")
        }
        _ = try await perform(Endpoints.updateKeyBackup, PlainRequest(path: ["version": name], body: version))
    }

    /// Takes a backup away, with its keys.
    public func deleteKeyBackupVersion(_ version: String) async throws {
        _ = try await perform(Endpoints.deleteKeyBackup, PlainRequest(path: ["version": version]))
    }

    /// What is said of a backup: `algorithm`, `auth_data`, `count`, `etag`, `version`.
    /// - Parameter version: `nil` for the newest.
    /// - Throws: ``MXError/notFound`` when there is none.
    public func keyBackupVersion(_ version: String?) async throws -> JSONObject {
        try await handOn(Endpoints.keyBackup, PlainRequest(path: ["version": version ?? ""]))
    }

    /// Keeps one session's key. - Returns: `{"count":…,"etag":…}`.
    /// - Parameters:
    ///   - key: the sealed key.
    ///   - roomId: its room.
    ///   - sessionId: its session.
    ///   - version: the backup.
    public func sendKeyBackup(_ key: JSONObject, room roomId: String, session sessionId: String, version: String) async throws -> JSONObject {
        let request = PlainRequest(path: ["roomId": roomId, "sessionId": sessionId], query: ["version": version], body: key)
        return try await handOn(Endpoints.backUpKeyOfSession, request)
    }

    /// Keeps a room's keys. - Returns: `{"count":…,"etag":…}`.
    /// - Parameters:
    ///   - keys: `{"sessions":{session:key}}`.
    ///   - roomId: the room.
    ///   - version: the backup.
    public func sendRoomKeysBackup(_ keys: JSONObject, room roomId: String, version: String) async throws -> JSONObject {
        try await handOn(Endpoints.backUpKeysOfRoom, PlainRequest(path: ["roomId": roomId], query: ["version": version], body: keys))
    }

    /// Keeps keys. - Returns: `{"count":…,"etag":…}`.
    /// - Parameters:
    ///   - keys: `{"rooms":{room:{"sessions":{session:key}}}}`.
    ///   - version: the backup.
    public func sendKeysBackup(_ keys: JSONObject, version: String) async throws -> JSONObject {
        try await handOn(Endpoints.backUpKeys, PlainRequest(query: ["version": version], body: keys))
    }

    /// The sealed key of one session.
    /// - Throws: ``MXError/notFound`` when the backup has none.
    public func keyBackup(forSession sessionId: String, inRoom roomId: String, version: String) async throws -> JSONObject {
        let request = PlainRequest(path: ["roomId": roomId, "sessionId": sessionId], query: ["version": version])
        return try await handOn(Endpoints.backedUpKeyOfSession, request)
    }

    /// The sealed keys of one room: `{"sessions":{session:key}}`.
    public func keysBackup(inRoom roomId: String, version: String) async throws -> JSONObject {
        try await handOn(Endpoints.backedUpKeysOfRoom, PlainRequest(path: ["roomId": roomId], query: ["version": version]))
    }

    /// Every sealed key: `{"rooms":{room:{"sessions":{session:key}}}}`.
    public func keysBackup(_ version: String) async throws -> JSONObject {
        try await handOn(Endpoints.backedUpKeys, PlainRequest(query: ["version": version]))
    }

    /// Takes one session's key out of a backup.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - sessionId: the session.
    ///   - version: the backup.
    public func deleteKey(fromBackup roomId: String, session sessionId: String, version: String) async throws {
        let request = PlainRequest(path: ["roomId": roomId, "sessionId": sessionId], query: ["version": version])
        _ = try await perform(Endpoints.deleteBackedUpKey, request)
    }
}
