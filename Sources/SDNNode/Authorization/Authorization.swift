import HeraldJSON
import SDNWire

/// The parts of a room's state that decide whether an event is allowed.
struct AuthorizationState: Sendable {
    var version: RoomVersion
    /// The creator of the room; `nil` only before the first event.
    var creator: String?
    /// The other creators of the room, from room version 12 on.
    var additionalCreators = AdditionalCreators.none
    var powerLevelContent: JSONObject?
    var joinRule: String?
    /// Memberships of the users that the event concerns. A user who is missing has never been in the room.
    var memberships: [String: Membership]
    /// True if `m.room.create` is the only event in the room.
    var isNew: Bool

    init(
        version: RoomVersion, creator: String? = nil, powerLevelContent: JSONObject? = nil, joinRule: String? = nil,
        memberships: [String: Membership] = [:], isNew: Bool = false
    ) {
        self.version = version
        self.creator = creator
        self.powerLevelContent = powerLevelContent
        self.joinRule = joinRule
        self.memberships = memberships
        self.isNew = isNew
    }

    var powerLevels: PowerLevels {
        PowerLevels(powerLevelContent, creator: creator, additionalCreators: additionalCreators, version: version)
    }
}

/// The result of an authorisation check.
enum Verdict: Sendable, Hashable {
    case allow
    /// The event is refused. The text is the reason, which the error message states after "Forbidden: ".
    case deny(String)

    static func `deny`(unless condition: Bool, _ reason: String) -> Verdict { condition ? .allow : .deny(reason) }
}

/// The authorisation rules of room versions 1 to 12, reduced to one node with a linear history (SDN sheet 7.6).
///
/// The check is a pure function of the state and the event. ``RoomVersion`` names the rules in which the versions differ.
/// ``check(_:in:)`` checks a redaction like any other event. ``mayRedact(target:by:in:)`` decides in addition whether a redaction may change its
/// target. The node uses it in all versions. In versions 1 and 2, the specification also allows each redaction of an event of the same server,
/// which would let all users of this node redact each other's events.
enum Authorization {
    static func check(_ event: EventDraft, in state: AuthorizationState) -> Verdict {
        if event.type == EventType.create { return checkCreate(event, state) }
        guard state.creator != nil else { return .deny("the room has no m.room.create") }
        if event.type == EventType.member { return MemberRules(event: event, state: state).verdict() }
        guard state.memberships[event.sender] == .join else {
            return .deny("\(event.sender) is not joined to the room")
        }
        if event.type == EventType.aliases, state.version.hasAliasesRule {
            let server = (try? UserID(event.sender))?.domain
            return .deny(
                unless: server.map { event.stateKey?.isIdentical(to: $0) == true } ?? false,
                "the state key of m.room.aliases must be the sender's server")
        }
        let levels = state.powerLevels
        let own = levels.level(of: event.sender)
        if event.type == EventType.thirdPartyInvite {
            return .deny(
                unless: own >= levels.needed(for: .invite),
                "inviting needs power level \(levels.needed(for: .invite)), the sender has \(own)")
        }
        let needed = levels.needed(toSend: event.type, isState: event.stateKey != nil)
        guard own >= needed else { return .deny("\(event.type) needs power level \(needed), the sender has \(own)") }
        if let key = event.stateKey, key.utf8.first == UInt8(ascii: "@"), !key.isIdentical(to: event.sender) {
            return .deny("a state key that is a user id must be the sender's")
        }
        if event.type == EventType.powerLevels {
            guard event.stateKey == "" else { return .allow }
            let change = PowerLevelChange(current: levels, proposed: event.content, sender: event.sender)
            return change.refusal().map(Verdict.deny) ?? .allow
        }
        return .allow
    }

    /// Allows a user to redact an event of `target`. Users may always redact their own events. Other events need the redact level.
    static func mayRedact(target: String, by user: String, in state: AuthorizationState) -> Verdict {
        if target.isIdentical(to: user) { return .allow }
        let levels = state.powerLevels
        let needed = levels.needed(for: .redact), own = levels.level(of: user)
        return .deny(
            unless: own >= needed,
            "redacting the event of another user needs power level \(needed), the sender has \(own)")
    }

    private static func checkCreate(_ event: EventDraft, _ state: AuthorizationState) -> Verdict {
        guard state.creator == nil else { return .deny("m.room.create can only be the first event of a room") }
        guard event.stateKey == "" else { return .deny("m.room.create has an empty state key") }
        if state.version.hasCreatorInContent {
            guard event.content["creator"]?.stringValue?.isIdentical(to: event.sender) == true else {
                return .deny("content.creator must be the sender in room version \(state.version.rawValue)")
            }
        }
        if state.version.putsCreatorsAboveLevels {
            return .deny(
                unless: AdditionalCreators.isValid(event.content[AdditionalCreators.member]),
                "content.additional_creators must be a list of user ids")
        }
        return .allow
    }
}
