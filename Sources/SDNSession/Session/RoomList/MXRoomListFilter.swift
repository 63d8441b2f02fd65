/// A condition for the rooms of a room list. The names are those of matrix-rust-sdk's `room_list_service::filters`.
///
/// ```swift
/// let people = session.roomList(MXRoomListOptions(filter: .all([.unread, .category(.people)])))
/// print(people.snapshot.rooms.map(\.displayName))
/// ```
public indirect enum MXRoomListFilter: Sendable, Hashable {
    /// The rooms for which all of the conditions hold. Without conditions, these are all rooms.
    case all([MXRoomListFilter])
    /// The rooms for which at least one of the conditions holds. Without conditions, there are none.
    case any([MXRoomListFilter])
    /// The rooms for which the condition does not hold.
    case not(MXRoomListFilter)
    /// The rooms with something to read (``/SDNValues/MXRoomSummary/hasUnread``), muted rooms included.
    case unread
    /// The rooms with events that notify the user (``/SDNValues/MXRoomSummary/unreadCount``), and those that the user has marked as unread.
    case unreadNotifications
    /// Direct chats, or all other rooms.
    case category(MXRoomListCategory)
    /// The user's favourites.
    case favourite
    /// The rooms that the user has marked as less important.
    case lowPriority
    /// Invites that have not been answered.
    case invite
    /// The rooms that the user has joined.
    case joined
    /// The rooms whose name or alias has the words of a search text, as the user types it.
    ///
    /// Each word of the text has to stand at the beginning of a word of the name, in any order. Case, accents and width do not matter, so "jose g"
    /// finds "García, José". In scripts without spaces between words, such as Chinese, Japanese and Thai, a word may begin at any character. A
    /// text without words finds all rooms.
    case normalizedMatchRoomName(String)
    /// The rooms in a joined space, and in the joined spaces inside it. A room is in a space if the space names it (`m.space.child`). The rooms' own
    /// claims do not count. The space itself is not among them.
    case space(String)
    /// The rooms that a joined space names itself, without those of the spaces inside it.
    case spaceChildren(String)
    /// The spaces themselves. A list shows them only if ``MXRoomListOptions/showsSpaces`` is true.
    case spaces
    /// The rooms with these IDs.
    case identifiers(Set<String>)
    /// No room.
    case none
}

/// The kind of a room in a room list.
public enum MXRoomListCategory: Sendable, Hashable, CaseIterable {
    /// Direct chats, and invites to direct chats.
    case people
    /// All other rooms.
    case group
}
