/// The endpoints for the backup of a user's encrypted room keys on the node (SDN sheet 3.2). Herald's client passes the keys on without
/// reading them.
extension Endpoints {
    /// Creates a new key backup.
    /// Matrix: [postRoomKeysVersion](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3room_keysversion).
    package static let createKeyBackup = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "room_keys/version")
    /// Describes the backup whose version is in the path. Without a version in the path, the node describes the newest backup.
    /// Matrix: [getRoomKeysVersionCurrent](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keysversion).
    /// Matrix: [getRoomKeysVersion](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keysversionversion).
    package static let keyBackup = Endpoint<PlainRequest, RawJSON>(
        .get, .client(.r0), "room_keys/version/{version}",
        variants: [EndpointVariant(.client(.r0), "room_keys/version")])
    /// Changes the description of a backup.
    /// Matrix: [putRoomKeysVersion](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3room_keysversionversion).
    package static let updateKeyBackup = Endpoint<PlainRequest, RawJSON>(
        .put, .client(.r0), "room_keys/version/{version}")
    /// Deletes a backup with all its keys.
    /// Matrix: [deleteRoomKeysVersion](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3room_keysversionversion).
    package static let deleteKeyBackup = Endpoint<PlainRequest, EmptyObject>(
        .delete, .client(.r0), "room_keys/version/{version}")
    /// Stores keys of several rooms in a backup.
    /// Matrix: [putRoomKeys](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3room_keyskeys).
    package static let backUpKeys = Endpoint<PlainRequest, RawJSON>(.put, .client(.r0), "room_keys/keys")
    /// Stores keys of one room in a backup.
    /// Matrix: [putRoomKeysByRoomId](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3room_keyskeysroomid).
    package static let backUpKeysOfRoom = Endpoint<PlainRequest, RawJSON>(.put, .client(.r0), "room_keys/keys/{roomId}")
    /// Stores the key of one session in a backup.
    /// Matrix: [putRoomKeyBySessionId](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3room_keyskeysroomidsessionid).
    package static let backUpKeyOfSession = Endpoint<PlainRequest, RawJSON>(
        .put, .client(.r0), "room_keys/keys/{roomId}/{sessionId}")
    /// Returns all keys in a backup.
    /// Matrix: [getRoomKeys](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keyskeys).
    package static let backedUpKeys = Endpoint<PlainRequest, RawJSON>(.get, .client(.r0), "room_keys/keys")
    /// Returns the keys of one room in a backup.
    /// Matrix: [getRoomKeysByRoomId](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keyskeysroomid).
    package static let backedUpKeysOfRoom = Endpoint<PlainRequest, RawJSON>(
        .get, .client(.r0), "room_keys/keys/{roomId}")
    /// Returns the key of one session in a backup.
    /// Matrix: [getRoomKeyBySessionId](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keyskeysroomidsessionid).
    package static let backedUpKeyOfSession = Endpoint<PlainRequest, RawJSON>(
        .get, .client(.r0), "room_keys/keys/{roomId}/{sessionId}")
    /// Deletes the key of one session from a backup.
    /// Matrix: [deleteRoomKeyBySessionId](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3room_keyskeysroomidsessionid).
    package static let deleteBackedUpKey = Endpoint<PlainRequest, RawJSON>(
        .delete, .client(.r0), "room_keys/keys/{roomId}/{sessionId}")
    /// Deletes all keys of one room from a backup.
    /// Matrix: [deleteRoomKeysByRoomId](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3room_keyskeysroomid).
    package static let deleteBackedUpKeysOfRoom = Endpoint<PlainRequest, RawJSON>(
        .delete, .client(.r0), "room_keys/keys/{roomId}")
    /// Deletes all keys from a backup.
    /// Matrix: [deleteRoomKeys](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3room_keyskeys).
    package static let deleteBackedUpKeys = Endpoint<PlainRequest, RawJSON>(
        .delete, .client(.r0), "room_keys/keys")
}
