import SDNValues

/// The state of a session (SDN sheet 5.1).
public enum MXSessionState: UInt, Sendable, Hashable, CaseIterable {
    /// The session is closed. Nothing more happens.
    case closed
    /// The session was created and has no store yet.
    case initialised
    /// The store is open. Rooms and messages can be read.
    case storeDataReady
    /// The session processes the responses that a ``MXBackgroundSyncService`` kept in the store, before it asks the node.
    case processingBackgroundSyncCache
    /// The first sync of this run, or the first after a pause, is running.
    case syncInProgress
    /// A paused session asks the node once; see ``MXSession/backgroundSync(withTimeout:ignoreSessionState:)``.
    case backgroundSyncInProgress
    /// The session is up to date with the node and waits for changes.
    case running
    /// The node did not answer. The session keeps trying.
    case nodeNotReachable
    /// The node refused to sync, its answer cannot be used, or the store could not keep the node's data; see ``MXSession/syncError`` and
    /// ``MXSession/storeError``. The session keeps trying, unless the node no longer accepts the access token.
    case syncError
    /// ``MXSession/pause()`` waits for a write to end, or for ``MXSession/releasePreventPause()``.
    case pauseRequested
    /// The session neither syncs nor sends, until ``MXSession/resume()``.
    case paused
    /// The first sync of a session without stored data failed. ``MXSession/start(withSyncFilterId:)`` may be called again.
    case initialSyncFailed

    /// True in the states in which the session syncs repeatedly.
    var isSyncing: Bool { MXSessionState.syncing.contains(self) }
    static let syncing: Set<MXSessionState> = [
        .processingBackgroundSyncCache, .syncInProgress, .running, .nodeNotReachable, .syncError,
    ]
}

extension SDNSDKError.Code {
    /// The session was already started, or is being started.
    public static let alreadyStarted = SDNSDKError.Code(rawValue: "already_started")
    /// The call waits for a sync, and the session is not syncing.
    public static let notStarted = SDNSDKError.Code(rawValue: "not_started")
    /// The session does not know the room.
    public static let unknownRoom = SDNSDKError.Code(rawValue: "unknown_room")

    /// True when the node has answered, and the answer cannot be used.
    var isOfAnswer: Bool { self == .malformedResponse || self == .responseTooLarge }
}

/// An update of a session. Updates are delivered in the order of events (see ``MXSession/updates()``).
public enum MXSessionUpdate: Sendable {
    case state(MXSessionState)
    /// The start has reached its next step.
    case startup(MXSessionStartupProgress)
    /// The node's facts about itself were fetched; see ``MXSession/supportedSDNVersions``, ``MXSession/nodeCapabilities``,
    /// ``MXSession/nodeWellknown`` and ``MXSession/maxUploadSize``.
    case nodeFacts
    /// An event of a room, an account-data or to-device event, or a presence event. Events of the history that pagination brings come only
    /// through the room's timeline.
    case event(MXEvent)
    /// A room is new or its summary changed.
    case room(MXRoomSummary)
    /// The list of the other users who are typing in a room changed.
    case typing(roomId: String, userIds: [String])
    /// Receipts in a room moved to other events.
    case receipts(roomId: String, [MXReceiptData])
    /// The user is no longer in a room.
    case left(roomId: String)
    /// A sync response was stored and all its updates were delivered.
    case synced
}
