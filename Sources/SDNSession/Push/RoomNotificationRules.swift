import HeraldJSON
import SDNWire

/// The push rules of a user, read as the notification mode of one room. The rules for a mode are those that other clients set and read too:
///
/// - ``MXRoomNotificationMode/mute``: an override rule without actions, whose only condition is the room;
/// - ``MXRoomNotificationMode/mentionsAndKeywordsOnly``: a room rule without actions. Rules for mentions and keywords come before it;
/// - ``MXRoomNotificationMode/allMessages``: a room rule that notifies.
struct RoomNotificationRules: Sendable {
    let rules: PushRuleset
    let roomId: String

    /// The mode that the user has chosen; `nil` when the defaults decide.
    var chosenMode: MXRoomNotificationMode? {
        if rules[.override].contains(where: { $0.isEnabled && !$0.actions.notifies && isAboutRoom($0) }) {
            return .mute
        }
        guard let rule = rules.rule(.room, roomId), rule.isEnabled else { return nil }
        return rule.actions.notifies ? .allMessages : .mentionsAndKeywordsOnly
    }

    /// Returns the mode of rooms for which the user has chosen none.
    static func defaultMode(_ rules: PushRuleset, isEncrypted: Bool, isOneToOne: Bool) -> MXRoomNotificationMode {
        let id =
            switch (isEncrypted, isOneToOne) {
            case (true, true): ".m.rule.encrypted_room_one_to_one"
            case (true, false): ".m.rule.encrypted"
            case (false, true): ".m.rule.room_one_to_one"
            case (false, false): ".m.rule.message"
            }
        let rule = rules.rule(.underride, id)
        return rule.map { $0.isEnabled && $0.actions.notifies } ?? true ? .allMessages : .mentionsAndKeywordsOnly
    }

    /// True for a rule of the user whose only condition is the room.
    private func isAboutRoom(_ rule: PushRule) -> Bool {
        guard !rule.isDefault, rule.conditions.count == 1, let condition = rule.conditions.first?.json else {
            return false
        }
        switch condition["kind"]?.stringValue {
        case "event_match": return condition["key"] == "room_id" && condition["pattern"] == .string(roomId)
        case "event_property_is": return condition["key"] == "room_id" && condition["value"] == .string(roomId)
        default: return false
        }
    }

    /// The rules that have to be set and removed for a mode.
    struct Change: Sendable {
        var added: PushRule?
        var removed: [PushRule]
    }

    /// Returns the change that leads to a mode. Other rules of the user, also those about the room with further conditions, stay.
    /// - Parameter mode: the mode; `nil` leaves the decision to the defaults.
    func change(to mode: MXRoomNotificationMode?) -> Change {
        let added: PushRule? =
            switch mode {
            case .mute:
                PushRule(
                    .override, id: roomId,
                    conditions: [["kind": "event_match", "key": "room_id", "pattern": .string(roomId)]], actions: [])
            case .mentionsAndKeywordsOnly: PushRule(.room, id: roomId, actions: [])
            case .allMessages:
                PushRule(.room, id: roomId, actions: ["notify", ["set_tweak": "sound", "value": "default"]])
            case nil: nil
            }
        let old = rules[.override].filter(isAboutRoom) + rules[.room].filter { $0.id == roomId && !$0.isDefault }
        // The new rule replaces the old one with the same ID.
        let removed = old.filter { $0.kind != added?.kind || $0.id != added?.id }
        return Change(added: added, removed: removed)
    }
}
