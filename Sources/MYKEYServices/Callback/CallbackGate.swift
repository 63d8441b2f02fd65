import MYKEYWire
import Synchronization

/// Enforces the limits of a ``CallbackService``. Its counters are in memory, so they are lost at a restart.
final class CallbackGate: Sendable {
    private struct State {
        /// Look-ups, counted by uuID and address. If an attacker has seen a uuID and uses up the look-ups of the attacker's address, the
        /// owner of the uuID still has the look-ups of the owner's address.
        var byLoginAndAddress: Budgets
        var byLogin: Budgets
        var byAddress: Budgets
        /// Look-ups, counted by IPv6 /48. This counter is needed because the counters by address count the owner of a /48 as 65,536
        /// callers.
        var byNetwork: Budgets
        /// Posts, counted by address and by /48.
        var posts: Budgets
        var postsOfNetworks: Budgets
        /// Status requests, counted by address and by /48.
        var statuses: Budgets
        var statusesOfNetworks: Budgets
        var running = 0
        var deciding: [[UInt8]: Task<CallbackAnswer, Never>] = [:]
        /// The announcements that are running, by the ids of the logins.
        var announcing: [String: Task<Void, Never>] = [:]
        var pending: [ExactText: (caller: CallerKey?, until: UnixTime)] = [:]
        /// The times at which pending logins end, by the address and by the /48 that began them.
        var pendingByCaller: [String: [UnixTime]] = [:]
        /// The time when expired pending logins were last removed.
        var swept: UnixTime?
        /// The time at which the first of the pending logins that were left then ends.
        var earliest: UnixTime?
    }

    /// The number of addresses that together can use up the look-ups of one uuID.
    private static let addresses = 10

    private let limits: CallbackLimits
    private let state: Mutex<State>

    init(_ limits: CallbackLimits) {
        self.limits = limits
        state = Mutex(
            State(
                byLoginAndAddress: Budgets(size: limits.lookupsPerLogin, every: limits.timePerLookup),
                byLogin: Budgets(
                    size: limits.lookupsPerLogin.multipliedReportingOverflow(by: Self.addresses).partialValue,
                    every: limits.timePerLookup / Self.addresses),
                byAddress: Budgets(size: limits.lookupsPerAddress, every: limits.timePerAddressLookup),
                byNetwork: Budgets(
                    size: Self.networkLimit(limits.lookupsPerAddress), every: limits.timePerAddressLookup,
                    gain: CallerKey.networkFactor),
                posts: Budgets(size: limits.postsPerAddress, every: .seconds(1), gain: limits.postsPerSecond),
                postsOfNetworks: Budgets(
                    size: Self.networkLimit(limits.postsPerAddress), every: .seconds(1),
                    gain: Self.networkLimit(limits.postsPerSecond)),
                statuses: Budgets(size: limits.statusesPerAddress, every: .seconds(1), gain: limits.statusesPerSecond),
                statusesOfNetworks: Budgets(
                    size: Self.networkLimit(limits.statusesPerAddress), every: .seconds(1),
                    gain: Self.networkLimit(limits.statusesPerSecond))
            ))
    }

    /// Counts a post of an address.
    /// - Returns: false if the address has sent too many posts. A caller without a known address is not counted.
    func takePost(from caller: String?, now: UnixTime) -> Bool {
        state.withLock { Self.take(caller, &$0.posts, &$0.postsOfNetworks, now) }
    }

    /// Counts a status request of an address.
    /// - Returns: false if the address has sent too many requests. A caller without a known address is not counted.
    func takeStatus(from caller: String?, now: UnixTime) -> Bool {
        state.withLock { Self.take(caller, &$0.statuses, &$0.statusesOfNetworks, now) }
    }

    private static func take(_ caller: String?, _ addresses: inout Budgets, _ networks: inout Budgets, _ now: UnixTime)
        -> Bool
    {
        guard let caller = caller.map({ CallerKey($0) }) else { return true }
        guard addresses.isOpen(caller.text, now: now), caller.network.map({ networks.isOpen($0, now: now) }) ?? true
        else { return false }
        addresses.use(caller.text, now: now)
        if let network = caller.network { networks.use(network, now: now) }
        return true
    }

    /// Counts a look-up that is about to start. If the result is `nil`, the caller must call ``endLookup()`` after the look-up.
    /// - Returns: the reason why no look-up is allowed, or `nil` if one is allowed.
    func beginLookup(uuID: String, caller: String?, now: UnixTime) -> String? {
        let login = UUIDKey.of(uuID).text
        let caller = caller.map { CallerKey($0) }
        return state.withLock { state in
            guard state.running < max(1, limits.lookupsAtOnce) else {
                return "too many look-ups at the chain are running"
            }
            let pair = "\(caller?.text ?? "")|\(login)"
            guard state.byLoginAndAddress.isOpen(pair, now: now), state.byLogin.isOpen(login, now: now) else {
                return "this uuID has caused too many look-ups at the chain"
            }
            if let caller {
                guard state.byAddress.isOpen(caller.text, now: now),
                    caller.network.map({ state.byNetwork.isOpen($0, now: now) }) ?? true
                else {
                    return "this address has caused too many look-ups at the chain"
                }
                state.byAddress.use(caller.text, now: now)
                if let network = caller.network { state.byNetwork.use(network, now: now) }
            }
            state.byLoginAndAddress.use(pair, now: now)
            state.byLogin.use(login, now: now)
            state.running += 1
            return nil
        }
    }

