import HeraldJSON
import HeraldLocks
import SDNClient
import SDNValues
import SDNWire

/// The lists of rooms that an app shows.
extension MXSession {
    /// The user's rooms in the order of a room list: `for await rooms in session.roomList { … }`.
    public var roomList: MXRoomList { MXRoomList(session: self, options: MXRoomListOptions()) }

    /// Returns a list like ``roomList`` that shows other rooms or has another order.
    public func roomList(_ options: MXRoomListOptions) -> MXRoomList { MXRoomList(session: self, options: options) }

    /// Returns the rooms with a tag, in the order of the tag. Rooms without an order come last.
    public func rooms(withTag tag: String) -> [MXRoom] { roomsByTags()[tag] ?? [] }

    /// Returns the rooms of each tag, in the order of ``rooms(withTag:)``.
    public func roomsByTags() -> [String: [MXRoom]] {
        var byTag: [String: [(order: Double, active: UInt64, room: MXRoom)]] = [:]
        for room in rooms {
            let summary = room.summary
            for (tag, order) in summary.tags {
                byTag[tag, default: []].append((order ?? .infinity, summary.lastActivity, room))
            }
        }
        return byTag.mapValues {
            $0.sorted { ($0.order, $1.active, $0.room.roomId) < ($1.order, $0.active, $1.room.roomId) }.map(\.room)
        }
    }

    /// Hides one of the user's rooms with the tag ``/SDNValues/kMXRoomTagInvisible`` (SDN sheet 2.1). The room stays hidden when a new message
    /// arrives.
    /// - Parameters:
    ///   - userId: the user's own ID.
    ///   - roomId: the room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func hideRoom(_ userId: String, roomId: String) async throws {
        try await sdnRestClient.hideRoom(userId, roomId: roomId)
    }

    /// Shows a hidden room again.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func showRoom(withRoomId roomId: String) async throws {
        try await sdnRestClient.showRoom(withRoomId: roomId)
    }

    func isJoined(_ roomId: String) -> Bool { room(withRoomId: roomId)?.summary.membership == .join }
}

extension MXSession {
    // MARK: Spaces

    /// The spaces among the joined rooms.
    public var spaces: [MXRoom] {
        rooms.filter { room in
            let summary = room.summary
            return summary.membership == .join && summary.isSpace
        }
    }

    /// Returns a space of the user.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `unknownRoom` when the user has not joined a space with this ID.
    public func space(withId spaceId: String) throws -> MXSpace {
        guard let summary = roomSummary(withRoomId: spaceId), summary.isSpace, summary.membership == .join else {
            throw SDNSDKError(.unknownRoom, field: "spaceId", reason: "the user has not joined a space with this ID")
        }
        return MXSpace(session: self, id: spaceId)
    }

    /// The joined spaces that are in no other joined space, sorted by name. Spaces that contain each other are listed by one of them.
    public var topLevelSpaces: [MXSpace] {
        MXSpaceList.roots(of: spaces.map(\.summary), spaceGraph).map { MXSpace(session: self, id: $0.roomId) }
    }

    /// Returns ``topLevelSpaces`` as a sequence of lists: first the current list, and then a new one after each sync that changed it.
    public var spaceList: MXSpaceList { MXSpaceList(session: self) }

    /// Returns the IDs of the joined spaces that name a room as their child.
    func spaces(naming roomId: String) -> Set<String> { shared.withLock { $0.spaceParents[roomId] ?? [] } }

    /// The joined spaces and the rooms in them.
    var spaceGraph: SpaceGraph { SpaceGraph(parents: shared.withLock { $0.spaceParents }) }

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
        roomLists.noteSpaces(self)
    }
}
