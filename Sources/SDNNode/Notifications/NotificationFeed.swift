import GRDB
import HeraldJSON
import SDNWire

/// The events that a user was notified of (SDN sheet 6.2 and 6.3).
enum NotificationFeed {
    /// An event that the user was notified of.
    struct Place: Sendable {
        let room: RoomRowID
        let ord: Int64
        let thread: String
    }

    /// An event that the user was notified of, with the actions of the user's push rules.
    struct Entry: Sendable {
        let room: RoomRowID
        let ord: Int64
        let thread: String
        /// The actions as a JSON array.
        fileprivate let actionsJSON: [UInt8]

        /// The actions. They are parsed on demand, because most entries are not sent.
        var actions: PushActions { PushActions((try? JSONValue(parsing: actionsJSON))?.arrayValue ?? []) }
    }

    /// Returns the newest events before a position, newest first. ``actions(of:for:in:)`` reads the actions of each.
    static func newest(
        of reader: PushReader, before position: Int64, limit: Int, highlightsOnly: Bool, in db: Database
    ) throws -> [Place] {
        var places: [Place] = []
        // True if the page is full and an event is older than all events on it. Events that are too old are not read, because a user can be in any
        // number of rooms.
        func isTooOld(_ ord: Int64) -> Bool { places.count >= limit && ord < places.last?.ord ?? 0 }
        for (room, newest) in try MembershipRows.notifyingRooms(of: reader.user, in: db) {
            if isTooOld(newest) { break }
            let history = try HistoryAccess(user: reader.user, room: room, in: db)
            var own: [Place] = []
            // An invited user is notified of the invitation only.
            let scope = reader.scope(room, sharesDefaults: history.isJoined)
            // Events from times when the user was not joined are left out here, so that they do not fill the page.
            func isListed(_ ord: Int64) -> Bool {
                history.isJoined && history.wasInside(at: ord) || history.wasInvited(at: ord)
            }
            try NotifiedRows.walk(scope, before: position, highlightsOnly: highlightsOnly, in: db) { found in
                let place = Place(room: room, ord: found.ord, thread: found.thread)
                if isTooOld(place.ord) { return false }
                if !reader.ignores(found.sender), isListed(place.ord) { own.append(place) }
                return own.count < limit
            }
            places = Array((places + own).sorted { $0.ord > $1.ord }.prefix(limit))
        }
        return places
    }

    /// Returns the actions with which the user was notified of an event; `nil` if this notification no longer exists.
    static func actions(of place: Place, for reader: PushReader, in db: Database) throws -> PushActions? {
        try NotifiedRows.actions(room: place.room, ord: place.ord, for: reader.user, in: db)
            .map { PushActions((try? JSONValue(parsing: $0))?.arrayValue ?? []) }
    }

    /// Returns the first event after a position that the user has not read. Invitations count as well.
    static func firstUnread(of reader: PushReader, after position: Int64, in db: Database) throws -> Entry? {
        var first: Entry?
        for room in try MembershipRows.changedRooms(of: reader.user, after: position, in: db) {
            let history = try HistoryAccess(user: reader.user, room: room, in: db)
            // An invited user is notified of the invitation only.
            guard let since = history.joinedSince ?? history.invitedSince.map({ $0 - 1 }) else { continue }
            let marks = try ReadMarks(of: reader.user, room: room, beginning: since, in: db)
            let scope = reader.scope(room, sharesDefaults: history.isJoined)
            try NotifiedRows.walk(scope, after: max(position, since, marks.everywhere), in: db) { found in
                let (ord, thread) = (found.ord, found.thread)
                if let first, first.ord < ord { return false }
                guard !reader.ignores(found.sender), marks.isUnread(position: ord, thread: thread) else { return true }
                first = Entry(room: room, ord: ord, thread: thread, actionsJSON: try found.actions())
                return false
            }
        }
        return first
    }
}
