/// Remembers what another source said for at most a minute (MYKEY sheet 4.4, step 8), and asks it once for callers that ask together.
///
/// Errors are remembered for seconds, so that a node which is down is not asked by every caller. A key that is frozen or replaced goes on counting for as long as the memory lasts: use 0 for none.
public actor CachingKeySource: ReservedKeySource {
    /// The longest that anything is remembered, in seconds.
    public static let longest: Int64 = 60
    /// How many accounts are remembered at once.
    static let capacity = 10_000

    /// The longest that an error is remembered, in seconds.
    public static let longestOfErrors: Int64 = 3

    private struct Entry {
        let result: Result<ReservedKey?, MYKEYServicesError>
        /// When the source was asked, which is before it looked.
        let asked: Int64
    }

    private let source: any ReservedKeySource
    private let seconds: Int64
    private let now: @Sendable () -> Int64
    private var entries: [LoginAccount: Entry] = [:]
    private var running: [LoginAccount: Task<Result<ReservedKey?, MYKEYServicesError>, Never>] = [:]

    /// - Parameters:
    ///   - source: who knows.
    ///   - seconds: for how long it is remembered; more than 60 counts as 60.
    ///   - now: the time in seconds since 1970.
    public init(_ source: any ReservedKeySource, seconds: Int64 = 30, now: @escaping @Sendable () -> Int64 = SystemSource.now) {
        self.source = source
        self.seconds = min(max(seconds, 0), Self.longest)
        self.now = now
    }

    public func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? {
        let asked = now()
        if let entry = entries[account], isFresh(entry, at: asked) { return try entry.result.get() }
        if let task = running[account] { return try await task.value.get() }
        let source = source
        let task = Task(executorPreference: CallerExecutor.current) { await source.answer(for: account) }
        running[account] = task
        let result = await task.value
        running[account] = nil
        remember(Entry(result: result, asked: asked), account)
        return try result.get()
    }

    /// Also false when the clock was set back.
    private func isFresh(_ entry: Entry, at time: Int64) -> Bool {
        var life = seconds
        if case .failure = entry.result { life = min(life, Self.longestOfErrors) }
        return time >= entry.asked && time.subtractingReportingOverflow(entry.asked).partialValue < life
    }

    private func remember(_ entry: Entry, _ account: LoginAccount) {
        guard seconds > 0 else { return }
        if entries.count >= Self.capacity {
            let time = now()
            entries = entries.filter { isFresh($0.value, at: time) }
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
        }
        entries[account] = entry
    }
}
