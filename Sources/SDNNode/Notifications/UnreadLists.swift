/// The counts of a room's newest unread notifications, by thread. There are two lists: those that members with the default rules share, and the
/// user's own. Each list has at most as many notifications as a limit says.
struct UnreadLists: Sendable {
    typealias Counts = [String: UnreadCounts.Count]

    var shared: Counts = [:]
    var own: Counts = [:]

    var byThread: Counts { shared.merging(own) { $0.adding($1) } }
    /// The number of threads, those of both lists twice.
    var threads: Int { shared.count + own.count }

    /// Returns the lists with newer notifications. Returns `nil` if these counts do not tell which notifications exceed the limit.
    func followed(by newer: UnreadLists, limit: Int64) -> UnreadLists? {
        guard let shared = Self.joined(shared, newer.shared, limit), let own = Self.joined(own, newer.own, limit) else {
            return nil
        }
        return UnreadLists(shared: shared, own: own)
    }

    private static func joined(_ older: Counts, _ newer: Counts, _ limit: Int64) -> Counts? {
        let added = number(newer)
        guard number(older) + added > limit else { return older.merging(newer) { $0.adding($1) } }
        // The oldest notifications no longer count. If all older ones are alike, it does not matter which those are.
        guard older.count == 1, let (thread, counts) = older.first, counts.highlights == 0 else { return nil }
        guard added < limit else { return newer }
        return newer.merging([thread: UnreadCounts.Count(notifications: limit - added)]) { $0.adding($1) }
    }

    private static func number(_ counts: Counts) -> Int64 { counts.values.reduce(0) { $0 + $1.notifications } }
}
