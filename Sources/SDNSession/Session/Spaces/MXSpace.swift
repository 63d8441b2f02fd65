import HeraldJSON
import SDNClient
import SDNValues

/// A space that the user has joined: its rooms, its spaces and what is unread in them, with their changes.
///
/// ```swift
/// for await content in try session.space(withId: spaceId).updates() {
///     print(content.summary.displayName, content.unreadCount)
///     print(content.rooms.map(\.displayName), content.spaces.map(\.displayName))
/// }
/// ```
///
/// The session keeps only rooms that the user has joined or is invited to. ``roomList`` has those of the space. ``children(pageSize:suggestedOnly:)`` asks
/// the node for all rooms of the space, also for those that the user may join.
public struct MXSpace: Sendable, Hashable, Identifiable {
    let session: MXSession
    /// The ID of the space, which is a room ID.
    public let id: String

    /// The room of the space, with its members and its state; `nil` when the user has left the space.
    public var room: MXRoom? { session.room(withRoomId: id) }

    /// The content of the space now; `nil` when the user is not in the space.
    public var content: MXSpaceContent? {
        MXSpaceContent(id, in: MXRoomListSnapshot(RoomListIndex(MXSpace.options(id), of: session)))
    }

    /// Returns the content of the space as a sequence: first the current content, and then the new content after each sync that changed it. A slow
    /// reader gets only the newest content. While the user is not in the space, there is none.
    public func updates() -> MXSpaceUpdates { MXSpaceUpdates(session: session, id: id) }

    /// The user's rooms in the space and in the joined spaces inside it, in the order of a room list.
    public var roomList: MXRoomList { roomList(MXRoomListOptions()) }

    /// Returns a list like ``roomList`` that shows other rooms or has another order.
    public func roomList(_ options: MXRoomListOptions) -> MXRoomList {
        var options = options
        options.filter = .all([.space(id), options.filter])
        return session.roomList(options)
    }

    /// Returns all rooms of the space, page by page, as the node lists them.
    /// - Parameters:
    ///   - pageSize: the greatest number of rooms of a page; `nil` lets the node choose.
    ///   - suggestedOnly: true to list only the rooms that the space suggests.
    public func children(pageSize: UInt? = nil, suggestedOnly: Bool = false) -> MXSpaceRoomList {
        MXSpaceRoomList(session: session, id: id, pageSize: pageSize, suggestedOnly: suggestedOnly)
    }

    /// Adds a room to the space, or changes its place in the space. The session sees the change with the next sync.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - viaServers: servers through which the room can be joined. Defaults to the user's own server.
    ///   - order: the place in the space's list, at most 50 printable ASCII characters; `nil` puts the room after all that have a place.
    ///   - suggested: true if the members of the space are advised to join the room.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level in the space is too low, or the errors of the request.
    public func addChild(
        _ roomId: String, viaServers: [String]? = nil, order: String? = nil, suggested: Bool = false
    ) async throws {
        let own = session.myUserId.split(separator: ":", maxSplits: 1).last.map { [String($0)] }
        let servers = viaServers ?? own ?? []
        guard !servers.isEmpty else {
            throw SDNSDKError(
                .invalidArgument, field: "viaServers",
                reason: "a room of a space needs a server through which it can be joined")
        }
        var content: JSONObject = ["via": .array(servers.map(JSONValue.string))]
        content["order"] = order.map(JSONValue.string)
        if suggested { content["suggested"] = true }
        try await send(content, roomId)
    }

    /// Removes a room from the space. The room itself stays. The session sees the change with the next sync.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level in the space is too low, or the errors of the request.
    public func removeChild(_ roomId: String) async throws { try await send([:], roomId) }

    private func send(_ content: JSONObject, _ roomId: String) async throws {
        _ = try await session.sdnRestClient.sendStateEvent(
            toRoom: id, eventType: .custom("m.space.child"), content: content, stateKey: roomId)
    }

