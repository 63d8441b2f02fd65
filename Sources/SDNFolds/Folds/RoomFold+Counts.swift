import HeraldJSON
import SDNValues
import SDNWire

extension RoomFold {
    /// Applies the node's counts of unread events and of members. The counts are applied before the events, because push rules use the number of
    /// members.
    /// - Parameter isEntry: true when the room's state begins with this response.
    mutating func takeCounts(_ view: JSONView, isEntry: Bool) throws {
        if let unread = view["unread_notifications"] {
            if let count = unread["notification_count"]?.int { change.summary.set(.notifications, .int(max(count, 0))) }
            if let count = unread["highlight_count"]?.int { change.summary.set(.highlights, .int(max(count, 0))) }
        }
        let summary = view["summary"]
        let joined = summary?["m.joined_member_count"]?.int, invited = summary?["m.invited_member_count"]?.int
        if let joined { change.summary.set(.joined, .int(max(joined, 0))) }
        if let invited { change.summary.set(.invited, .int(max(invited, 0))) }
        if joined != nil || invited != nil {
            change.summary.set(.countsMembers, nil)
        } else if change.summary.countsMembers {
            memberCount = isEntry ? MXRoomMembersCount() : try knownMemberCount()
        }
        state?.membersCount = change.summary.membersCount
    }

    /// Updates the number of members for a member event, if this device counts the members. A node that loads members lazily sends their
    /// number. A node that sends all members may leave their number out. The method has to be called before the event is stored, because it
    /// compares the event with the stored one.
    mutating func countMember(_ userId: String, _ membership: String?) throws {
        let before = try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId)?.content[
            "membership"]?.stringValue
        memberCount?.move(from: before, to: membership)
        changedMembers.insert(userId)
        if isWatched { keepMemberCount() }
    }

    mutating func keepMemberCount() {
        guard let memberCount else { return }
        change.summary.set(.countsMembers, true)
        // The number of members stays unknown until a member is known.
        guard memberCount.members > 0 || change.summary.details[MXRoomSummary.Detail.joined.rawValue] != nil else {
            return
        }
        change.summary.set(.joined, .int(Int64(memberCount.joined)))
        change.summary.set(.invited, .int(Int64(memberCount.invited)))
        state?.membersCount = change.summary.membersCount
    }

    private func knownMemberCount() throws -> MXRoomMembersCount {
        if change.summary.hasCountedMembers { return change.summary.membersCount }
        var count = MXRoomMembersCount()
        for event in try store.state(ofRoom: roomId) where event.type == EventType.member {
            count.move(from: nil, to: event.content["membership"]?.stringValue)
        }
        return count
    }
}

extension MXRoomSummary {
    /// True when the node has never sent the room's number of members.
    fileprivate var countsMembers: Bool { details[Detail.joined.rawValue] == nil || hasCountedMembers }
    fileprivate var hasCountedMembers: Bool { details[Detail.countsMembers.rawValue] != nil }
}

extension MXRoomMembersCount {
    fileprivate mutating func move(from before: String?, to after: String?) {
        add(-1, before)
        add(1, after)
    }

    /// Adds `step` to the count for a membership. The count does not fall below zero, even if a wrong one was stored.
    private mutating func add(_ step: Int, _ membership: String?) {
        if membership == "join" { joined = max(joined + step, 0) }
        if membership == "invite" { invited = max(invited + step, 0) }
    }
}

extension RoomFold {
    /// Sets the members whose names stand for the name of a room without one: those that the node chose, or else the first known members. The node
    /// chooses none if it does not count the members either. If all known members have left, the room stays named after them.
    mutating func takeHeroes(_ summary: JSONView?) throws {
        // An invited room was named after the inviter alone. A joined room shows its other members too.
        if change.previousMembership == .invite { change.summary.heroes = [] }
        let picked = summary?["m.heroes"]?.elements.compactMap(\.string)
        let isNamed = change.summary.name != nil || change.summary.canonicalAlias != nil
        let current = change.summary.heroes.map(\.userId)
        let candidates: [String]
        if let picked, !picked.isEmpty {
            candidates = Array(picked.prefix(5))
        } else if isNamed {
            return
        } else if current.isEmpty || mayHaveOthers(current) {
            let members = try knownMembers()
            candidates = members.isEmpty ? current : members
        } else if profiles.isEmpty {
            return
        } else {
            candidates = current
        }
        change.summary.heroes = try candidates.map { candidate in
            if let name = profiles.last(where: { $0.userId == candidate })?.displayname {
                return MXRoomSummary.Hero(userId: candidate, name: name)
            }
            let member = try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: candidate).flatMap(
                MXRoomMember.init)
            return MXRoomSummary.Hero(userId: candidate, name: member?.displayname ?? candidate)
        }
    }

    /// True when the first known members may be other ones now. If there are enough of them, a change of another member changes nothing.
    private func mayHaveOthers(_ heroes: [String]) -> Bool {
        !changedMembers.isEmpty && (heroes.count < 5 || !changedMembers.isDisjoint(with: heroes))
    }

    /// Names an invited room without a name after the inviter. An invite seldom shows other members.
    mutating func nameAfterInviter() {
        change.summary.heroes =
            change.summary.inviter.map { inviter in
                let name = profiles.last { $0.userId == inviter }?.displayname
                return [MXRoomSummary.Hero(userId: inviter, name: name ?? inviter)]
            } ?? []
    }

    private func knownMembers() throws -> [String] {
        try store.state(ofRoom: roomId).filter { $0.type == EventType.member && $0.stateKey != userId }
            .compactMap(MXRoomMember.init).filter(\.isPresent)
            .sorted { ($0.originalEvent.originServerTs, $0.userId) < ($1.originalEvent.originServerTs, $1.userId) }
            .prefix(5).map(\.userId)
    }
}
