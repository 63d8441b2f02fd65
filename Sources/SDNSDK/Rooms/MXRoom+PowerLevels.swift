import HeraldJSON
import SDNWire

extension MXRoom {
    /// Gives a user a power level; the other levels stay as they are.
    ///
    /// Builds on the levels that the node has now, not on those that a sync brought last, and calls of one session for a room go one
    /// after the other. A change that somebody else makes in the same moment may be lost: the protocol has no way to guard it.
    /// - Throws: ``MXError/forbidden`` when the user's own level is too low.
    public func setPowerLevel(ofUser userId: String, powerLevel: Int) async throws {
        try await powerLevelGate.run {
            var content = try await self.currentPowerLevels()
            var users = content["users"]?.objectValue ?? [:]
            users[userId] = .int(Int64(powerLevel))
            content["users"] = .object(users)
            try await self.sendStateEvent(.roomPowerLevels, content: content)
        }
    }

    /// The content to build on.
    private func currentPowerLevels() async throws -> JSONObject {
        let request = StateContentRequest(roomID: roomId, type: EventType.powerLevels)
        do {
            return try await mxSession.sdnRestClient.perform(Endpoints.stateContent, request, as: ObjectContent.self).content
        } catch MXError.notFound {
            return try await defaultPowerLevels()
        }
    }

    /// The levels of a room without any, spelled out: the first power level event would otherwise take its creator's level away and
    /// raise the one that state needs (SDN sheet 4.5).
    private func defaultPowerLevels() async throws -> JSONObject {
        let events = try await mxSession.sdnRestClient.state(ofRoom: roomId)
        guard let creator = MXRoomState(roomId: roomId, events: events).creatorUserId else {
            throw SDNSDKError(
                .malformedResponse, field: EventType.create, endpoint: Endpoints.roomState.name, reason: "the state of a room begins with its creation")
        }
        let levels = MXRoomPowerLevels(content: nil, creator: creator)
        return [
            "users": .object(JSONObject(levels.users.mapValues { .int(Int64($0)) })), "state_default": .int(Int64(levels.stateDefault)),
        ]
    }
}
