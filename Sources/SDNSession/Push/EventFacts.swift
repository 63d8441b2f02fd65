import HeraldJSON
import SDNValues
import SDNWire

/// The facts about an event's room that push rules need.
struct EventFacts: Sendable {
    var roomId: String?
    var membersCount: MXRoomMembersCount?
    var levels: MXRoomPowerLevels?
    /// The user's own name in the room.
    var displayName: String?
}

extension PushRuleset {
    /// Returns the rule that decides about an event; `nil` when none does.
    func decidingRule(for event: MXEvent, _ facts: EventFacts, userId: String) -> MXPushRule? {
        var json = event.json
        // Without the room's ID, no rule of the user for the room would match, and a muted room would notify.
        json.set("room_id", facts.roomId)
        let room = PushRoomFacts(joinedMembers: Int64(facts.membersCount?.joined ?? 0)) { [sender = event.sender] key in
            (
                Int64(facts.levels?.powerLevelOfUser(withUserID: sender) ?? 0),
                facts.levels?.notifications[key].map(Int64.init)
            )
        }
        let user = PushUser(id: userId, displayName: facts.displayName)
        return decide(PushEvent(json), facts: room, user: user).rule.map(MXPushRule.init)
    }
}
