extension Endpoints {
    /// Asks for an invitation to a room, by room id or alias.
    package static let knock = Endpoint<RoomActionRequest, RoomIDResponse>(.post, .client(.r0), "knock/{roomId}", history: .matrix(.v1(1)))
}
