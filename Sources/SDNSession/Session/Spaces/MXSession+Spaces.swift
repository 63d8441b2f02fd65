import HeraldJSON
import SDNValues
import SDNWire
import Synchronization

extension MXSession {
    /// The spaces among the joined rooms.
    public var spaces: [MXRoom] { joinedRooms.filter(\.summary.isSpace) }

    /// Returns the spaces that name a room.
    func spaces(naming roomId: String) -> Set<String> { shared.withLock { $0.spaceParents[roomId] ?? [] } }

    /// Builds the reverse table from rooms to the spaces that name them, and tells the rooms that changed.
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
