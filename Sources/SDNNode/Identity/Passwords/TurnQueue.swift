import DequeModule

/// A queue of work for one worker. Sources take turns, so a source with much work delays only itself.
struct TurnQueue<Work: Sendable>: Sendable {
    struct Job: Sendable {
        let source: String
        /// The account under whose limit the job is counted in addition to its source; `nil` for none.
        let account: String?
        let work: Work
    }

    private let perSource: Int
    private let perAccount: Int
    private let capacity: Int
    private var waiting: [String: Deque<Job>] = [:]
    /// The sources with waiting work, in the order of their turns.
    private var turns: Deque<String> = []
    private(set) var waitingCount = 0
    /// The numbers of jobs that wait or run.
    private var underWay: (sources: [String: Int], accounts: [String: Int]) = ([:], [:])
    private var isWorking = false

    init(perSource: Int, perAccount: Int, capacity: Int) {
        self.perSource = perSource
        self.perAccount = perAccount
        self.capacity = capacity
    }

    /// The result of adding a job.
    struct Outcome: Sendable {
        /// The work that is refused: the new one if the queue is full, or waiting work that was removed to make room for the new one. The caller must
        /// report the refusal to the task that waits for this work.
        var refused: Work?
        /// True if the worker must be started.
        var wakes = false
    }

    mutating func add(_ job: Job) -> Outcome {
        var outcome = Outcome()
        guard underWay.sources[job.source, default: 0] < perSource else { return Outcome(refused: job.work) }
        if let account = job.account, underWay.accounts[account, default: 0] >= perAccount {
            return Outcome(refused: job.work)
        }
        if waitingCount >= capacity {
            // The newest job of the source with the most waiting jobs makes room for a source with fewer.
            let most = waiting.max { $0.value.count < $1.value.count }
            guard let most, most.value.count > 1 + waiting[job.source, default: []].count,
                let last = waiting[most.key]?.popLast()
            else {
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

    /// Returns the next job; `nil` if there is none. The caller must call ``finish(_:)`` when the job is done.
    mutating func next() -> Job? {
        guard let source = turns.popFirst() else {
            isWorking = false
            return nil
        }
        guard let job = waiting[source]?.popFirst() else { return nil }
        waitingCount -= 1
        if waiting[source]?.isEmpty == true { waiting[source] = nil } else { turns.append(source) }
        return job
    }

    /// Records that a job is done or was refused.
    mutating func finish(_ job: Job) {
        Self.lower(&underWay.sources, job.source)
        if let account = job.account { Self.lower(&underWay.accounts, account) }
    }

    private static func lower(_ counts: inout [String: Int], _ key: String) {
        let left = counts[key, default: 0] - 1
        counts[key] = left > 0 ? left : nil
    }
}
