import MYKEYWire

/// Caches the answers of another source for at most a minute (MYKEY sheet 4.4, step 8). If several callers ask for the same account at the
/// same time, the source is asked only once.
///
/// Errors are cached for some seconds, so that a failed node is not asked for every caller. If a key is frozen or replaced, the old key is
/// used until its entry expires. With a caching time of zero, nothing is cached.
///
/// ```swift
/// let both = try AgreeingKeySource([EOSTableKeySource(node: ours), EOSTableKeySource(node: other)])
/// let keys = CachingKeySource(both, lifetime: .seconds(10))
/// ```
public actor CachingKeySource: ReservedKeySource {
    /// The longest time for which an answer is cached.
    public static let longest: Duration = .seconds(60)
    /// The largest number of cached accounts.
    static let capacity = 10_000

    /// The longest time for which an error is cached.
    public static let longestOfErrors: Duration = .seconds(3)

    private struct Entry {
        let result: Result<ReservedKey?, MYKEYServicesError>
        /// The time when the request to the source began.
        let asked: UnixTime
    }

    private let source: any ReservedKeySource
    private let lifetime: Duration
    private let now: @Sendable () -> UnixTime
    private var entries: [LoginAccount: Entry] = [:]
    private var running: [LoginAccount: Task<Result<ReservedKey?, MYKEYServicesError>, Never>] = [:]

    /// Creates a cache.
    /// - Parameters:
    ///   - source: the source of keys.
    ///   - lifetime: the caching time, in whole seconds and at most 60 s. Defaults to 30 s.
    ///   - now: returns the current time.
    public init(
        _ source: any ReservedKeySource, lifetime: Duration = .seconds(30),
        now: @escaping @Sendable () -> UnixTime = SystemSource.now
    ) {
        self.source = source
        self.lifetime = min(max(lifetime, .zero), Self.longest)
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

    /// True while an entry is valid. An entry is also invalid if the clock was set back.
    private func isFresh(_ entry: Entry, at time: UnixTime) -> Bool {
        var life = lifetime
        if case .failure = entry.result { life = min(life, Self.longestOfErrors) }
        return time >= entry.asked && time - entry.asked < life
    }

    private func remember(_ entry: Entry, _ account: LoginAccount) {
        guard lifetime > .zero else { return }
        if entries.count >= Self.capacity {
            let time = now()
            entries = entries.filter { isFresh($0.value, at: time) }
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
        }
        entries[account] = entry
    }
}

/// The executor of a caller's request. If several callers wait for the same work, the work runs in a task of its own. That task uses the
/// executor that this type provides.
package enum CallerExecutor {
    /// The executor of the request that the current task answers. `nil` if requests have no executor of their own.
    @TaskLocal package static var current: (any TaskExecutor)?
}
