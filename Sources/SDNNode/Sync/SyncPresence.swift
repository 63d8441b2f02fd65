import GRDB
import HeraldJSON
import SDNWire

/// The presence of the users who share a room with the reader (SDN sheet 7.3).
struct SyncPresence {
    /// A room that may have members who are new to the client.
    struct Arrival {
        let room: RoomRowID
        /// Members who joined after this position are new to the client; `nil` if all are.
        let after: Int64?
    }

    let plan: SyncPlan
    let live: LiveState
    let news: LiveNews
    let arrivals: [Arrival]
    let now: ContinuousClock.Instant
    let snapshot: SyncSnapshot
    private var db: Database { snapshot.db }

    init(
        plan: SyncPlan, live: LiveState, news: LiveNews, arrivals: [Arrival], now: ContinuousClock.Instant,
        snapshot: SyncSnapshot
    ) {
        (self.plan, self.live, self.news, self.arrivals, self.now) = (plan, live, news, arrivals, now)
        self.snapshot = snapshot
    }

    /// The most new users whose presence is sent although they are offline. With more, only those who are not offline are sent.
    static let offlineUsers = 100
    /// The number of users above which one query for all companions costs less than one query for each user.
    private static let fewUsers = 32

    func part() throws -> SyncPart {
        let filter = plan.filter.presence
        guard filter.limit != 0, filter.types?.isEmpty != true, filter.senders?.isEmpty != true else {
            return SyncPart([], hasNews: false)
        }
        let isFirst = plan.since == nil
        var entries = try visible(
            news.presence.filter { !isFirst || $0.status.state != .offline || $0.status.message != nil })
        // A change of the reader's own presence is no news, because the reader's own device knows it.
        let hasNews = entries.contains { $0.user != plan.caller.userID && admits($0.user) }
        if !isFirst { entries += try newcomers(besides: Set(entries.map(\.user))) }
        let events: [JSONValue] = entries.filter { admits($0.user) }.map { entry in
            ["type": "m.presence", "sender": .string(entry.user), "content": entry.status.content(now: now).json]
        }
        return SyncPart(filter.limit.map { Array(events.suffix($0)) } ?? events, hasNews: hasNews)
    }

    private func admits(_ user: String) -> Bool { plan.matchers.presence.admitsEntry(type: "m.presence", sender: user) }

    private func visible(_ entries: [PresenceList.Entry]) throws -> [PresenceList.Entry] {
        try Self.visible(entries, to: plan.caller.userID, in: db)
    }

    /// Returns the entries of the users who share a room with the reader, and of the reader.
    static func visible(_ entries: [PresenceList.Entry], to reader: String, in db: Database) throws
        -> [PresenceList.Entry]
    {
        guard entries.count > Self.fewUsers else {
            return try entries.filter { try RoomAudiences.areCompanions(reader, $0.user, in: db) }
        }
        let companions = try RoomAudiences.companions(of: reader, in: db)
        return entries.filter { $0.user == reader || companions.contains($0.user) }
    }

    /// Returns the presence of the members who are new to the client, because they or the reader joined.
    private func newcomers(besides known: Set<String>) throws -> [PresenceList.Entry] {
        var users: Set<String> = []
        for arrival in arrivals {
            if let after = arrival.after {
                let range = SyncSnapshot.Range(room: arrival.room, lower: after, upper: try snapshot.position())
                guard try snapshot.hasStateEvents(range) else { continue }
                users.formUnion(try MembershipRows.moved(in: arrival.room, after: after, in: db))
            } else {
                users.formUnion(try MembershipRows.joinedUsers(in: arrival.room, in: db))
            }
        }
        users.remove(plan.caller.userID)
        if users.isEmpty { return [] }
        return try visible(live.presence(of: users.subtracting(known), offlineUpTo: Self.offlineUsers))
    }
}
