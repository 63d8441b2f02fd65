/// The figures of a pool, for metrics.
package struct PoolCounters: Sendable, Hashable {
    /// The connections that tasks use now.
    package var inUse = 0
    /// The connections that are open and free.
    package var idle = 0
    /// The connections that are being opened.
    package var opening = 0
    /// The tasks that wait for a connection.
    package var waiting = 0
    /// The connections that were opened.
    package var opened = 0
    /// The attempts to connect that failed.
    package var failed = 0
    /// The tasks that got no connection.
    package var refused = 0
    /// The repetitions of transactions because they conflicted with others.
    package var repeated = 0
    /// The commits whose outcome is unknown.
    package var unknown = 0
}
