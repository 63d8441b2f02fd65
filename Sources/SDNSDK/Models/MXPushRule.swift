import HeraldJSON
import SDNWire

/// A rule by which a user is told of events (SDN sheet 3.1 and 6.3).
public struct MXPushRule: Sendable, Hashable {
    let rule: PushRule

    init(_ rule: PushRule) { self.rule = rule }

    /// The room of a room rule, the user of a sender rule, else a name; the server's begin with a dot.
    public var ruleId: String { rule.id }
    /// In which list the rule stands.
    public var kind: MXPushRuleKind { MXPushRuleKind(rule.kind) }
    /// Where the rule counts; ``MXPushRuleScope/global``.
    public var scope: MXPushRuleScope { .global }
    /// Whether the server has the rule for everybody. Such a rule can be switched and told to do something else, not removed.
    public var isDefault: Bool { rule.isDefault }
    /// Whether the rule is on.
    public var enabled: Bool { rule.isEnabled }
    /// Of a content rule what it looks for: `*` stands for any text, `?` for one character.
    public var pattern: String? { rule.pattern }
    /// What has to hold, all of it. Of room, sender and content rules what kind, id and pattern mean.
    public var conditions: [MXPushRuleCondition] { rule.conditions.map { MXPushRuleCondition($0.json) } }
    /// What the rule does.
    public var actions: [MXPushRuleAction] { rule.actions.list.map(MXPushRuleAction.init(json:)) }
    /// Whether the user is told of an event.
    public var notifies: Bool { rule.actions.notifies }
    /// Whether an event stands out.
    public var highlights: Bool { rule.actions.highlights }
    /// The sound to play; `nil` for none.
    public var sound: String? { rule.actions.sound }
}

/// One thing that a push rule does.
public struct MXPushRuleAction: Sendable, Hashable {
    /// What kind of thing.
    public enum ActionType: Sendable, Hashable {
        /// Tells the user.
        case notify
        /// An old way to say nothing.
        case dontNotify
        /// An old way to say ``notify``.
        case coalesce
        /// Sets how the user is told; see ``MXPushRuleAction/parameters``.
        case setTweak
        /// Something that is not known here, and does nothing.
        case custom
    }

    /// As on the wire.
    public let json: JSONValue

    /// An action as on the wire.
    public init(json: JSONValue) { self.json = json }

    /// Tells the user.
    public static let notify = MXPushRuleAction(json: "notify")
    /// Makes an event stand out.
    public static let highlight = MXPushRuleAction(json: ["set_tweak": "highlight"])
    /// Plays a sound; `default` is the device's own.
    public static func sound(_ name: String) -> MXPushRuleAction { MXPushRuleAction(json: ["set_tweak": "sound", "value": .string(name)]) }

    /// What kind of thing it is.
    public var actionType: ActionType {
        switch json {
        case .string("notify"): .notify
        case .string("dont_notify"): .dontNotify
        case .string("coalesce"): .coalesce
        default: json["set_tweak"]?.stringValue == nil ? .custom : .setTweak
        }
    }
    /// Its name on the wire; `nil` when it is no text.
    public var action: String? { json.stringValue ?? (actionType == .setTweak ? "set_tweak" : nil) }
    /// Of ``ActionType/setTweak`` its members `set_tweak` and `value`; empty for others.
    public var parameters: JSONObject { json.objectValue ?? [:] }
}

/// One condition of a push rule.
public struct MXPushRuleCondition: Sendable, Hashable {
    /// What kind of condition.
    public enum ConditionType: String, Sendable, Hashable {
        /// A member of the event matches a pattern.
        case eventMatch = "event_match"
        /// A member of the event has a value.
        case eventPropertyIs = "event_property_is"
        /// A list in the event has a value.
        case eventPropertyContains = "event_property_contains"
        /// The body has the user's name.
        case containsDisplayName = "contains_display_name"
        /// The room has so many members.
        case roomMemberCount = "room_member_count"
        /// The sender may notify everybody.
        case senderNotificationPermission = "sender_notification_permission"
        /// Something that is not known here, and never holds.
        case custom
    }

    /// As on the wire.
    public let json: JSONValue

    /// A condition as on the wire.
    public init(_ json: JSONValue) { self.json = json }

    /// Its name on the wire; `nil` when it has none.
    public var kind: String? { json["kind"]?.stringValue }
    /// What kind of condition it is.
    public var kindType: ConditionType { kind.flatMap(ConditionType.init(rawValue:)) ?? .custom }
    /// All its members but the kind.
    public var parameters: JSONObject { (json.objectValue ?? [:]).filter { $0.key != "kind" } }
}
