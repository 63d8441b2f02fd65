import DequeModule
import HeraldHTTP
import HeraldLocks
import SDNWire

/// Sends notifications to all pushers (SDN sheet 6.2).
///
/// Pending notifications are not stored in memory. The database has each pusher's position in the stream, so the node continues after a restart. A
/// sender never waits for a gateway. Requests to different gateways run in parallel, and each pusher has one request at a time.
actor PushDispatcher {
    /// Waits until a time, or until the task is cancelled.
    typealias Alarm = @Sendable (_ time: Timestamp) async throws -> Void

    private enum State {
        case queued
        case running(again: Bool)
        case resting(Task<Void, Never>)
    }

    private let services: NodeServices
    private let delivery: PushDelivery
    private let alarm: Alarm
    private var states: [PusherID: State] = [:]
    private var memories: [String: [PusherID: PusherMemory]] = [:]
    /// Pushers that were set again while one of their notifications was being sent.
    private var changed: Set<PusherID> = []
    private var queue = Deque<PusherID>()
    private var tasks: [PusherID: Task<Void, Never>] = [:]
    private var places = PushPlaces()
    /// The network of each user with pushers, if it is known.
    private var networks: [String: String] = [:]
    private var isStopped = false
    private var idleWaiters = WaiterQueue<Void>()
    /// Users whose pushers must be checked, and pushers that were set or removed. They wait here until the actor reads them.
    private let noted = Mutex<(users: Set<String>, changed: Set<PusherID>, isTaken: Bool)>(([], [], false))

    init(services: NodeServices, transport: any PushTransport, alarm: Alarm? = nil) {
        self.services = services
        self.delivery = PushDelivery(services: services, transport: transport)
        let clock = services.configuration.clock
        self.alarm = alarm ?? { time in try await Task.sleep(for: max(.zero, time - clock())) }
    }

    /// Sends the notifications that are still due. From then on, sends the notifications of every commit.
    func start() async throws {
        let users = try await services.database.read { db in try PusherRows.users(in: db) }
        for user in users { services.push.notePusher(of: user) }
        services.notifier.observe { [weak self] users in self?.note(users) }
        services.push.observePushers { [weak self] pusher in self?.note(changed: pusher) }
        note(Set(users))
    }

    /// Ends all running requests. The database has everything that is still to be sent.
    func stop() async {
        isStopped = true
        delivery.transport.close()
        queue = []
        let running = tasks.values
        for task in running { task.cancel() }
        for case .resting(let task) in states.values { task.cancel() }
        for task in running { await task.value }
        states = [:]
        finishIdle()
    }

    /// Schedules a check of these users' pushers. It never waits, so it can be called after each commit.
    nonisolated func note(_ users: Set<String>) {
        let concerned = services.push.withPushers(among: users)
        guard !concerned.isEmpty else { return }
        take { noted in noted.users.formUnion(concerned) }
    }

    nonisolated private func note(changed pusher: PusherID) {
        take { noted in
            noted.changed.insert(pusher)
            noted.users.insert(pusher.user)
        }
    }

    nonisolated private func take(_ add: (inout (users: Set<String>, changed: Set<PusherID>, isTaken: Bool)) -> Void) {
        let starts = noted.withLock { noted in
            add(&noted)
            defer { noted.isTaken = true }
            return !noted.isTaken
        }
        // The task is the node's own work, whatever request started it.
        if starts { Task { await Requester.$current.withValue(nil) { await self.takeNoted() } } }
    }

    /// The number of pushers with stored state; for tests.
    var remembered: Int { memories.values.reduce(0) { $0 + $1.count } }

    /// Returns when nothing is queued or running; for tests. Pushers that pause after a failure do not count.
    func idle() async {
        if isIdle { return }
        await idleWaiters.add().wait()
    }

    private var isIdle: Bool { isStopped || (queue.isEmpty && tasks.isEmpty && !noted.withLock(\.isTaken)) }

    private func finishIdle() {
        guard isIdle else { return }
        for waiter in idleWaiters.popAll() { waiter.resume() }
    }

    private func takeNoted() async {
        while !isStopped {
            let (users, changed) = noted.withLock { noted in
                defer { (noted.users, noted.changed) = ([], []) }
                if noted.users.isEmpty && noted.changed.isEmpty { noted.isTaken = false }
                return (noted.users, noted.changed)
            }
            guard !users.isEmpty || !changed.isEmpty else { break }
            for user in users {
                guard let rows = try? await services.database.read({ db in try PusherRows.pushers(of: user, in: db) })
                else { continue }
                // If the pushers were set from several networks, the network of the newest pusher counts, because a user is at one network at a
                // time.
                networks[user] = rows.filter { $0.network != nil }.max { $0.setting < $1.setting }?.network
                for row in rows { poke(row.pusher) }
                forget(of: user, except: Set(rows.map(\.pusher)))
            }
            for pusher in changed { takeUp(pusher) }
        }
        finishIdle()
    }

    private func poke(_ pusher: PusherID) {
        guard !isStopped else { return }
        switch states[pusher] {
        case .running: states[pusher] = .running(again: true)
        case .queued, .resting: return
        case nil:
            states[pusher] = .queued
            queue.append(pusher)
            fill()
        }
    }

    /// Queues a pusher that was set or removed. The pause after a failure of the earlier setting ends. If a notification of the pusher is being
    /// sent, the pusher is queued after that.
    private func takeUp(_ pusher: PusherID) {
        guard !isStopped else { return }
        switch states[pusher] {
        case .running: changed.insert(pusher)
        case .resting(let task):
            task.cancel()
            states[pusher] = nil
            poke(pusher)
        case .queued: break
        case nil: poke(pusher)
        }
    }

    /// Deletes the state of a user's pushers that no longer exist, such as after a logout.
    private func forget(of user: String, except pushers: Set<PusherID>) {
        for pusher in memories[user, default: [:]].keys where !pushers.contains(pusher) && states[pusher] == nil {
            memories[user]?[pusher] = nil
        }
        if memories[user]?.isEmpty == true { memories[user] = nil }
        for case (let pusher, .resting(let task)) in states where pusher.user == user && !pushers.contains(pusher) {
            task.cancel()
            states[pusher] = nil
            memories[user]?[pusher] = nil
        }
    }

    private func fill() {
        while !isStopped, !places.isFull,
            let index = queue.firstIndex(where: { places.mayRun($0.user, of: network(of: $0.user)) })
        {
            let pusher = queue.remove(at: index)
            states[pusher] = .running(again: false)
            places.take(pusher.user, of: network(of: pusher.user))
            let memory = memories[pusher.user]?[pusher] ?? PusherMemory()
            tasks[pusher] = Task { await self.run(pusher, memory) }
        }
    }

    private func network(of user: String) -> String { networks[user] ?? user }

    private func run(_ pusher: PusherID, _ memory: PusherMemory) async {
        var memory = memory
        let start = ContinuousClock.now,
            turn = PushTurn(client: LookupClient(user: pusher.user, network: networks[pusher.user]))
        // An error of a delivery comes from the database. The node tries again at the user's next event.
        let outcome =
            (try? await PushTurn.$current.withValue(turn) { try await delivery.run(pusher, &memory) }) ?? .idle
        places.leave(pusher.user, isSlow: turn.isSlow(after: start.duration(to: .now)))
        ended(pusher, memory, outcome)
    }

    private func ended(_ pusher: PusherID, _ memory: PusherMemory, _ outcome: PushDelivery.Outcome) {
        tasks[pusher] = nil
        let state = states.removeValue(forKey: pusher)
        memories[pusher.user, default: [:]][pusher] = outcome == .gone ? nil : memory
        if memories[pusher.user]?.isEmpty == true { memories[pusher.user] = nil }
        let isChanged = changed.remove(pusher) != nil
        switch (outcome, state) {
        case _ where isChanged: poke(pusher)
        case (.failed(let time), _):
            guard !isStopped else { break }
            let alarm = alarm
            states[pusher] = .resting(
                Task {
                    try? await alarm(time)
                    if !Task.isCancelled { self.wakeUp(pusher) }
                })
        case (.more, _), (_, .running(again: true)?): poke(pusher)
        default: break
        }
        fill()
        finishIdle()
    }

    private func wakeUp(_ pusher: PusherID) {
        guard case .resting = states[pusher] else { return }
        states[pusher] = nil
        poke(pusher)
    }
}

extension PushTurn {
    /// True if the user's gateways were slow.
    /// - Parameter time: the duration of the whole turn.
    /// - Returns: `nil` if the turn was long only because its look-ups waited in a queue.
    func isSlow(after time: Duration) -> Bool? {
        guard time >= PushDelivery.turn else { return false }
        return time - timeInQueue >= PushDelivery.turn ? true : nil
    }
}
