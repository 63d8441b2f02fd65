import HeraldJSON
import SDNWire

/// The rules for `m.room.member`, the table in SDN sheet 7.6.
struct MemberRules {
    let event: EventDraft
    let state: AuthorizationState

    func verdict() -> Verdict {
        guard let target = event.stateKey, (try? UserID(target)) != nil else {
            return .deny("the state key of m.room.member must be a user id")
        }
        guard let text = event.content["membership"]?.stringValue, let membership = Membership(rawValue: text) else {
            return .deny("content.membership must be join, invite, leave, ban or knock")
        }
        let isSelf = target.isIdentical(to: event.sender)
        switch membership {
        case .join: return join(isSelf: isSelf, before: state.memberships[target])
        case .invite: return invite(target, before: state.memberships[target])
        case .leave:
            return isSelf ? leave(before: state.memberships[target]) : remove(target, before: state.memberships[target])
        case .ban: return ban(target)
        case .knock: return knock(isSelf: isSelf, before: state.memberships[target])
        }
    }

    private var levels: PowerLevels { state.powerLevels }
    private var own: Int64 { levels.level(of: event.sender) }
    private var senderIsJoined: Bool { state.memberships[event.sender] == .join }
    private var notJoined: Verdict { .deny("\(event.sender) is not joined to the room") }

    private func join(isSelf: Bool, before: Membership?) -> Verdict {
        guard isSelf else { return .deny("nobody can join for somebody else") }
        if state.isNew, let creator = state.creator, creator.isIdentical(to: event.sender) { return .allow }
        if before == .ban { return .deny("\(event.sender) is banned from the room") }
        if before == .join || before == .invite { return .allow }
        switch state.joinRule {
        case "public": return .allow
        case "restricted" where state.version.allowsRestrictedJoin,
            "knock_restricted" where state.version.allowsKnockRestricted:
            guard let authoriser = event.content["join_authorised_via_users_server"]?.stringValue else {
                return .deny("the room is restricted and no member vouches for the join")
            }
            guard state.memberships[authoriser] == .join, levels.level(of: authoriser) >= levels.needed(for: .invite)
            else {
                return .deny("\(authoriser) cannot vouch for the join")
            }
            return .allow
        default: return .deny("the room can only be joined by invitation")
        }
    }

    private func invite(_ target: String, before: Membership?) -> Verdict {
        if event.content["third_party_invite"] != nil {
            return .deny("invitations of third-party identifiers are not known here")
        }
        guard senderIsJoined else { return notJoined }
        if before == .join { return .deny("\(target) is already in the room") }
        if before == .ban { return .deny("\(target) is banned from the room") }
        let needed = levels.needed(for: .invite)
        return .deny(unless: own >= needed, "inviting needs power level \(needed), the sender has \(own)")
    }

    private func leave(before: Membership?) -> Verdict {
        switch before {
        case .join, .invite, .knock: .allow
        case .ban: .deny("\(event.sender) is banned from the room")
        case .leave, nil: .deny("\(event.sender) is not in the room")
        }
    }

    /// Checks a kick or the end of a ban.
    private func remove(_ target: String, before: Membership?) -> Verdict {
        guard senderIsJoined else { return notJoined }
        if before == .ban, own < levels.needed(for: .ban) {
            return .deny("ending a ban needs power level \(levels.needed(for: .ban)), the sender has \(own)")
        }
        let needed = levels.needed(for: .kick)
        guard own >= needed else {
            return .deny("removing a member needs power level \(needed), the sender has \(own)")
        }
        return .deny(unless: levels.level(of: target) < own, "\(target) stands at or above the sender's power level")
    }

    private func ban(_ target: String) -> Verdict {
        guard senderIsJoined else { return notJoined }
        let needed = levels.needed(for: .ban)
        guard own >= needed else { return .deny("banning needs power level \(needed), the sender has \(own)") }
        return .deny(unless: levels.level(of: target) < own, "\(target) stands at or above the sender's power level")
    }

    private func knock(isSelf: Bool, before: Membership?) -> Verdict {
        guard isSelf else { return .deny("nobody can knock for somebody else") }
        let known =
            state.joinRule == "knock" && state.version.allowsKnocking
            || state.joinRule == "knock_restricted" && state.version.allowsKnockRestricted
        guard known else { return .deny("the room does not let people knock") }
        switch before {
        case .ban: return .deny("\(event.sender) is banned from the room")
        case .invite, .join: return .deny("\(event.sender) is already invited or joined")
        default: return .allow
        }
    }
}
