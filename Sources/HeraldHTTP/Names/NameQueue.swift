/// The queue of ``NameLookups``: the running and waiting look-ups, and the order of turns.
struct NameQueue: Sendable {
    struct Piece: Sendable {
        let number: UInt64
        let name: String
        let site: String
        let client: LookupClient?
        /// The time after which no caller waits for the result any more.
        let deadline: ContinuousClock.Instant
        let work: @Sendable () -> Void
        var began: ContinuousClock.Instant?

        /// Returns true when the look-up counts as hung: it has run for at least ``NameLookups/hangs``, and no caller waits for it any more.
        func hangs(at now: ContinuousClock.Instant) -> Bool {
            guard let began else { return false }
            return now >= deadline && now >= began + NameLookups.hangs
        }
    }

    private var running: [Piece] = []
    private var waiting: [Piece] = []
    /// The names that are refused, each with the time when the refusal ends.
    private var hung: [String: ContinuousClock.Instant] = [:]
    /// For each user and each group, the number of the last look-up that began.
    private var turns: [String: UInt64] = [:]
    private var turn: UInt64 = 0
    private var entered: UInt64 = 0

    var hungNames: Int { hung.count }
    var runningPieces: Int { running.count }

    /// Adds a look-up.
    /// - Returns: true if the look-up was accepted, and the look-up itself if the caller must run it at once.
    mutating func enter(
        _ host: String, _ client: LookupClient?, deadline: ContinuousClock.Instant, now: ContinuousClock.Instant,
        _ work: @escaping @Sendable () -> Void
    ) -> (isTaken: Bool, begun: Piece?) {
        forget(at: now)
        let piece = Piece(
            number: entered, name: NameLookups.name(of: host), site: NameLookups.site(of: host), client: client,
            deadline: deadline,
            work: work)
        guard !isRefused(piece, at: now) else { return (false, nil) }
        entered += 1
        // A new look-up may begin at once, because none of the waiting look-ups may run now. Each of them begins as soon as the end of
        // another one allows it.
        if mayRun(piece) { return (true, begin(piece, at: now)) }
        guard waiting.count < NameLookups.waitingLimit, mayWait(piece) else { return (false, nil) }
        waiting.append(piece)
        return (true, nil)
    }

    /// Records that a look-up has ended.
    /// - Returns: the look-ups to begin in its place. There can be several, because the look-up that ended counted against the limits of its client,
    ///   its name and its site.
    mutating func end(_ piece: Piece, now: ContinuousClock.Instant) -> [Piece] {
        running.removeAll { $0.number == piece.number }
        forget(at: now)
        if piece.hangs(at: now), hung.count < NameLookups.remembered { hung[piece.name] = now + NameLookups.memory }
        waiting = waiting.filter { !isRefused($0, at: now) }
        var begun: [Piece] = []
        while running.count < NameLookups.atOnce, let index = next() {
            begun.append(begin(waiting.remove(at: index), at: now))
        }
        return begun
    }

    private mutating func forget(at now: ContinuousClock.Instant) {
        waiting.removeAll { $0.deadline <= now }
        if hung.values.contains(where: { $0 <= now }) { hung = hung.filter { $0.value > now } }
    }

    /// Returns the index of the next look-up. It belongs to the group that was served longest ago, and within this group to the user that
    /// was served longest ago.
    private func next() -> Int? {
        waiting.indices.filter { mayRun(waiting[$0]) }.min { lastTurns(waiting[$0]) < lastTurns(waiting[$1]) }
    }

    private func lastTurns(_ piece: Piece) -> (UInt64, UInt64) {
        (turns[piece.client?.group ?? ""] ?? 0, turns[piece.client?.user ?? ""] ?? 0)
    }

    private mutating func begin(_ piece: Piece, at now: ContinuousClock.Instant) -> Piece {
        var piece = piece
        piece.began = now
        running.append(piece)
        turn += 1
        if turns.count >= NameLookups.turnMemory { turns = [:] }
        turns[piece.client?.group ?? ""] = turn
        turns[piece.client?.user ?? ""] = turn
        return piece
    }

    private func mayRun(_ piece: Piece) -> Bool {
        func count(_ isLike: (Piece) -> Bool) -> Int { running.reduce(0) { isLike($1) ? $0 + 1 : $0 } }
        guard running.count < NameLookups.atOnce, count({ $0.name == piece.name }) < NameLookups.perName,
            count({ $0.site == piece.site }) < NameLookups.perSite
        else { return false }
        guard let client = piece.client else { return true }
        return count { $0.client?.group == client.group } < NameLookups.perClient
            && count { $0.client?.user == client.user } < NameLookups.perClient
    }

    private func mayWait(_ piece: Piece) -> Bool {
        guard let client = piece.client else { return true }
        return waiting.reduce(0) { $1.client?.group == client.group ? $0 + 1 : $0 } < NameLookups.waitingPerClient
    }

    /// Returns true when this name or a parent domain hung recently. Sibling names may belong to others and are not refused.
    private func isRefused(_ piece: Piece, at now: ContinuousClock.Instant) -> Bool {
        guard piece.client != nil else { return false }
        func covers(_ name: String) -> Bool {
            piece.name == name || (name.contains(".") && piece.name.hasSuffix("." + name))
        }
        return running.contains { $0.hangs(at: now) && covers($0.name) } || hung.keys.contains(where: covers)
    }
}
