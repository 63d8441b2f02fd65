import HeraldLocks
import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

extension MXRoom {
    /// Sets the power level of a user. The other levels do not change.
    ///
    /// The change is made to the node's current levels, not to the levels of the last sync. Calls of one session for a room run one after
    /// the other. If another user changes the levels at the same moment, one of the changes may be lost. The protocol cannot prevent this.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's own level is too low.
    public func setPowerLevel(ofUser userId: String, powerLevel: Int) async throws {
        try await powerLevelGate.runUnlessCancelled {
            var content = try await self.currentPowerLevels()
            var users = content["users"]?.objectValue ?? [:]
            users[userId] = .int(Int64(powerLevel))
            content["users"] = .object(users)
            try await self.sendStateEvent(.roomPowerLevels, content: content)
        }
    }

    /// Returns the node's current power levels, or the default levels if the room has no power level event.
    private func currentPowerLevels() async throws -> JSONObject {
        let request = StateContentRequest(roomID: roomId, type: EventType.powerLevels)
        do {
            return try await mxSession.sdnRestClient.perform(Endpoints.stateContent, request, as: ObjectContent.self)
                .content
        } catch MXError.notFound {
            return try await defaultPowerLevels()
        }
    }

    /// Returns the default levels of a room without a power level event. The new power level event has to contain them. Without them, it would remove
    /// the level of the room's creator and raise the level that state events need (SDN sheet 4.5).
    private func defaultPowerLevels() async throws -> JSONObject {
        let events = try await mxSession.sdnRestClient.state(ofRoom: roomId)
        guard let creator = MXRoomState(roomId: roomId, events: events).creatorUserId else {
            throw SDNSDKError(
                .malformedResponse, field: EventType.create, endpoint: Endpoints.roomState.name,
                reason: "the room's state has no m.room.create event")
        }
        let levels = MXRoomPowerLevels(content: nil, creator: creator)
        return [
            "users": .object(JSONObject(levels.users.mapValues { .int(Int64($0)) })),
            "state_default": .int(Int64(levels.stateDefault)),
        ]
    }
}
