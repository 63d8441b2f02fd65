import HeraldJSON
import SDNValues
import SDNWire

extension RoomFold {
    /// Takes the members after whom a room without a name is named: those that the node chose, or the first known ones.
    mutating func takeHeroes(_ summary: JSONView?) throws {
        let picked = summary?["m.heroes"]?.elements.compactMap(\.string)
        let isNamed = change.summary.name != nil || change.summary.canonicalAlias != nil
        let candidates: [String]
        if let picked, !picked.isEmpty {
            candidates = Array(picked.prefix(5))
        } else if isNamed {
            return
        } else if !change.summary.heroes.isEmpty, profiles.isEmpty {
            return
        } else if !change.summary.heroes.isEmpty {
            candidates = change.summary.heroes.map(\.userId)
        } else {
            candidates = try knownMembers()
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

    private func knownMembers() throws -> [String] {
        try store.state(ofRoom: roomId).filter { $0.type == EventType.member && $0.stateKey != userId }
            .compactMap(MXRoomMember.init).filter(\.isPresent)
            .sorted { ($0.originalEvent.originServerTs, $0.userId) < ($1.originalEvent.originServerTs, $1.userId) }
            .prefix(5).map(\.userId)
    }
}
