import HeraldPeer

/// A queue of work for one worker. Sources take turns, so a source with much work delays only itself.
struct PasswordTurns<Work: Sendable>: Sendable {
    struct Job: Sendable {
        let source: String
        /// The account under whose limit the job is counted in addition to its source; `nil` for none.
        let account: String?
        let work: Work
    }

    private let perSource: Int
    private let perAccount: Int
    private let capacity: Int
    /// The waiting jobs. The keys are the sources.
    private var waiting = FairQueue<String, Job>()
    /// The numbers of jobs that wait or run.
    private var underWay: (sources: [String: Int], accounts: [String: Int]) = ([:], [:])
    private var isWorking = false

    /// The number of waiting jobs.
    var waitingCount: Int { waiting.count }

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
        if waiting.count >= capacity {
            // The newest job of the source with the most waiting jobs makes room for a source with fewer.
            guard let last = waiting.popLastOfLongest(over: 1 + waiting.count(of: job.source)) else {
                return Outcome(refused: job.work)
            }
            finish(last)
            outcome.refused = last.work
        }
        underWay.sources[job.source, default: 0] += 1
        if let account = job.account { underWay.accounts[account, default: 0] += 1 }
        waiting.append(job, to: job.source)
        outcome.wakes = !isWorking
        isWorking = true
        return outcome
    }

    /// Returns the next job; `nil` if there is none. The caller must call ``finish(_:)`` when the job is done.
    mutating func next() -> Job? {
        let job = waiting.popFirst()
        if job == nil { isWorking = false }
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
