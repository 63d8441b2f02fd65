import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// The next step of one pusher, read from one snapshot of the database.
struct PushStep: Sendable {
    /// The setting of the pusher that the step is for. An answer that arrives after the pusher was set again must not affect the new setting.
    let setting: Int64
    let work: Work

    enum Work: Sendable {
        case wait(until: Timestamp)
        case nothing(position: Int64, receipt: Int64)
        case badge(Parcel, receipt: Int64)
        case event(Parcel, position: Int64)
    }

    /// A notification and its destination.
    struct Parcel: Sendable {
        let notification: PushNotification
        let url: URL
    }

    /// - Returns: `nil` if the pusher does not exist, is disabled or has no URL.
    static func next(
        _ pusher: PusherID, _ memory: PusherMemory, ignored: IgnoredSenders, now: Timestamp, in db: Database
    )
        throws -> PushStep?
    {
        guard let stored = try PusherRows.find(pusher, in: db) else { return nil }
        let setting = stored.setting
        let known = memory.setting == setting ? memory : PusherMemory()
        func step(_ work: Work) -> PushStep { PushStep(setting: setting, work: work) }
        var data = (try? JSONValue(parsing: stored.data))?.objectValue ?? [:]
        guard let url = (data.removeValue(forKey: "url")?.stringValue).flatMap(URL.init(string:)) else { return nil }
        // If the clock was set back, the pause must not become longer than the longest pause.
        if let retryAt = stored.retryAt, retryAt > now, retryAt - now <= PushDelivery.longestPause {
            return step(.wait(until: retryAt))
        }
        let device = PushNotification.Device(
            appID: pusher.appID, pushkey: pusher.pushkey, pushkeyTimestamp: stored.setAt,
            data: data)
        let reader = try PushReader(pusher.user, ignored, in: db)
        let newest = try EventStore.position(in: db)
        var scanned = max(stored.position, known.scanned)
        while let entry = try NotificationFeed.firstUnread(of: reader, after: scanned, in: db) {
            if let event = try Self.event(entry, user: pusher.user, in: db) {
                let unread = try UnreadCounts.unreadRooms(of: reader, in: db)
                let notification = PushNotification(
                    event: event, unread: unread, tweaks: entry.actions.tweaks, device: device)
                return step(.event(Parcel(notification: notification, url: url), position: entry.ord))
            }
            scanned = entry.ord
        }
        let receipt = try ReceiptStore.newest(of: pusher.user, in: db)
        if let before = known.receipt, before < receipt {
            let unread = try UnreadCounts.unreadRooms(of: reader, in: db)
            if known.badge.map({ unread < $0 }) ?? true {
                return step(
                    .badge(
                        Parcel(notification: PushNotification(event: nil, unread: unread, device: device), url: url),
                        receipt: receipt))
            }
        }
        return step(.nothing(position: newest, receipt: receipt))
    }

    private static func event(_ entry: NotificationFeed.Entry, user: String, in db: Database) throws -> PushNotification
        .Event?
    {
        guard let room = try RoomRecord.find(rowID: entry.room, in: db),
            let event = try EventStore.event(room: entry.room, ord: entry.ord, in: db),
            event.redactedBy == nil
        else { return nil }
        func text(_ type: String, _ key: String, _ member: String) throws -> String? {
            try StateStore.event(type, key, room: room.rowID, in: db)?.contentObject[member]?.stringValue
        }
        let alias = try text(EventType.canonicalAlias, "", "alias")
        return PushNotification.Event(
            eventID: event.eventID, roomID: room.roomID, type: event.type, sender: event.sender,
            senderDisplayName: try text(EventType.member, event.sender, "displayname"),
            // The main alias is the name of a room without a name, as clients show it.
            roomName: try text(EventType.name, "", "name").flatMap { $0.isEmpty ? nil : $0 } ?? alias,
            roomAlias: alias,
            userIsTarget: event.type == EventType.member ? event.stateKey?.isIdentical(to: user) : nil,
            content: event.contentObject)
    }
}
