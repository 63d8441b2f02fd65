/// The user's rooms in the order of a room list, and how they change (see ``MXSession/roomList``).
///
/// A sequence of snapshots: the first is the list as it is, one more comes after each sync that changed something in it. A reader that
/// is slow gets the newest; each snapshot is whole, so that nothing is missed with those in between. Leaving the loop ends it and frees
/// everything; closing the session ends it, too.
///
/// Sections follow one another: invites, favourites, rooms, low priority. In each the room that was active last stands first
/// (``MXRoomSummary/lastActivity``), among favourites after those that the user put in an order.
public struct MXRoomList: AsyncSequence, Sendable {
    public typealias Element = MXRoomListSnapshot
    public typealias AsyncIterator = AsyncStream<MXRoomListSnapshot>.Iterator

    let session: MXSession
    /// What the list shows, and in which order.
    public let options: MXRoomListOptions

    /// The list as it is now.
    public var snapshot: MXRoomListSnapshot {
        MXRoomListSnapshot(entries: RoomListIndex(options, rooms: session.rooms.map(\.summary), isJoined: session.isJoined).entries)
    }

    public func makeAsyncIterator() -> AsyncIterator { session.roomLists.subscribe(session, options).makeAsyncIterator() }
}

extension MXSession {
    /// The user's rooms in the order of a room list: `for await rooms in session.roomList { … }`.
    public var roomList: MXRoomList { MXRoomList(session: self, options: MXRoomListOptions()) }

    /// As ``roomList``, with other rooms shown or another order.
    public func roomList(_ options: MXRoomListOptions) -> MXRoomList { MXRoomList(session: self, options: options) }
}
