import HeraldLocks
import Foundation
import SDNClient
import SDNStore
import SDNValues
import SDNWire

/// A listener of a session. It receives the event, its direction, and for a room event the state before it (``/SDNValues/MXRoomState``).
public typealias MXOnSessionEvent =
    @Sendable (_ event: MXEvent, _ direction: MXTimelineDirection, _ customObject: Any?) -> Void

/// A user's rooms, kept up to date with a node (SDN sheet 5).
///
/// Give it a store, start it, then read rooms and listen to events. Each sync response is stored in one transaction together with the token
/// that follows it. Listeners are called after the transaction. Every event that a listener receives is therefore stored, and no event is
/// delivered twice. Listeners are called one at a time, in order, on no particular thread, and must not block.
///
/// ```swift
/// let session = MXSession(sdnRestClient: client)
/// try await session.setStore(MXFileStore())
/// try await session.start()
/// for room in session.joinedRooms { print(room.summary.displayName) }
/// ```
/// A started session keeps itself and its rooms alive until ``close()``.
public final class MXSession: MXRoomsProviding, Sendable {
    /// The client that sends every request. It stays open when the session is closed.
    public let sdnRestClient: MXRestClient
    /// The cache of the node's files on this device. It has a folder for the user.
    public let mediaManager: MXMediaManager
    /// The time that the node may wait for changes before it answers.
    package static let longPoll = Duration.seconds(30)
    /// The time that the client waits for the answer to a sync request.
    package static let syncTimeout = Duration.seconds(120)

    struct Shared {
        var state = MXSessionState.initialised
        /// The state before the current one.
        var previousState = MXSessionState.closed
        var preventPauseCount = 0
        /// The pause that was requested, while the state is ``MXSessionState/pauseRequested``; otherwise `nil`.
        var pause: PendingPause?
        var startupProgress = MXSessionStartupProgress(stage: .notStarted)
        var isCatchingUp = false
        var facts = NodeFacts()
        var factsTask: Task<Void, Never>?
        var store: any MXStore = MXNoStore()
        var isStoreOpen = false
        /// The last change of a shared store that this session has read.
        var storeGeneration: Int64 = 0
        var rooms: [String: MXRoom] = [:]
        /// The IDs of the rooms, in the order in which they were first seen.
        var roomOrder: [String] = []
        var users: [String: MXUser] = [:]
        var accountData: [String: MXEvent] = [:]
        /// The other user of each direct chat, by room ID. It is built from `m.direct`.
        var directUsers: [String: String] = [:]
        /// The other user of each direct chat that this session has created and not marked yet, by room ID.
        var unmarkedDirectRooms: [String: String] = [:]
        /// The spaces that contain each room.
        var spaceParents: [String: Set<String>] = [:]
        var unreadEventTypes = MXSession.defaultUnreadEventTypes
        /// Empty when every type can have a receipt.
        var acknowledgableEventTypes: [MXEventType] = []
        var token: String?
        var filter: String?
        var filterId: String?
        /// The filter with which the session was started. A resumed session continues with it.
        var filterChoice: FilterChoice?
        var loop: Task<Void, Never>?
        /// The call of ``MXSession/start(withSyncFilterId:)`` or ``MXSession/resume()`` that waits for the first response; otherwise `nil`.
        var startCall: StartCall?
        /// Closes the session; `nil` before ``MXSession/close()``.
        var closing: Task<Void, Never>?
        /// Fulfilled when the running calls of ``MXSession/logout()`` end.
        var logouts: [OneShot<Void>] = []
        /// True when the sync loop has ended because the node does not allow it to continue.
        var loopHasEnded = false
        var syncError: MXError?
        var storeError: SDNSDKError?
        var preferredSyncPresence = MXPresence.online
        var runningSync: RunningSync?
        /// The time, by ``MXSession/clock``, at which the node last answered a sync that shows which rooms are encrypted; `nil` when none does.
        var encryptionSeen: Duration?
    }
    let shared = Mutex(Shared())
    /// Runs calls that change stored data and the copy in memory, one call at a time.
    let gate = SerialGate()
    let clock: RetryClock
    /// Returns this device's time, for local echoes.
    let now: @Sendable () -> Timestamp
    let listeners = ListenerList<MXOnSessionEvent>()
    let broadcast = Broadcast<MXSessionUpdate>()
    let outbox: Outbox
    let roomWaiters: RoomWaiters
    let loadedStates = LoadedStates()
    /// Runs changes of account data one at a time, because each one builds on the result of the one before.
    let accountDataGate = SerialGate()
    let accountDataChanges = AccountDataChanges()
    /// Runs calls that look up or create a direct chat one at a time, so that two calls do not create two rooms.
    let directGate = SerialGate()
    let roomLists = RoomLists()
    let states = Latest(MXSessionState.initialised)
    /// The sync loop's wait before its next try.
    let syncPause = RetryPause()
    let notificationState = NotificationState()
    /// The time of the creation, by ``clock``.
    private let created: Duration

