import Foundation
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
        let rooms = try Row.fetchAll(
            db.cachedStatement(sql: """
                SELECT m.room, r.last_ord FROM membership m JOIN room r ON r.nid = m.room WHERE m.user = ? AND m.membership = 'join'
                ORDER BY r.last_ord DESC
                """),
            arguments: [reader.user])
        let statement = try db.cachedStatement(sql: select("< ?2", condition: "AND (?5 = 0 OR e.is_highlight)", order: "DESC"))
        var places: [Place] = []
        // What is older than a full page is not read: a user can be in any number of rooms.
        func isTooOld(_ ord: Int64) -> Bool { places.count >= limit && ord < places.last?.ord ?? 0 }
        for each in rooms {
            let (room, newest): (Int64, Int64) = (each[0], each[1])
            if isTooOld(newest) { break }
            let history = try HistoryAccess(user: reader.user, room: room, in: db)
            let rows = try Row.fetchCursor(
                statement, arguments: [room, position, reader.sharesDefaultsUntil, reader.user, highlightsOnly])
            var own: [Place] = []
            // What came while the user was away is left out and does not fill the page.
            while own.count < limit, let row = try rows.next(), !isTooOld(row[0]) {
                let place = Place(room: room, ord: row[0], thread: row[1])
                if !reader.ignores(row[3]), history.wasInside(at: place.ord) { own.append(place) }
            }
            places = Array((places + own).sorted { $0.ord > $1.ord }.prefix(limit))
        }
        return places
    }

    /// What the user was told of an event with; `nil` when it is no longer there.
    static func actions(of place: Place, for reader: PushReader, in db: Database) throws -> PushActions? {
        let json = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT actions FROM notified_user WHERE user = ? AND room = ? AND ord = ?"),
            arguments: [reader.user, place.room, place.ord])
            ?? Data.fetchOne(db.cachedStatement(sql: "SELECT actions FROM notified WHERE room = ? AND ord = ?"), arguments: [place.room, place.ord])
        return json.map { PushActions((try? JSONValue(parsing: [UInt8]($0)))?.arrayValue ?? []) }
    }

    /// The first one after a position that the user has not read; an invitation is one as well.
    static func firstUnread(of reader: PushReader, after position: Int64, in db: Database) throws -> Entry? {
        let rooms = try Int64.fetchAll(
            db.cachedStatement(sql: """
                SELECT m.room FROM membership m JOIN room r ON r.nid = m.room
                WHERE m.user = ? AND m.membership IN ('join', 'invite') AND r.last_ord > ?
                """),
            arguments: [reader.user, position])
        let statement = try db.cachedStatement(sql: select("> ?2", condition: "", order: "ASC"))
        var first: Entry?
        for room in rooms {
            let history = try HistoryAccess(user: reader.user, room: room, in: db)
            // Whoever is invited is told of nothing else.
            guard let since = history.joinedSince ?? history.invitedSince.map({ $0 - 1 }) else { continue }
            let marks = try ReadMarks(of: reader.user, room: room, beginning: since, in: db)
            let rows = try Row.fetchCursor(
                statement,
                arguments: [room, max(position, since, marks.everywhere), history.isJoined ? reader.sharesDefaultsUntil : 0, reader.user])
            while let row = try rows.next() {
                if let first, first.ord < row[0] { break }
                let entry = try Self.entry(room, row)
                guard !reader.ignores(row[3]), marks.isUnread(position: entry.ord, thread: entry.thread) else { continue }
                first = entry
                break
            }
        }
        return first
    }

    private static func select(_ range: String, condition: String, order: String) -> String {
        """
        SELECT e.ord AS ord, e.thread, e.actions, e.sender FROM notified e
        WHERE e.room = ?1 AND e.ord \(range) AND e.ord <= ?3 AND e.sender <> ?4
        AND NOT EXISTS (SELECT 1 FROM notified_user u WHERE u.user = ?4 AND u.room = ?1 AND u.ord = e.ord) \(condition)
        UNION ALL
        SELECT e.ord AS ord, e.thread, e.actions, e.sender FROM notified_user e
        WHERE e.user = ?4 AND e.room = ?1 AND e.ord \(range) AND e.notifies \(condition)
        ORDER BY ord \(order)
        """
    }

    private static func entry(_ room: Int64, _ row: Row) throws -> Entry {
        let actions = try row.withUnsafeData(atIndex: 2) { data in data.map { [UInt8]($0) } ?? [] }
        return Entry(room: room, ord: row[0], thread: row[1], actionsJSON: actions)
    }
}
