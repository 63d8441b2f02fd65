import HeraldKeys
import SDNWire
import Synchronization

/// Typing and presence. They are stored in memory, and a restart loses them.
///
/// Timeouts use the node's monotonic clock. They are checked on every request. A timer runs while a timeout is pending, and wakes the long polls that
/// must report its end.
final class LiveState: Sendable {
    fileprivate struct State {
        var serial: Int64 = 0
        var typing = TypingLists()
        var presence = PresenceList()
        var timer: (due: ContinuousClock.Instant, task: Task<Void, Never>)?
        var isStopped = false
    }

    /// The rooms whose typing lists changed and the users whose presence changed, so that the users who see the changes can be woken.
    private struct Ended {
        var rooms: [RoomRowID] = []
        var users: [String] = []
    }

    private let run: String
    private let state = Mutex(State())
    private let database: NodeDatabase
    private let notifier: StreamNotifier
    private let clock: @Sendable () -> ContinuousClock.Instant

    init(
        database: NodeDatabase, notifier: StreamNotifier, random: @Sendable (Int) -> [UInt8],
        clock: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.run = Hex.encode(random(4))
        self.database = database
        self.notifier = notifier
        self.clock = clock
    }

    /// The current time of the clock that timeouts use.
    var now: ContinuousClock.Instant { clock() }

    /// Returns the changes since a client's position. The position `nil` stands for a client that knows nothing.
    func news(since position: LivePosition?) -> LiveNews {
        let serial = serial(of: position)
        return state.withLock { state in
            LiveNews(
                position: LivePosition(run: run, serial: state.serial), isOfThisRun: position?.run == run,
                typing: state.typing.changed(after: serial), presence: state.presence.changed(after: serial))
        }
    }

    /// - Parameter timeout: the time after which typing ends; `nil` if the user has stopped typing.
    func setTyping(_ user: String, in room: RoomRowID, for timeout: Duration?) async throws {
        let now = clock()
        let changed = state.withLock { state in
            state.presence.noteActivity(user, now: now)
            return state.change { $0.typing.set(user, in: room, until: timeout.map { now + $0 }, serial: $1) }
        }
        if changed { try await tell(Ended(rooms: [room])) }
        armTimer()
    }

    /// Ends the typing of a user in a room that the user has left. If `room` is `nil`, ends the user's typing in all rooms.
    func endTyping(_ user: String, in room: RoomRowID? = nil) async throws {
        var rooms: [RoomRowID] = []
        _ = state.withLock { state in
            state.change { state, serial in
                for room in room.map({ [$0] }) ?? state.typing.rooms(of: user)
                where state.typing.set(user, in: room, until: nil, serial: serial) {
                    rooms.append(room)
                }
                return !rooms.isEmpty
            }
        }
        if !rooms.isEmpty { try await tell(Ended(rooms: rooms)) }
    }

    func typing(in room: RoomRowID) -> [String] { state.withLock { $0.typing.users(in: room) } }

    /// Records that a sync begins, which sets the presence of its user. Each call needs a call of ``endPoll(_:)``.
    func beginPoll(_ user: String, as presence: PresenceState) async throws {
        let changed = state.withLock { state in
            state.change { $0.presence.beginPoll(user, as: presence, now: clock(), serial: $1) }
        }
        if changed { try await tell(Ended(users: [user])) }
    }

    func endPoll(_ user: String) {
        state.withLock { $0.presence.endPoll(user, now: clock()) }
        armTimer()
    }

    func setPresence(_ user: String, _ presence: PresenceState, message: String?) async throws {
        let changed = state.withLock { state in
            state.change { $0.presence.set(user, presence, message: message, now: clock(), serial: $1) }
        }
        if changed { try await tell(Ended(users: [user])) }
        armTimer()
    }

    func noteActivity(_ user: String) { state.withLock { $0.presence.noteActivity(user, now: clock()) } }

    func presence(of user: String) -> PresenceList.Status? { state.withLock { $0.presence.status(of: user) } }

