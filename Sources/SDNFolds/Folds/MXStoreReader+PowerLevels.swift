import SDNValues
import SDNWire

extension MXStoreReader {
    /// Returns a room's current power levels, without reading the rest of its state.
    package func powerLevels(ofRoom roomId: String) throws -> MXRoomPowerLevels {
        let events = try [EventType.create, EventType.powerLevels].compactMap {
            try stateEvent(ofRoom: roomId, type: $0, stateKey: "")
        }
        return MXRoomState(roomId: roomId, events: events, membersCount: MXRoomMembersCount()).powerLevels
    }
}
