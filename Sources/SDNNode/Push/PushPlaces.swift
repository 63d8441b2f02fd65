/// Who may have one more request to a gateway under way. A user with many pushers, an address with many users, and gateways that take their
/// time keep nobody else's notifications waiting.
struct PushPlaces {
    /// So many requests at a time.
    static let width = 16
    /// So many of them for one user.
    static let perUser = 2
    /// So many of them for all users of one address.
    static let perNetwork = 8
    /// So many for users whose last turn was long, and of those for all users of one address.
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

    /// By user.
    private var running: [String: (network: String, count: Int)] = [:]
    /// Users whose last turn was long.
    private var slow: Set<String> = []
    private var counts = Counts()
    private var slowCounts = Counts()

    var isFull: Bool { counts.all >= Self.width }

    /// - Parameter network: the address that the user stands behind.
    func mayRun(_ user: String, of network: String) -> Bool {
        guard !isFull, running[user]?.count ?? 0 < Self.perUser, counts.byNetwork[network] ?? 0 < Self.perNetwork else { return false }
        return !slow.contains(user) || (slowCounts.all < Self.slowWidth && slowCounts.byNetwork[network] ?? 0 < Self.slowPerNetwork)
    }

    mutating func take(_ user: String, of network: String) {
        running[user] = (network, (running[user]?.count ?? 0) + 1)
        recount()
    }

    /// - Parameter isSlow: whether the turn was long; `nil` leaves what was known of the user.
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

    /// So that asking is cheap, because the queue may be long.
    private mutating func recount() {
        (counts, slowCounts) = (Counts(), Counts())
        for (user, place) in running {
            counts.add(place.count, of: place.network)
            if slow.contains(user) { slowCounts.add(place.count, of: place.network) }
        }
    }
}
