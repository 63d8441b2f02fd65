/// Work for one worker, of which each source has its turn: whoever brings much waits for it, and not the others.
struct TurnQueue<Work: Sendable>: Sendable {
    struct Job: Sendable {
        let source: String
        /// What else it is counted for; `nil` for nothing.
        let account: String?
        let work: Work
    }

    private let perSource: Int
    private let perAccount: Int
    private let capacity: Int
    private var waiting: [String: [Job]] = [:]
    /// Sources with work that waits, whose turn is next first.
    private var turns: [String] = []
    private(set) var waitingCount = 0
    /// What waits or runs.
    private var underWay: (sources: [String: Int], accounts: [String: Int]) = ([:], [:])
    private var isWorking = false

    init(perSource: Int, perAccount: Int, capacity: Int) {
        self.perSource = perSource
        self.perAccount = perAccount
        self.capacity = capacity
    }

    /// What became of a job that was added.
    struct Outcome: Sendable {
        /// The job itself when there is no room for it, or the one that made room; to be told so.
        var refused: Work?
        /// Whether the worker has to be woken.
        var wakes = false
    }

    mutating func add(_ job: Job) -> Outcome {
        var outcome = Outcome()
        guard underWay.sources[job.source, default: 0] < perSource else { return Outcome(refused: job.work) }
        if let account = job.account, underWay.accounts[account, default: 0] >= perAccount { return Outcome(refused: job.work) }
        if waitingCount >= capacity {
            // Of who has most waiting the newest makes room, for whoever has less.
            let most = waiting.max { $0.value.count < $1.value.count }
            guard let most, most.value.count > 1 + waiting[job.source, default: []].count, let last = waiting[most.key]?.popLast() else {
                return Outcome(refused: job.work)
            }
            waitingCount -= 1
            finish(last)
            outcome.refused = last.work
        }
        underWay.sources[job.source, default: 0] += 1
        if let account = job.account { underWay.accounts[account, default: 0] += 1 }
        if waiting[job.source] == nil { turns.append(job.source) }
        waiting[job.source, default: []].append(job)
        waitingCount += 1
        outcome.wakes = !isWorking
        isWorking = true
        return outcome
    }

    /// The next job, to be told of when it is done; `nil` when the worker can rest.
    mutating func next() -> Job? {
        guard !turns.isEmpty else {
            isWorking = false
            return nil
        }
        let source = turns.removeFirst()
        guard var own = waiting[source], !own.isEmpty else { return nil }
        let job = own.removeFirst()
        waitingCount -= 1
        waiting[source] = own.isEmpty ? nil : own
        if !own.isEmpty { turns.append(source) }
        return job
    }

    /// A job is done, or was given up.
    mutating func finish(_ job: Job) {
        Self.lower(&underWay.sources, job.source)
        if let account = job.account { Self.lower(&underWay.accounts, account) }
    }

    private static func lower(_ counts: inout [String: Int], _ key: String) {
        let left = counts[key, default: 0] - 1
        counts[key] = left > 0 ? left : nil
    }
}
