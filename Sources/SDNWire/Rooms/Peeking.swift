extension Endpoints {
    /// Shows a room that everyone may read in the syncs of the caller's device, without joining it.
    package static let peek = Endpoint<RoomActionRequest, RoomIDResponse>(
        .post, .client(.r0), "peek/{roomId}", history: .proposal("MSC2753"),
        variants: [EndpointVariant(.client(.unstable), "org.matrix.msc2753/peek/{roomId}")])
    /// Ends what ``peek`` began.
    package static let unpeek = Endpoint<RoomActionRequest, EmptyObject>(
        .post, .client(.r0), "rooms/{roomId}/unpeek", history: .proposal("MSC2753"),
        variants: [EndpointVariant(.client(.unstable), "org.matrix.msc2753/rooms/{roomId}/unpeek")])
}
