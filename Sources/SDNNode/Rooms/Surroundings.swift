import GRDB
import HeraldJSON

/// The events next to one: as many on each side as are asked for and there is room for.
struct Surroundings {
    /// Newest first.
    private(set) var before: TimelinePage
    /// Oldest first.
    private(set) var after: TimelinePage
    /// The same as JSON.
    let json: (before: [UInt8], after: [UInt8])
    private let event: StoredEvent

    /// - Parameters:
    ///   - limits: how many events there are at most on each side.
    ///   - list: what has room for them. Each side leaves half of it to the other.
    init(
        of event: StoredEvent, limits: (before: Int, after: Int), _ access: RoomAccess, _ matcher: EventMatcher, in list: inout EventList,
        effort: TimelinePage.Effort = .standard, _ db: Database
    ) throws {
        let half = list.left / 2
        self.event = event
        before = try TimelinePage.read(
            room: access.room, after: 0, upTo: event.ord - 1, newestFirst: true, limit: limits.before, history: access.history, matcher: matcher,
            effort: effort, bytes: half, in: db)
        let earlier = JSONText.array(try list.take(&before, leaving: half))
        after = try TimelinePage.read(
            room: access.room, after: event.ord, upTo: access.newest, newestFirst: false, limit: limits.after, history: access.history,
            matcher: matcher, effort: effort, bytes: list.left, in: db)
        json = (earlier, JSONText.array(try list.take(&after)))
    }

    /// The senders of all of them.
    var senders: Set<String> { Set((before.events + [event] + after.events).map(\.sender)) }
    /// From here a page of history goes on backwards.
    var start: StreamToken { StreamToken((before.events.last ?? event).ord - 1) }
    /// The position of the last of them, from where a page of history goes on forwards.
    var end: Int64 { (after.events.last ?? event).ord }
}
