/// Where a session stands (SDN sheet 5.1).
public enum MXSessionState: UInt, Sendable, Hashable, CaseIterable {
    /// Closed; nothing more happens.
    case closed
    /// Made; no store yet.
    case initialised
    /// The store is open: rooms and messages can be read.
    case storeDataReady
    /// The first sync of this run, or the first after a pause, is under way.
    case syncInProgress
    /// In step with the node, waiting for what is new.
    case running
    /// The node did not answer; the session keeps trying.
    case nodeNotReachable
    /// The node refused to sync, or the store did not take what it sent; see ``MXSession/syncError`` and ``MXSession/storeError``. The
    /// session keeps trying, unless the node no longer knows the access token.
    case syncError
    /// ``MXSession/pause()`` waits for what is being written.
    case pauseRequested
    case paused
    /// The first sync of a session without stored data failed; ``MXSession/start(withSyncFilterId:)`` may be called again.
    case initialSyncFailed
}
