/// Where a session stands (SDN sheet 5.1).
public enum MXSessionState: UInt, Sendable, Hashable, CaseIterable {
    /// Closed; nothing more happens.
    case closed
    /// Made; no store yet.
    case initialised
    /// The store is open: rooms and messages can be read.
    case storeDataReady
    /// What a ``MXBackgroundSyncService`` left in the store is taken in, before the node is asked.
    case processingBackgroundSyncCache
    /// The first sync of this run, or the first after a pause, is under way.
    case syncInProgress
    /// A paused session asks the node once; see ``MXSession/backgroundSync(withTimeout:ignoreSessionState:)``.
    case backgroundSyncInProgress
    /// In step with the node, waiting for what is new.
    case running
    /// The node did not answer; the session keeps trying.
    case nodeNotReachable
    /// The node refused to sync, or the store did not take what it sent; see ``MXSession/syncError`` and ``MXSession/storeError``. The
    /// session keeps trying, unless the node no longer knows the access token.
    case syncError
    /// ``MXSession/pause()`` waits: for what is being written, or for ``MXSession/releasePreventPause()``.
    case pauseRequested
    /// Neither syncing nor sending, until ``MXSession/resume()``.
    case paused
    /// The first sync of a session without stored data failed; ``MXSession/start(withSyncFilterId:)`` may be called again.
    case initialSyncFailed

    /// Whether one sync follows the other.
    var isSyncing: Bool { MXSessionState.syncing.contains(self) }
    static let syncing: Set<MXSessionState> = [.processingBackgroundSyncCache, .syncInProgress, .running, .nodeNotReachable, .syncError]
}