    /// Records that a look-up has ended. Each look-up that ``beginLookup(uuID:caller:now:)`` allowed ends once.
    func endLookup() {
        state.withLock { state in
            precondition(state.running > 0, "each look-up ends once")
            state.running -= 1
        }
    }

    /// Runs the work for a body once, even if the body is posted several times in the meantime. The other posts wait, and get the answer
    /// that a repeated body gets. The work runs on the executor of the first caller.
    func decide(_ digest: [UInt8], _ work: @escaping @Sendable () async -> CallbackAnswer) async -> CallbackAnswer {
        let (task, isFirst) = state.withLock { state in
            if let running = state.deciding[digest] { return (running, false) }
            let task = Task(executorPreference: CallerExecutor.current) { await work() }
            state.deciding[digest] = task
            return (task, true)
        }
        let answer = await task.value
        guard isFirst else { return answer.login == nil ? answer : CallbackAnswer(repeated: answer.reply) }
        state.withLock { $0.deciding[digest] = nil }
        return answer
    }

    /// The id of the login that the current task announces.
    @TaskLocal private static var announced: String?

    /// Runs the work that announces a login. If it is running already, the caller waits for it, unless the caller belongs to this work. The
    /// work continues if the caller is cancelled.
    func announce(_ id: String, _ work: @escaping @Sendable () async -> Void) async {
        if Self.announced == id { return }
        let task = state.withLock { state -> Task<Void, Never> in
            if let running = state.announcing[id] { return running }
            let task = Task(executorPreference: CallerExecutor.current) {
                await Self.$announced.withValue(id) { await work() }
                self.state.withLock { $0.announcing[id] = nil }
            }
            state.announcing[id] = task
            return task
        }
        await task.value
    }

    /// Counts a login that a caller begins.
    /// - Throws: ``MYKEYServicesError`` with code `tooMany`.
    func begin(uuID: String, caller: String?, until: UnixTime, now: UnixTime) throws(MYKEYServicesError) {
        let caller = caller.map { CallerKey($0) }
        let refusal: String? = state.withLock { state in
            var reason = self.refusal(state, caller)
            if reason != nil, state.swept != now {
                state.swept = now
                for (key, login) in state.pending where login.until < now { Self.end(key, &state) }
                state.earliest = state.pending.values.lazy.map { $0.until }.min()
                reason = self.refusal(state, caller)
            }
            guard reason == nil else { return reason }
            state.pending[UUIDKey.of(uuID)] = (caller, until)
            for name in Self.names(of: caller) { state.pendingByCaller[name, default: []].append(until) }
            return nil
        }
        if let refusal { throw MYKEYServicesError(.tooMany, field: "login", reason: refusal) }
    }

    /// Records that a login is no longer pending.
    func end(uuID: String) {
        let key = UUIDKey.of(uuID)
        state.withLock { Self.end(key, &$0) }
    }

    /// Returns the time until a caller whose login was refused may begin one, at least 1 s. It is an estimate, because a login that is
    /// answered frees its place before its end.
    func pause(of caller: String?, now: UnixTime) -> Duration {
        let caller = caller.map { CallerKey($0) }
        let until: UnixTime? = state.withLock { state in
            let limit = max(1, limits.pendingLoginsPerAddress)
            let own = caller.flatMap { state.pendingByCaller[$0.text] } ?? []
            let network = caller?.network.flatMap { state.pendingByCaller[$0] } ?? []
            // A place must be free for the address, for its network and for all together.
            let ends: [UnixTime?] = [
                own.count < limit ? nil : own.min(),
                network.count < Self.networkLimit(limit) ? nil : network.min(),
                state.pending.count < max(1, limits.pendingLogins) ? nil : state.earliest,
            ]
            return ends.compactMap(\.self).max()
        }
        guard let until else { return .seconds(1) }
        // The place is free after the last second of the login.
        let wait: Duration = until - now
        return max(.seconds(1), wait + .seconds(1))
    }

    private func refusal(_ state: borrowing State, _ caller: CallerKey?) -> String? {
        guard state.pending.count < max(1, limits.pendingLogins) else { return "too many logins are pending" }
        let own = caller.map { state.pendingByCaller[$0.text]?.count ?? 0 } ?? 0
        let network = caller?.network.map { state.pendingByCaller[$0]?.count ?? 0 } ?? 0
        let limit = max(1, limits.pendingLoginsPerAddress)
        return own < limit && network < Self.networkLimit(limit)
            ? nil : "too many logins that this address has begun are pending"
    }

    private static func end(_ key: ExactText, _ state: inout State) {
        guard let login = state.pending.removeValue(forKey: key) else { return }
        for name in names(of: login.caller) {
            guard let index = state.pendingByCaller[name]?.firstIndex(of: login.until) else { continue }
            state.pendingByCaller[name]?.remove(at: index)
            if state.pendingByCaller[name]?.isEmpty == true { state.pendingByCaller[name] = nil }
        }
    }

    private static func names(of caller: CallerKey?) -> [String] { [caller?.text, caller?.network].compactMap(\.self) }

    /// Returns the limit for a /48, from the limit for one address.
    private static func networkLimit(_ count: Int) -> Int {
        let (product, isMuch) = count.multipliedReportingOverflow(by: CallerKey.networkFactor)
        return isMuch ? .max : product
    }
}
