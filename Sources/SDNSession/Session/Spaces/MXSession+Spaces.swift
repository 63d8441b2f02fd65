import HeraldJSON
import SDNValues
import SDNWire
import Synchronization

extension MXSession {
    /// The spaces among the joined rooms.
    public var spaces: [MXRoom] { joinedRooms.filter(\.summary.isSpace) }

    /// Returns the ids of the joined spaces that name a room as their child.
    func spaces(naming roomId: String) -> Set<String> { shared.withLock { $0.spaceParents[roomId] ?? [] } }

    /// Updates the table that contains the spaces of each room, and reports the rooms whose entry has changed.
    func followSpaces() {
        var parents: [String: Set<String>] = [:]
        for space in spaces {
            for child in space.summary.childRoomIds { parents[child, default: []].insert(space.roomId) }
        }
        let before = shared.withLock { shared in
            defer { shared.spaceParents = parents }
            return shared.spaceParents
        }
        guard before != parents else { return }
        for roomId in Set(before.keys).union(parents.keys) where before[roomId] != parents[roomId] {
            guard let room = room(withRoomId: roomId) else { continue }
            room.update(room.summary)
            tell(summaryOf: room)
        }
    }
}
