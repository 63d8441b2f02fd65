/// Decides which user may send one more request to a gateway. A user with many pushers, a network with many users, and slow gateways do not delay the
/// notifications of others.
struct PushPlaces {
    /// The most requests that run at once.
    static let width = 16
    /// The most requests of one user that run at once.
    static let perUser = 2
    /// The most requests of all users of one network that run at once.
    static let perNetwork = 8
    /// The most requests that run at once for users whose last turn was slow: in all, and for one network.
    static let slowWidth = 8, slowPerNetwork = 4
    private static let slowMemory = 10_000

    private struct Counts {
        var all = 0
        var byNetwork: [String: Int] = [:]

        mutating func add(_ count: Int, of network: String) {
            all += count
            byNetwork[network, default: 0] += count
        }
    }

    /// The running requests by user.
    private var running: [String: (network: String, count: Int)] = [:]
    /// The users whose last turn was slow.
    private var slow: Set<String> = []
    private var counts = Counts()
    private var slowCounts = Counts()

    var isFull: Bool { counts.all >= Self.width }

    /// - Parameter network: the network of the user.
    func mayRun(_ user: String, of network: String) -> Bool {
        guard !isFull, running[user]?.count ?? 0 < Self.perUser, counts.byNetwork[network] ?? 0 < Self.perNetwork else {
            return false
        }
        return !slow.contains(user)
            || (slowCounts.all < Self.slowWidth && slowCounts.byNetwork[network] ?? 0 < Self.slowPerNetwork)
    }

    mutating func take(_ user: String, of network: String) {
        running[user] = (network, (running[user]?.count ?? 0) + 1)
        recount()
    }

    /// - Parameter isSlow: true if the turn was slow; `nil` leaves the user's state unchanged.
    mutating func leave(_ user: String, isSlow: Bool?) {
        if let place = running[user] { running[user] = place.count > 1 ? (place.network, place.count - 1) : nil }
        switch isSlow {
        case true?:
            if slow.count >= Self.slowMemory { slow = [] }
            slow.insert(user)
        case false?: slow.remove(user)
        case nil: break
        }
        recount()
    }

    /// Counts the running requests by network again. Each check of a queued user reads only these sums, because the queue may be long.
    private mutating func recount() {
        (counts, slowCounts) = (Counts(), Counts())
        for (user, place) in running {
            counts.add(place.count, of: place.network)
            if slow.contains(user) { slowCounts.add(place.count, of: place.network) }
        }
    }
}
