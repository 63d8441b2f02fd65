/// The backup of a user's encrypted room keys on the node (SDN sheet 3.2). Herald's client passes the keys through unread.
extension Endpoints {
    package static let createKeyBackup = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "room_keys/version")
    /// Without a version in the path, the node returns the newest backup.
    package static let keyBackup = Endpoint<PlainRequest, RawJSON>(
        .get, .client(.r0), "room_keys/version/{version}", variants: [EndpointVariant(.client(.r0), "room_keys/version")])
    package static let updateKeyBackup = Endpoint<PlainRequest, RawJSON>(.put, .client(.r0), "room_keys/version/{version}")
    package static let deleteKeyBackup = Endpoint<PlainRequest, EmptyObject>(.delete, .client(.r0), "room_keys/version/{version}")
    package static let backUpKeys = Endpoint<PlainRequest, RawJSON>(.put, .client(.r0), "room_keys/keys")
    package static let backUpKeysOfRoom = Endpoint<PlainRequest, RawJSON>(.put, .client(.r0), "room_keys/keys/{roomId}")
    package static let backUpKeyOfSession = Endpoint<PlainRequest, RawJSON>(.put, .client(.r0), "room_keys/keys/{roomId}/{sessionId}")
    package static let backedUpKeys = Endpoint<PlainRequest, RawJSON>(.get, .client(.r0), "room_keys/keys")
    package static let backedUpKeysOfRoom = Endpoint<PlainRequest, RawJSON>(.get, .client(.r0), "room_keys/keys/{roomId}")
    package static let backedUpKeyOfSession = Endpoint<PlainRequest, RawJSON>(.get, .client(.r0), "room_keys/keys/{roomId}/{sessionId}")
    package static let deleteBackedUpKey = Endpoint<PlainRequest, RawJSON>(.delete, .client(.r0), "room_keys/keys/{roomId}/{sessionId}")
}