    /// Returns the presence of the users whose presence is known.
    func presence(of users: [String]) -> [PresenceList.Entry] {
        state.withLock { state in
            users.compactMap { user in
                state.presence.status(of: user).map { PresenceList.Entry(user: user, status: $0) }
            }
        }
    }

    /// Returns the presence of users, sorted by their IDs.
    /// - Parameter limit: the most users for whom offline users are included.
    func presence(of users: Set<String>, offlineUpTo limit: Int) -> [PresenceList.Entry] {
        let known = presence(of: users.sorted())
        guard users.count <= limit else { return known.filter { $0.status.state != .offline } }
        let statuses = Dictionary(known.map { ($0.user, $0.status) }, uniquingKeysWith: { first, _ in first })
        return users.sorted().map { PresenceList.Entry(user: $0, status: statuses[$0] ?? PresenceList.Status()) }
    }

    /// Ends typing and presence whose timeout has passed, and wakes the users who see the change.
    func endWhatIsOver() async throws {
        let now = clock()
        let ended = state.withLock { state in
            var ended = Ended()
            _ = state.change { state, serial in
                ended = Ended(
                    rooms: state.typing.expire(now: now, serial: serial),
                    users: state.presence.expire(now: now, serial: serial))
                return !ended.rooms.isEmpty || !ended.users.isEmpty
            }
            return ended
        }
        if !ended.rooms.isEmpty || !ended.users.isEmpty { try await tell(ended) }
    }

    /// Ends all typing and starts no more timers. The polls that are answered while the node stops then report that the typing has ended.
    func stop() {
        state.withLock { state in
            state.timer?.task.cancel()
            state.timer = nil
            state.isStopped = true
            _ = state.change { $0.typing.endAll(serial: $1) }
        }
    }

    private func armTimer() {
        state.withLock { state in
            guard !state.isStopped, let due = [state.typing.nextEnd, state.presence.nextEnd].compactMap({ $0 }).min()
            else { return }
            if let timer = state.timer, timer.due <= due { return }
            state.timer?.task.cancel()
            // The pause has a minimum. Otherwise, a clock that jumps could make the timer run in an endless loop.
            let pause = max(due - clock(), .milliseconds(10))
            state.timer = (
                due,
                Task { [weak self] in
                    try? await Task.sleep(for: pause)
                    await self?.timerFired()
                }
            )
        }
    }

    private func timerFired() async {
        if Task.isCancelled { return }
        state.withLock { $0.timer = nil }
        try? await endWhatIsOver()
        armTimer()
    }

    private func tell(_ ended: Ended) async throws {
        let users = try await database.read { db in
            var users: Set<String> = []
            for room in ended.rooms { users.formUnion(try RoomAudiences.read(room, in: db)) }
            for user in ended.users { users.formUnion(try RoomAudiences.companions(of: user, in: db)) }
            return users
        }
        notifier.wake(users: users)
    }

    /// Returns the serial number in a position. It is 0 for a position from another run of the node.
    private func serial(of position: LivePosition?) -> Int64 { position?.run == run ? position?.serial ?? 0 : 0 }
}

/// The changes of typing and presence for one answer.
struct LiveNews: Sendable {
    /// The position up to which the answer is complete. A change that happens while the answer is read may be sent twice, but is never missed.
    let position: LivePosition
    /// True if the client's position is from this run of the node. If it is from an earlier run, the client may still show typing that ended long
    /// ago.
    let isOfThisRun: Bool
    /// Rooms whose typing lists changed, with the lists.
    let typing: [RoomRowID: [String]]
    let presence: [PresenceList.Entry]
}

extension LiveState.State {
    /// Calls the body with the next serial number. The number counts as used only if the body returns `true`.
    fileprivate mutating func change(_ body: (inout LiveState.State, Int64) -> Bool) -> Bool {
        guard body(&self, serial + 1) else { return false }
        serial += 1
        return true
    }
}
