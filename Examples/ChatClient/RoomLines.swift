import SDNSDK

/// The rows of the list of rooms.
enum RoomLines {
    /// Returns the filter that the user's words name.
    static func filter(_ words: String, _ session: MXSession) -> MXRoomListFilter {
        switch words {
        case "unread": return .unread
        case "people": return .category(.people)
        case "favourites": return .favourite
        case "low": return .lowPriority
        case "invitations": return .invite
        case let words where words.hasPrefix("in "):
            let name = words.dropFirst(3).lowercased()
            let space = session.spaces.first { $0.summary.displayName.lowercased() == name }
            return space.map { .space($0.roomId) } ?? .none
        default: return .normalizedMatchRoomName(words)
        }
    }

    /// Returns the name of a room, what is unread and the newest message.
    static func line(_ room: MXRoomSummary) -> String {
        if room.membership == .invite { return "\(room.displayName) (invitation)" }
        var line = room.displayName
        if room.unreadCount > 0 {
            line += " (\(room.unreadCount) unread)"
        } else if room.hasUnread {
            line += " (unread)"
        }
        guard let latest = room.latestEvent else { return line }
        line += " – \(latest.event.shortText())"
        if case .localCannotBeSent = latest { line += " (not sent)" }
        return line
    }
}
