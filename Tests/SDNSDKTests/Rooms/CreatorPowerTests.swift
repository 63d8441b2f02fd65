import HeraldJSON
import SDNSDK
import Testing

@Suite("Power of a room's creators")
struct CreatorPowerTests {
    private func levels(version: String) throws -> MXRoomPowerLevels {
        let create: JSONObject = [
            "type": "m.room.create", "state_key": "", "event_id": "$c", "sender": "@ann:b", "origin_server_ts": 1,
            "content": ["room_version": .string(version), "additional_creators": ["@bob:b"]],
        ]
        let levels: JSONObject = [
            "type": "m.room.power_levels", "state_key": "", "event_id": "$p", "sender": "@ann:b",
            "origin_server_ts": 2, "content": ["users": ["@carol:b": 100]],
        ]
        let events = try [create, levels].map { try MXEvent(json: $0, roomId: "!r:b") }
        return MXRoomState(roomId: "!r:b", events: events).powerLevels
    }

    @Test("from room version 12 on, the creators have more power than any level")
    func above() throws {
        let levels = try levels(version: "12")
        for creator in ["@ann:b", "@bob:b"] {
            #expect(levels.powerLevelOfUser(withUserID: creator) == .max)
        }
        #expect(levels.powerLevelOfUser(withUserID: "@carol:b") == 100)
        #expect(levels.powerLevelOfUser(withUserID: "@dan:b") == 0)
    }

    @Test("up to room version 11, the creators have the levels that the room gives them", arguments: ["1", "11"])
    func listed(version: String) throws {
        let levels = try levels(version: version)
        #expect(levels.powerLevelOfUser(withUserID: "@ann:b") == 0)
        #expect(levels.powerLevelOfUser(withUserID: "@bob:b") == 0)
    }
}
