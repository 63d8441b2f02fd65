import SDNWire

/// The presence of users, as far as this run of the node knows it.
struct PresenceList: Sendable {
    /// The time after a user's last sync or presence change at which the user counts as offline.
    static let offlineTimeout = Duration.seconds(30)
    /// The time for which a user counts as active after the last activity.
    private static let activity = Duration.seconds(60)
    private static let memory = 50_000

    /// The presence of one user. Times are those of the monotonic clock.
    struct Status: Sendable, Hashable {
        var state = PresenceState.offline
        var message: String?
        /// The time of the user's last activity; `nil` before the first one.
        var lastActive: ContinuousClock.Instant?
        fileprivate var lastHeard: ContinuousClock.Instant?
        /// The number of running polls, which keep the user from going offline.
        fileprivate var polls = 0

        /// Returns the content of the presence event at `now`.
        func content(now: ContinuousClock.Instant) -> PresenceResponse {
            let ago = lastActive.map { max(.zero, $0.duration(to: now)) }
            return PresenceResponse(
                presence: state.rawValue, lastActiveAgo: ago,
                isCurrentlyActive: state == .online ? ago.map { $0 < PresenceList.activity } ?? false : nil,
                statusMessage: message)
        }

        fileprivate var end: ContinuousClock.Instant? {
            state == .offline || polls > 0 ? nil : lastHeard.map { $0 + PresenceList.offlineTimeout }
        }
    }

    struct Entry: Sendable, Hashable {
        let user: String
        let status: Status
    }

    private var users: [String: Status] = [:]
    private var changes = ChangeLog<String>()
    /// The earliest time at which a user's timeout can end; `nil` if no timeout is pending. A check before this time has nothing to do and costs
    /// nothing.
    private var earliestEnd: ContinuousClock.Instant?

    /// Records that a poll begins.
    /// - Returns: true if the user's state has changed.
    mutating func beginPoll(_ user: String, as state: PresenceState, now: ContinuousClock.Instant, serial: Int64)
        -> Bool
    {
        update(user, now: now, serial: serial) { status in
            status.polls += 1
            if status.state == .offline { status.lastActive = now }
            status.state = state
        }
    }

    mutating func endPoll(_ user: String, now: ContinuousClock.Instant) {
        _ = update(user, now: now, serial: 0) { $0.polls = max(0, $0.polls - 1) }
    }

    /// Sets the presence that the user sends.
    /// - Returns: true if it has changed.
    mutating func set(
        _ user: String, _ state: PresenceState, message: String?, now: ContinuousClock.Instant, serial: Int64
    ) -> Bool {
        update(user, now: now, serial: serial) { status in
            status.state = state
            status.message = message
            if state == .online { status.lastActive = now }
        }
    }

    /// Records an activity. An activity does not set an offline user online. Only a sync does that.
    mutating func noteActivity(_ user: String, now: ContinuousClock.Instant) {
        guard var status = users[user], status.state != .offline else { return }
        status.lastActive = now
        users[user] = status
    }

    /// Sets the users whose timeout has passed to offline.
    /// - Returns: these users.
    mutating func expire(now: ContinuousClock.Instant, serial: Int64) -> [String] {
        guard let earliestEnd, now >= earliestEnd else { return [] }
        let gone = users.filter { user, status in status.end.map { $0 <= now } ?? false }.map(\.key)
        for user in gone {
            users[user]?.state = .offline
            changes.note(user, serial: serial)
        }
        self.earliestEnd = users.values.lazy.compactMap(\.end).min()
        if users.count > Self.memory { forgetSome() }
        return gone
    }

    /// The time at which the next user's timeout ends; `nil` if there is none.
    var nextEnd: ContinuousClock.Instant? { earliestEnd }

    func status(of user: String) -> Status? { users[user] }

    /// Returns the users whose state changed after a serial.
    func changed(after serial: Int64) -> [Entry] {
        changes.keys(after: serial).compactMap { user in users[user].map { Entry(user: user, status: $0) } }
    }

    private mutating func update(
        _ user: String, now: ContinuousClock.Instant, serial: Int64, _ body: (inout Status) -> Void
    ) -> Bool {
        var status = users[user] ?? Status()
        let before = (status.state, status.message)
        body(&status)
        status.lastHeard = now
        users[user] = status
        if let end = status.end { earliestEnd = earliestEnd.map { min($0, end) } ?? end }
        guard before != (status.state, status.message) else { return false }
        changes.note(user, serial: serial)
        return true
    }

    private mutating func forgetSome() {
        for user in changes.keys(after: 0).prefix(Self.memory / 2)
        where users[user].map({ $0.state == .offline && $0.polls == 0 }) ?? true {
            users[user] = nil
            changes.forget(user)
        }
    }
}
