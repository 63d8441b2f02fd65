/// Keys that a user's devices keep on the node, sealed (SDN sheet 3.2). A client of ours hands them on and looks into none.
extension Endpoints {
    package static let createKeyBackup = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "room_keys/version")
    /// The newest without a version.
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
