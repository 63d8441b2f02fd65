/// The backup of a user's encrypted room keys on the node (SDN sheet 3.2). Herald's client passes the keys through unread.
extension Endpoints {
    /// Matrix: [postRoomKeysVersion](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3room_keysversion).
    package static let createKeyBackup = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "room_keys/version")
    /// Without a version in the path, the node returns the newest backup.
    /// Matrix: [getRoomKeysVersionCurrent](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keysversion).
    /// Matrix: [getRoomKeysVersion](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keysversionversion).
    package static let keyBackup = Endpoint<PlainRequest, RawJSON>(
        .get, .client(.r0), "room_keys/version/{version}",
        variants: [EndpointVariant(.client(.r0), "room_keys/version")])
    /// Matrix: [putRoomKeysVersion](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3room_keysversionversion).
    package static let updateKeyBackup = Endpoint<PlainRequest, RawJSON>(
        .put, .client(.r0), "room_keys/version/{version}")
    /// Matrix: [deleteRoomKeysVersion](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3room_keysversionversion).
    package static let deleteKeyBackup = Endpoint<PlainRequest, EmptyObject>(
        .delete, .client(.r0), "room_keys/version/{version}")
    /// Matrix: [putRoomKeys](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3room_keyskeys).
    package static let backUpKeys = Endpoint<PlainRequest, RawJSON>(.put, .client(.r0), "room_keys/keys")
    /// Matrix: [putRoomKeysByRoomId](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3room_keyskeysroomid).
    package static let backUpKeysOfRoom = Endpoint<PlainRequest, RawJSON>(.put, .client(.r0), "room_keys/keys/{roomId}")
    /// Matrix: [putRoomKeyBySessionId](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3room_keyskeysroomidsessionid).
    package static let backUpKeyOfSession = Endpoint<PlainRequest, RawJSON>(
        .put, .client(.r0), "room_keys/keys/{roomId}/{sessionId}")
    /// Matrix: [getRoomKeys](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keyskeys).
    package static let backedUpKeys = Endpoint<PlainRequest, RawJSON>(.get, .client(.r0), "room_keys/keys")
    /// Matrix: [getRoomKeysByRoomId](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keyskeysroomid).
    package static let backedUpKeysOfRoom = Endpoint<PlainRequest, RawJSON>(
        .get, .client(.r0), "room_keys/keys/{roomId}")
    /// Matrix: [getRoomKeyBySessionId](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3room_keyskeysroomidsessionid).
    package static let backedUpKeyOfSession = Endpoint<PlainRequest, RawJSON>(
        .get, .client(.r0), "room_keys/keys/{roomId}/{sessionId}")
    /// Matrix: [deleteRoomKeyBySessionId](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3room_keyskeysroomidsessionid).
    package static let deleteBackedUpKey = Endpoint<PlainRequest, RawJSON>(
        .delete, .client(.r0), "room_keys/keys/{roomId}/{sessionId}")
}