    /// Creates a session for the client's user. Call ``setStore(_:)`` and ``start(withSyncFilterId:)`` next.
    /// - Parameter sdnRestClient: a client whose credentials have a user ID and an access token.
    public convenience init(sdnRestClient: MXRestClient) { self.init(sdnRestClient: sdnRestClient, clock: .system) }

    /// Creates a session with a clock.
    /// - Parameters:
    ///   - clock: the clock by which waits between retries are measured.
    ///   - mediaManager: the cache of files. Defaults to one with a folder for the user.
    package init(
        sdnRestClient: MXRestClient, clock: RetryClock, mediaManager: MXMediaManager? = nil,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.sdnRestClient = sdnRestClient
        self.mediaManager = mediaManager ?? MXMediaManager(restClient: sdnRestClient)
        self.clock = clock
        self.created = clock.now()
        self.now = now
        self.outbox = Outbox()
        self.roomWaiters = RoomWaiters(clock: clock)
    }

    /// The user, device and tokens of the session.
    public var credentials: MXCredentials { sdnRestClient.credentials }
    /// The user's ID; empty when the credentials have none.
    public var myUserId: String { credentials.userId ?? "" }
    /// Returns the user's id for a request, a local echo or a stored row, which must not have an empty one.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `missingCredentials` when the credentials have no user id.
    func requireUserId() throws(SDNSDKError) -> String {
        let userId = myUserId
        guard !userId.isEmpty else {
            throw SDNSDKError(
                .missingCredentials, field: "userId", reason: "the session's client needs a user, so log in first")
        }
        return userId
    }
    /// The device that the access token belongs to.
    public var myDeviceId: String? { credentials.deviceId }
    /// The state of the session. Every change is reported by ``updates()`` and ``kMXSessionStateDidChangeNotification``.
    public var state: MXSessionState { shared.withLock { $0.state } }
    /// The store that keeps the session's data. It is an ``/SDNStore/MXNoStore`` unless ``setStore(_:)`` set another one.
    public var store: any MXStore { shared.withLock { $0.store } }
    /// The ID of the filter for syncs; `nil` before the session knows one.
    public var syncFilterId: String? { shared.withLock { $0.filterId } }
    /// The error with which the node refused to sync, while the state is ``MXSessionState/syncError``; `nil` when the store failed, or when the
    /// node's answer cannot be used.
    public var syncError: MXError? { shared.withLock { $0.syncError } }
    /// The reason why the node's data cannot be stored, while the state is ``MXSessionState/syncError``. The disk may be full, for example.
    public var storeError: SDNSDKError? { shared.withLock { $0.storeError } }
    /// The presence that syncing announces for this user: online, unavailable or offline.
    public var preferredSyncPresence: MXPresence {
        get { shared.withLock { $0.preferredSyncPresence } }
        set { shared.withLock { $0.preferredSyncPresence = newValue } }
    }

