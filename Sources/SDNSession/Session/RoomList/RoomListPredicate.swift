import SDNValues

/// A filter in the form in which it is evaluated. The words of a search text are read once, and not for each room.
struct RoomListPredicate: Sendable {
    private let test: @Sendable (MXRoomSummary, SpaceGraph) -> Bool
    /// True when the result depends on which spaces contain a room.
    let usesSpaces: Bool

    private init(
        usesSpaces: Bool = false, _ test: @escaping @Sendable (MXRoomSummary, SpaceGraph) -> Bool
    ) {
        self.usesSpaces = usesSpaces
        self.test = test
    }

    func holds(_ summary: MXRoomSummary, _ spaces: SpaceGraph) -> Bool { test(summary, spaces) }

    init(_ filter: MXRoomListFilter) {
        switch filter {
        case .all(let filters):
            let parts = filters.map(RoomListPredicate.init)
            self.init(usesSpaces: parts.contains(where: \.usesSpaces)) { room, spaces in
                parts.allSatisfy { $0.holds(room, spaces) }
            }
        case .any(let filters):
            let parts = filters.map(RoomListPredicate.init)
            self.init(usesSpaces: parts.contains(where: \.usesSpaces)) { room, spaces in
                parts.contains { $0.holds(room, spaces) }
            }
        case .not(let filter):
            let part = RoomListPredicate(filter)
            self.init(usesSpaces: part.usesSpaces) { room, spaces in !part.holds(room, spaces) }
        case .unread: self.init { room, _ in room.hasUnread }
        case .unreadNotifications: self.init { room, _ in room.unreadCount > 0 || room.isMarkedAsUnread }
        case .category(let category): self.init { room, _ in room.isWithOnePerson == (category == .people) }
        case .favourite: self.init { room, _ in room.tags.keys.contains(kMXRoomTagFavourite) }
        case .lowPriority: self.init { room, _ in room.tags.keys.contains(kMXRoomTagLowPriority) }
        case .invite: self.init { room, _ in room.membership == .invite }
        case .joined: self.init { room, _ in room.membership == .join }
        case .normalizedMatchRoomName(let text):
            let words = TypedWords(text)
            self.init { room, _ in words.match(room.displayName) || room.aliases.contains(where: words.match) }
        case .space(let space):
            self.init(usesSpaces: true) { room, spaces in spaces.contains(room.roomId, in: space) }
        case .spaceChildren(let space):
            self.init(usesSpaces: true) { room, spaces in spaces.parents[room.roomId]?.contains(space) ?? false }
        case .spaces: self.init { room, _ in room.isSpace }
        case .identifiers(let ids): self.init { room, _ in ids.contains(room.roomId) }
        case .none: self.init { _, _ in false }
        }
    }
}

extension MXRoomSummary {
    /// True for a direct chat, and for an invite to one.
    fileprivate var isWithOnePerson: Bool { isDirect || (membership == .invite && isInvitedDirectly) }
}