    /// The list of the space itself and of everything in it.
    fileprivate static func options(_ id: String) -> MXRoomListOptions {
        MXRoomListOptions(showsSpaces: true, filter: .any([.identifiers([id]), .space(id)]))
    }

    /// True when both are the same space of the same session.
    public static func == (left: MXSpace, right: MXSpace) -> Bool {
        left.session === right.session && left.id == right.id
    }
    /// Hashes the ID.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The content of a space at one moment.
public struct MXSpaceContent: Sendable {
    /// The space itself: its name, topic and avatar.
    public let summary: MXRoomSummary
    /// Everything that the space names, in the space's order, also rooms that the user has not joined.
    public let children: [MXSpaceChild]
    /// The user's rooms that the space names, in the space's order.
    public let rooms: [MXRoomSummary]
    /// The user's spaces that the space names, in the space's order.
    public let spaces: [MXRoomSummary]
    /// The unread events that notify the user, in the space and in the joined spaces inside it; see ``/SDNValues/MXRoomSummary/unreadCount``.
    public let unreadCount: UInt
    /// The unread events that are highlighted, such as mentions, in the same rooms.
    public let highlightCount: UInt
    /// True when one of these rooms has something to read.
    public let hasUnread: Bool

    init?(_ id: String, in list: MXRoomListSnapshot) {
        var all: [String: MXRoomSummary] = [:]
        for summary in list.rooms { all[summary.roomId] = summary }
        guard let summary = all.removeValue(forKey: id), summary.membership == .join else { return nil }
        self.summary = summary
        children = summary.spaceChildren
        let known = children.compactMap { all[$0.roomId] }
        rooms = known.filter { !$0.isSpace }
        spaces = known.filter(\.isSpace)
        unreadCount = all.values.reduce(summary.unreadCount) { $0 &+ $1.unreadCount }
        highlightCount = all.values.reduce(summary.highlightCount) { $0 &+ $1.highlightCount }
        hasUnread = summary.hasUnread || all.values.contains(where: \.hasUnread)
    }
}

/// The content of a space, and its changes; see ``MXSpace/updates()``.
public struct MXSpaceUpdates: AsyncSequence, Sendable {
    public typealias Element = MXSpaceContent

    let session: MXSession
    let id: String

    /// Reads the content of a space, one change after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var lists: MXRoomList.AsyncIterator
        fileprivate let id: String

        /// Returns the next content; `nil` when the session is closed.
        public mutating func next() async -> MXSpaceContent? {
            while let list = await lists.next() {
                if let content = MXSpaceContent(id, in: list) { return content }
            }
            return nil
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(lists: session.roomList(MXSpace.options(id)).makeAsyncIterator(), id: id)
    }
}

/// The joined spaces that are in no other joined space, and their changes; see ``MXSession/spaceList``.
public struct MXSpaceList: AsyncSequence, Sendable {
    public typealias Element = [MXRoomSummary]

    let session: MXSession

    /// Reads the list, one change after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var lists: MXRoomList.AsyncIterator
        fileprivate let session: MXSession
        fileprivate var last: [MXRoomSummary]?

        /// Returns the next list; `nil` when the session is closed.
        public mutating func next() async -> [MXRoomSummary]? {
            while let list = await lists.next() {
                let joined = list.rooms.filter { $0.membership == .join }
                let roots = MXSpaceList.roots(of: Array(joined), session.spaceGraph)
                guard roots != last else { continue }
                last = roots
                return roots
            }
            return nil
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        let options = MXRoomListOptions(showsHidden: true, showsSpaces: true, filter: .spaces)
        return AsyncIterator(lists: session.roomList(options).makeAsyncIterator(), session: session)
    }

    static func roots(of spaces: [MXRoomSummary], _ graph: SpaceGraph) -> [MXRoomSummary] {
        let ids = Set(graph.roots(of: spaces.map(\.roomId)))
        return spaces.filter { ids.contains($0.roomId) }.sorted {
            ($0.displayName.lowercased(), $0.roomId) < ($1.displayName.lowercased(), $1.roomId)
        }
    }
}
