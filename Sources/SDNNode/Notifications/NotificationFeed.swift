import GRDB
import HeraldJSON
import SDNWire

/// The events that a user was told of, room by room (SDN sheet 6.2 and 6.3).
enum NotificationFeed {
    /// An event that the user was told of.
    struct Place: Sendable {
        let room: Int64
        let ord: Int64
        let thread: String
    }

    /// The same with what the user's rules say of it.
    struct Entry: Sendable {
        let room: Int64
        let ord: Int64
        let thread: String
        /// A JSON array.
        fileprivate let actionsJSON: [UInt8]

        /// Read on demand: most of what is looked at is not told of.
        var actions: PushActions { PushActions((try? JSONValue(parsing: actionsJSON))?.arrayValue ?? []) }
    }

    /// The newest ones before a position, newest first. Their actions are read one by one: ``actions(of:for:in:)``.
    static func newest(
        of reader: PushReader, before position: Int64, limit: Int, highlightsOnly: Bool, in db: Database
    ) throws -> [Place] {
        var places: [Place] = []
        // What is older than a full page is not read: a user can be in any number of rooms.
        func isTooOld(_ ord: Int64) -> Bool { places.count >= limit && ord < places.last?.ord ?? 0 }
        for (room, newest) in try MembershipRows.newestRooms(of: reader.user, in: db) {
            if isTooOld(newest) { break }
            let history = try HistoryAccess(user: reader.user, room: room, in: db)
            var own: [Place] = []
            // What came while the user was away is left out and does not fill the page.
            try NotifiedRows.walk(reader.scope(room), before: position, highlightsOnly: highlightsOnly, in: db) { found in
                let place = Place(room: room, ord: found.ord, thread: found.thread)
                if isTooOld(place.ord) { return false }
                if !reader.ignores(found.sender), history.wasInside(at: place.ord) { own.append(place) }
                return own.count < limit
            }
            places = Array((places + own).sorted { $0.ord > $1.ord }.prefix(limit))
        }
        return places
    }

    /// What the user was told of an event with; `nil` when it is no longer there.
    static func actions(of place: Place, for reader: PushReader, in db: Database) throws -> PushActions? {
        try NotifiedRows.actions(room: place.room, ord: place.ord, for: reader.user, in: db)
            .map { PushActions((try? JSONValue(parsing: $0))?.arrayValue ?? []) }
    }

    /// The first one after a position that the user has not read; an invitation is one as well.
    static func firstUnread(of reader: PushReader, after position: Int64, in db: Database) throws -> Entry? {
        var first: Entry?
        for room in try MembershipRows.changedRooms(of: reader.user, after: position, in: db) {
            let history = try HistoryAccess(user: reader.user, room: room, in: db)
            // Whoever is invited is told of nothing else.
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