    /// True when the session asks the node to answer at once, because there may be more data. This is so when the session starts or resumes, and
    /// while to-device events arrive.
    public var catchingUp: Bool { shared.withLock { $0.isCatchingUp } }
    /// The progress of the start.
    public var startupProgress: MXSessionStartupProgress { shared.withLock { $0.startupProgress } }

    /// Notes a step of the start. Steps only move forwards.
    func report(_ stage: MXSessionStartupProgress.Stage) {
        let isNew = shared.withLock { shared in
            guard shared.startupProgress.stage < stage else { return false }
            shared.startupProgress = MXSessionStartupProgress(stage: stage)
            return true
        }
        if isNew { broadcast.send(.startup(MXSessionStartupProgress(stage: stage))) }
    }

    /// The work of the session and of its client so far.
    public var counters: MXCounters { sdnRestClient.counters }

    /// All rooms that the user has joined or is invited to, in the order in which they were first seen.
    public var rooms: [MXRoom] {
        shared.withLock { shared in shared.roomOrder.compactMap { shared.rooms[$0] } }
    }

    /// Returns a sequence of the session's updates from now on. Each call returns its own sequence, which ends when the session is closed.
    /// Updates that a slow reader has not read wait. When more than 262,144 updates wait, the sequence ends after them. The reader then has
    /// to read ``rooms`` and the store again.
    public func updates() -> AsyncStream<MXSessionUpdate> { broadcast.subscribe() }

    /// Changes the state and reports the change.
    /// - Parameters:
    ///   - states: the states from which the change is allowed.
    ///   - change: makes further changes in the same step, under the lock.
    @discardableResult
    func move(
        to state: MXSessionState, from states: Set<MXSessionState>? = nil, error: MXError? = nil,
        storeError: SDNSDKError? = nil,
        with change: (inout Shared) -> Void = { _ in }
    ) -> Bool {
        let hasMoved = shared.withLock { shared in
            guard states?.contains(shared.state) ?? (shared.state != .closed) else {
                // While a pause is prevented, the visible state stays `pauseRequested`. The new state is noted, and becomes visible if the pause is
                // cancelled.
                if let behind = shared.pause?.behind, shared.pause?.isHeld == true, states?.contains(behind) ?? false {
                    shared.pause?.behind = state
                }
                return false
            }
            // The errors are set even if the state does not change, because a different error may follow the first one.
            shared.syncError = error
            shared.storeError = storeError
            guard shared.state != state else { return false }
            shared.previousState = shared.state
            shared.state = state
            change(&shared)
            // The state is sent while the lock is held, so that readers receive the states in order.
            self.states.send(state)
            return true
        }
        guard hasMoved else { return false }
        noteWork(state)
        broadcast.send(.state(state))
        SessionNotification.post(kMXSessionStateDidChangeNotification, self)
        if storeError?.code == .storeDamaged { SessionNotification.post(kMXSessionDidCorruptDataNotification, self) }
        return true
    }

    /// Reports a new state, and the time to the first list of rooms.
    private func noteWork(_ state: MXSessionState) {
        let telemetry = sdnRestClient.telemetry
        telemetry.log(.info, .session, "the session's state is \(state)")
        let hasList = state == .running || (state == .storeDataReady && shared.withLock { $0.token != nil })
        if hasList { telemetry.listsRooms(after: clock.now() - created) }
    }
}

/// A protocol that allows both `session.rooms` and `session.rooms()`. A method of that name cannot be in the class itself (SDN sheet 4.2).
public protocol MXRoomsProviding {
    /// All rooms that the user has joined or is invited to.
    var rooms: [MXRoom] { get }
}

extension MXRoomsProviding {
    /// All rooms that the user has joined or is invited to.
    @discardableResult public func rooms() -> [MXRoom] { rooms }
}
