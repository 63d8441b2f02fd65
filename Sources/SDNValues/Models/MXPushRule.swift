import HeraldJSON
import SDNWire

/// A rule that decides which events notify a user (SDN sheet 3.1 and 6.3).
public struct MXPushRule: Sendable, Hashable {
    let rule: PushRule

    package init(_ rule: PushRule) { self.rule = rule }

    /// The ID: the room of a room rule, the user of a sender rule, otherwise a name. The IDs of the server's own rules begin with a dot.
    public var ruleId: String { rule.id }
    /// The list that the rule belongs to.
    public var kind: MXPushRuleKind { MXPushRuleKind(rule.kind) }
    /// The devices for which the rule applies, always ``MXPushRuleScope/global``.
    public var scope: MXPushRuleScope { .global }
    /// True when the server gives the rule to every user. Such a rule can be disabled and its actions can be changed. It cannot be removed.
    public var isDefault: Bool { rule.isDefault }
    /// True when the rule is on.
    public var enabled: Bool { rule.isEnabled }
    /// The pattern of a content rule: `*` stands for any text, `?` for one character.
    public var pattern: String? { rule.pattern }
    /// The conditions, all of which have to hold. Room, sender and content rules have one condition, which follows from the rule's kind, ID
    /// and pattern.
    public var conditions: [MXPushRuleCondition] { rule.conditions.map { MXPushRuleCondition($0.json) } }
    /// The actions of the rule.
    public var actions: [MXPushRuleAction] { rule.actions.list.map(MXPushRuleAction.init(json:)) }
    /// True when the rule notifies the user of an event.
    public var notifies: Bool { rule.actions.notifies }
    /// True when the rule highlights an event.
    public var highlights: Bool { rule.actions.highlights }
    /// The sound to play; `nil` for none.
    public var sound: String? { rule.actions.sound }
}

/// One action of a push rule.
public struct MXPushRuleAction: Sendable, Hashable {
    /// The kind of action.
    public enum ActionType: Sendable, Hashable {
        /// Notifies the user.
        case notify
        /// An old action that does nothing.
        case dontNotify
        /// An old action that means the same as ``notify``.
        case coalesce
        /// Sets how the user is notified; see ``MXPushRuleAction/parameters``.
        case setTweak
        /// An unknown action, which does nothing.
        case custom
    }

    /// The action as on the wire.
    public let json: JSONValue

    /// Creates an action from its form on the wire.
    public init(json: JSONValue) { self.json = json }

    /// Notifies the user.
    public static let notify = MXPushRuleAction(json: "notify")
    /// Highlights an event.
    public static let highlight = MXPushRuleAction(json: ["set_tweak": "highlight"])
    /// Plays a sound. The name `default` means the device's own sound.
    public static func sound(_ name: String) -> MXPushRuleAction {
        MXPushRuleAction(json: ["set_tweak": "sound", "value": .string(name)])
    }

    /// The kind of action.
    public var actionType: ActionType {
        switch json {
        case .string("notify"): .notify
        case .string("dont_notify"): .dontNotify
        case .string("coalesce"): .coalesce
        default: json["set_tweak"]?.stringValue == nil ? .custom : .setTweak
        }
    }
    /// The action's name on the wire; `nil` when it has none.
    public var action: String? { json.stringValue ?? (actionType == .setTweak ? "set_tweak" : nil) }
    /// The members `set_tweak` and `value` of ``ActionType/setTweak``; empty for other actions.
    public var parameters: JSONObject { json.objectValue ?? [:] }
}

/// One condition of a push rule.
public struct MXPushRuleCondition: Sendable, Hashable {
    /// The kind of condition.
    public enum ConditionType: String, Sendable, Hashable {
        /// A member of the event matches a pattern.
        case eventMatch = "event_match"
        /// A member of the event equals a value.
        case eventPropertyIs = "event_property_is"
        /// A list in the event contains a value.
        case eventPropertyContains = "event_property_contains"
        /// The body contains the user's name.
        case containsDisplayName = "contains_display_name"
        /// The number of members of the room fulfils a comparison, such as `<=2`.
        case roomMemberCount = "room_member_count"
        /// The sender may notify everybody.
        case senderNotificationPermission = "sender_notification_permission"
        /// An unknown condition, which never holds.
        case custom
    }

    /// The condition as on the wire.
    public let json: JSONValue

    /// Creates a condition from its form on the wire.
    public init(_ json: JSONValue) { self.json = json }

    /// The condition's name on the wire; `nil` when it has none.
    public var kind: String? { json["kind"]?.stringValue }
    /// The kind of condition.
    public var kindType: ConditionType { kind.flatMap(ConditionType.init(rawValue:)) ?? .custom }
    /// All members except the kind.
    public var parameters: JSONObject { (json.objectValue ?? [:]).filter { $0.key != "kind" } }
}
