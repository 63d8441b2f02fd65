extension Endpoints {
    /// Asks for an invitation to a room, by room id or alias.
    /// Matrix: [knockRoom](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3knockroomidoralias).
    package static let knock = Endpoint<RoomActionRequest, RoomIDResponse>(
        .post, .client(.r0), "knock/{roomId}", history: .matrix(.v1(1)))
}
