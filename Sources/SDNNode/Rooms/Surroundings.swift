import GRDB
import HeraldJSON

/// The events before and after an event: as many as the request asks for and the answer has room for.
struct Surroundings {
    /// The events before the event, newest first.
    private(set) var before: TimelinePage
    /// The events after the event, oldest first.
    private(set) var after: TimelinePage
    /// Both pages as JSON.
    let json: (before: [UInt8], after: [UInt8])
    private let event: StoredEvent

    /// - Parameters:
    ///   - limits: the most events on each side.
    ///   - list: the list that counts the bytes. The events before leave half of the bytes to the events after.
    init(
        of event: StoredEvent, limits: (before: Int, after: Int), _ access: RoomAccess, _ matcher: EventMatcher,
        in list: inout EventList,
        workLimit: TimelinePage.WorkLimit = .standard, _ db: Database
    ) throws {
        let half = list.left / 2
        self.event = event
        before = try TimelinePage.read(
            room: access.room, after: 0, upTo: event.ord - 1, newestFirst: true, limit: limits.before,
            history: access.history, matcher: matcher,
            workLimit: workLimit, bytes: half, in: db)
        let earlier = JSONText.array(try list.take(&before, leaving: half))
        after = try TimelinePage.read(
            room: access.room, after: event.ord, upTo: access.newest, newestFirst: false, limit: limits.after,
            history: access.history,
            matcher: matcher, workLimit: workLimit, bytes: list.left, in: db)
        json = (earlier, JSONText.array(try list.take(&after)))
    }

    /// The senders of the event, of the events before it and of the events after it.
    var senders: Set<String> { Set((before.events + [event] + after.events).map(\.sender)) }
    /// The token from which a page of history continues backwards.
    var start: StreamToken { StreamToken((before.events.last ?? event).ord - 1) }
    /// The position of the last event, from which a page of history continues forwards.
    var end: Int64 { (after.events.last ?? event).ord }
}
