/// The user's rooms in the order of a room list, with their changes (see ``MXSession/roomList``).
///
/// ```swift
/// for await list in session.roomList {
///     print(list.rooms.prefix(20).map(\.displayName))
/// }
/// ```
///
/// The list is a sequence of snapshots: first the current list, then a new one after each sync that changed the list. A slow reader gets only the
/// newest snapshot. Each snapshot is complete, so nothing is lost when others are skipped. The sequence ends when its loop is left, which frees all
/// its resources, or when the session is closed.
///
/// The sections are, in order: invites, favourites, rooms, low priority, knocks. In each section the most recently active room is first
/// (``/SDNValues/MXRoomSummary/latestActivity``). Among the favourites, rooms to which the user gave an order come before the others.
///
/// ``MXRoomListOptions/filter`` selects rooms. ``entriesWithDynamicAdapters(pageSize:)`` returns the list page by page, with a filter that can be
/// changed while it is read, for a search field.
public struct MXRoomList: AsyncSequence, Sendable {
    public typealias Element = MXRoomListSnapshot
    public typealias AsyncIterator = AsyncStream<MXRoomListSnapshot>.Iterator

    let session: MXSession
    /// The rooms that the list shows, and their order.
    public let options: MXRoomListOptions

    /// The current list.
    public var snapshot: MXRoomListSnapshot { MXRoomListSnapshot(RoomListIndex(options, of: session)) }

    public func makeAsyncIterator() -> AsyncIterator {
        session.roomLists.subscribe(session, options).makeAsyncIterator()
    }
}
