extension Endpoints {
    /// Asks to be let into a room, by id or alias.
    package static let knock = Endpoint<RoomActionRequest, RoomIDResponse>(.post, .client(.r0), "knock/{roomId}", history: .matrix(.v1(1)))
}
