import HeraldHTTP
import Synchronization

/// Has every pusher told of what its user is to be told of (SDN sheet 6.2).
///
/// What waits is not kept in memory: a pusher's place in the stream is in the database, so a restart goes on where the node stopped,
/// and a sender never waits for a gateway. Gateways are asked side by side, each pusher one request at a time.
actor PushDispatcher {
    /// Waits until a time in milliseconds since 1970, or until cancelled.
    typealias Alarm = @Sendable (_ time: Int64) async throws -> Void

    private enum Lane {
        case queued
        case running(again: Bool)
        case resting(Task<Void, Never>)
    }

    private let services: NodeServices
    private let delivery: PushDelivery
    private let alarm: Alarm
    private var lanes: [PusherID: Lane] = [:]
    private var memories: [String: [PusherID: PusherMemory]] = [:]
    /// Pushers that were set anew while a notification of theirs was under way.
    private var changed: Set<PusherID> = []
    private var queue: [PusherID] = []
    private var tasks: [PusherID: Task<Void, Never>] = [:]
    private var places = PushPlaces()
    /// The address behind which a user with pushers stands, where it is known.
    private var networks: [String: String] = [:]
    private var isStopped = false
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []
    /// Users whose pushers are to be looked at, and pushers that were set anew or removed, until the actor comes to it.
    private let noted = Mutex<(users: Set<String>, changed: Set<PusherID>, isTaken: Bool)>(([], [], false))

    init(services: NodeServices, transport: any PushTransport, alarm: Alarm? = nil) {
        self.services = services
        self.delivery = PushDelivery(services: services, transport: transport)
        let clock = services.configuration.clock
        self.alarm = alarm ?? { time in try await Task.sleep(for: .milliseconds(max(0, time - clock()))) }
    }

    /// Takes up what was left over, and from then on everything that is committed.
    func start() async throws {
        let users = try await services.database.read { db in try PusherRows.users(in: db) }
        for user in users { services.push.notePusher(of: user) }
        services.notifier.observe { [weak self] users in self?.note(users) }
        services.push.observePushers { [weak self] pusher in self?.note(changed: pusher) }
        note(Set(users))
    }

    /// Ends every request under way; the database knows what is still to be sent.
    func stop() async {
        isStopped = true
        delivery.transport.close()
        queue = []
        let running = tasks.values
        for task in running { task.cancel() }
        for case .resting(let task) in lanes.values { task.cancel() }
        for task in running { await task.value }
        lanes = [:]
        finishIdle()
    }

    /// Looks at the pushers of these users soon. Never waits: to be called by whoever has committed something.
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
        // The node's own work, whoever's request has woken it.
        if starts { Task { await RemoteNetwork.$current.withValue("") { await self.takeNoted() } } }
    }

    /// How many pushers something is remembered of; for tests.
    var remembered: Int { memories.values.reduce(0) { $0 + $1.count } }

    /// Returns when nothing is queued or under way; pushers that rest after a failure do not count. For tests.
    func idle() async {
        if isIdle { return }
        await withCheckedContinuation { idleWaiters.append($0) }
    }

    private var isIdle: Bool { isStopped || (queue.isEmpty && tasks.isEmpty && !noted.withLock(\.isTaken)) }

    private func finishIdle() {
        guard isIdle else { return }
        let waiters = idleWaiters
        idleWaiters = []
        for waiter in waiters { waiter.resume() }
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
                guard let rows = try? await services.database.read({ db in try PusherRows.pushers(of: user, in: db) }) else { continue }
                // The address of the newest one: a user stands behind one at a time.
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
        switch lanes[pusher] {
        case .running: lanes[pusher] = .running(again: true)
        case .queued, .resting: return
        case nil:
            lanes[pusher] = .queued
            queue.append(pusher)
            fill()
        }
    }

    /// Begins anew with a pusher that was set or removed: a pause of the one before is no pause of this one.
    private func takeUp(_ pusher: PusherID) {
        guard !isStopped else { return }
        switch lanes[pusher] {
        case .running: changed.insert(pusher)
        case .resting(let task):
            task.cancel()
            lanes[pusher] = nil
            poke(pusher)
        case .queued: break
        case nil: poke(pusher)
        }
    }

    /// Lets go of pushers that went with their devices.
    private func forget(of user: String, except pushers: Set<PusherID>) {
        for pusher in memories[user, default: [:]].keys where !pushers.contains(pusher) && lanes[pusher] == nil { memories[user]?[pusher] = nil }
        if memories[user]?.isEmpty == true { memories[user] = nil }
        for case (let pusher, .resting(let task)) in lanes where pusher.user == user && !pushers.contains(pusher) {
            task.cancel()
            lanes[pusher] = nil
            memories[user]?[pusher] = nil
        }
    }

    private func fill() {
        while !isStopped, !places.isFull, let index = queue.firstIndex(where: { places.mayRun($0.user, of: network(of: $0.user)) }) {
            let pusher = queue.remove(at: index)
            lanes[pusher] = .running(again: false)
            places.take(pusher.user, of: network(of: pusher.user))
            let memory = memories[pusher.user]?[pusher] ?? PusherMemory()
            tasks[pusher] = Task { await self.run(pusher, memory) }
        }
    }

    private func network(of user: String) -> String { networks[user] ?? user }

    private func run(_ pusher: PusherID, _ memory: PusherMemory) async {
        var memory = memory
        let start = ContinuousClock.now, turn = PushTurn(asker: NameAsker(user: pusher.user, network: networks[pusher.user]))
        // What goes wrong here is the database's affair; the next event tries again.
        let outcome = (try? await PushTurn.$current.withValue(turn) { try await delivery.run(pusher, &memory) }) ?? .idle
        places.leave(pusher.user, isSlow: turn.isSlow(after: start.duration(to: .now)))
        ended(pusher, memory, outcome)
    }

    private func ended(_ pusher: PusherID, _ memory: PusherMemory, _ outcome: PushDelivery.Outcome) {
        tasks[pusher] = nil
        let lane = lanes.removeValue(forKey: pusher)
        memories[pusher.user, default: [:]][pusher] = outcome == .gone ? nil : memory
        if memories[pusher.user]?.isEmpty == true { memories[pusher.user] = nil }
        let isChanged = changed.remove(pusher) != nil
        switch (outcome, lane) {
        case _ where isChanged: poke(pusher)
        case (.failed(let time), _):
            guard !isStopped else { break }
            let alarm = alarm
            lanes[pusher] = .resting(Task {
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
        guard case .resting = lanes[pusher] else { return }
        lanes[pusher] = nil
        poke(pusher)
    }
}

extension PushTurn {
    /// Says whether the user's gateways took their time.
    /// - Parameter time: how long the turn took altogether.
    /// - Returns: `nil` when that cannot be told, because the time went by in the line.
    func isSlow(after time: Duration) -> Bool? {
        guard time >= PushDelivery.turn else { return false }
        return time - timeInLine >= PushDelivery.turn ? true : nil
    }
}
