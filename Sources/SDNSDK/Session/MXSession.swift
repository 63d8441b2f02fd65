import Foundation
import SDNWire
import Synchronization

/// What goes to a listener of a session: the event, which way it came, and for a room event the state before it (``MXRoomState``).
public typealias MXOnSessionEvent = @Sendable (_ event: MXEvent, _ direction: MXTimelineDirection, _ customObject: Any?) -> Void

/// A user's rooms, kept in step with a node (SDN sheet 5).
///
/// Give it a store, start it, and read rooms and listen to events. Everything a sync response brings is stored in one transaction
/// together with the token that follows it, and only then handed on: what a listener has seen is stored, and nothing comes twice.
/// Listeners are called one at a time, in order, on no particular thread, and must not block.
///
/// A started session keeps itself and its rooms alive until ``close()``.
public final class MXSession: MXRoomsProviding, Sendable {
    /// The client that every call goes through; it stays open when the session is closed.
    public let sdnRestClient: MXRestClient
    /// Files of the node, kept on this device in a folder of the user's own.
    public let mediaManager: MXMediaManager
    /// How long the node may wait for something new before it answers.
    package static let longPoll = Duration.seconds(30)
    /// How long the client waits for that answer.
    package static let syncTimeout = Duration.seconds(120)

    struct Shared {
        var state = MXSessionState.initialised
        /// The state before this one.
        var previousState = MXSessionState.closed
        var preventPauseCount = 0
        /// In ``MXSessionState/pauseRequested``, what was requested.
        var pause: PendingPause?
        var startupProgress = MXSessionStartupProgress(stage: .notStarted)
        var isCatchingUp = false
        var facts = NodeFacts()
        var factsTask: Task<Void, Never>?
        var store: any MXStore = MXNoStore()
        var isStoreOpen = false
        /// Up to which change of a shared store this session knows what is in it.
        var storeGeneration: Int64 = 0
        var rooms: [String: MXRoom] = [:]
        /// The rooms in the order of first sight.
        var roomOrder: [String] = []
        var users: [String: MXUser] = [:]
        var accountData: [String: MXEvent] = [:]
        /// For each direct chat whom it is with; the way back from `m.direct`.
        var directUsers: [String: String] = [:]
        /// For each room the spaces that name it.
        var spaceParents: [String: Set<String>] = [:]
        var unreadEventTypes = MXSession.defaultUnreadEventTypes
        var acknowledgableEventTypes = MXSession.defaultAcknowledgableEventTypes
        var token: String?
        var filter: String?
        var filterId: String?
        /// What the session was started with; a resumed one goes on with it.
        var filterChoice: FilterChoice?
        var loop: Task<Void, Never>?
        /// Whether the loop has nothing more to do, because the node does not let it.
        var loopHasEnded = false
        var syncError: MXError?
        var storeError: SDNSDKError?
        var preferredSyncPresence = MXPresence.online
        var runningSync: RunningSync?
    }
    let shared = Mutex(Shared())
    /// Everything that changes stored data and what follows it in memory goes through here.
    let gate = SerialGate()
    let clock: RetryClock
    /// This device's clock, in milliseconds since 1970, for local echoes.
    let now: @Sendable () -> UInt64
    let listeners = ListenerList<MXOnSessionEvent>()
    let broadcast = Broadcast<MXSessionUpdate>()
    let outbox: Outbox
    let roomWaiters = RoomWaiters()
    /// Lets one change of account data in at a time, because each builds on the one before.
    let accountDataGate = SerialGate()
    let accountDataChanges = AccountDataChanges()
    /// Lets one search for a direct chat in at a time, so that two do not make two rooms.
    let directGate = SerialGate()
    let roomLists = RoomLists()
    let states = Latest(MXSessionState.initialised)
    /// The sync loop's wait before its next try.
    let syncPause = RetryPause()
    let notificationState = NotificationState()

    /// A session for the client's user; ``setStore(_:)`` and ``start(withSyncFilterId:)`` come next.
    /// - Parameter sdnRestClient: a client whose credentials have a user id and an access token.
    public convenience init(sdnRestClient: MXRestClient) { self.init(sdnRestClient: sdnRestClient, clock: .system) }

    /// - Parameter clock: what waits between retries are measured with.
    package init(
        sdnRestClient: MXRestClient, clock: RetryClock,
        now: @escaping @Sendable () -> UInt64 = { UInt64(clamping: Int64(Date().timeIntervalSince1970 * 1000)) }
    ) {
        self.sdnRestClient = sdnRestClient
        self.mediaManager = MXMediaManager(restClient: sdnRestClient)
        self.clock = clock
        self.now = now
        self.outbox = Outbox()
    }

    /// Whom the session speaks for.
    public var credentials: MXCredentials { sdnRestClient.credentials }
    /// The user's id; empty when the credentials have none.
    public var myUserId: String { credentials.userId ?? "" }
    /// The device that the access token belongs to.
    public var myDeviceId: String? { credentials.deviceId }
    /// Where the session stands; every change is told through ``updates()`` and ``kMXSessionStateDidChangeNotification``.
    public var state: MXSessionState { shared.withLock { $0.state } }
    /// Where the session keeps what it knows; an ``MXNoStore`` unless ``setStore(_:)`` gave another.
    public var store: any MXStore { shared.withLock { $0.store } }
    /// The id of the filter that syncs go through; `nil` before the session knows one.
    public var syncFilterId: String? { shared.withLock { $0.filterId } }
    /// What the node answered, in ``MXSessionState/syncError``; `nil` when it is the store that failed.
    public var syncError: MXError? { shared.withLock { $0.syncError } }
    /// Why the store does not take what the node sends, in ``MXSessionState/syncError``: its disk is full, for example.
    public var storeError: SDNSDKError? { shared.withLock { $0.storeError } }
    /// What syncing tells others about this user: online, unavailable or offline.
    public var preferredSyncPresence: MXPresence {
        get { shared.withLock { $0.preferredSyncPresence } }
        set { shared.withLock { $0.preferredSyncPresence = newValue } }
    }

    /// Whether the session asks the node without letting it wait, because there may be more: at the start of a run, and while
    /// to-device events come.
    public var catchingUp: Bool { shared.withLock { $0.isCatchingUp } }
    /// How far the start is.
    public var startupProgress: MXSessionStartupProgress { shared.withLock { $0.startupProgress } }

    /// Notes a step of the start; steps only follow one another.
    func report(_ stage: MXSessionStartupProgress.Stage) {
        let isNew = shared.withLock { shared in
            guard shared.startupProgress.stage < stage else { return false }
            shared.startupProgress = MXSessionStartupProgress(stage: stage)
            return true
        }
        if isNew { broadcast.send(.startup(MXSessionStartupProgress(stage: stage))) }
    }

    /// Every room the user is in or invited to, in the order the session met them.
    public var rooms: [MXRoom] {
        shared.withLock { shared in shared.roomOrder.compactMap { shared.rooms[$0] } }
    }

    /// Everything that happens from now on. Each call gives a sequence of its own, which ends when the session is closed. What a slow
    /// reader has not read waits; when that is more than 262,144 updates the sequence ends behind them, and the reader begins anew with
    /// what ``rooms`` and the store hold.
    public func updates() -> AsyncStream<MXSessionUpdate> { broadcast.subscribe() }

    /// Moves to another state and tells.
    /// - Parameters:
    ///   - states: only from one of these.
    ///   - change: what changes in the same step.
    @discardableResult
    func move(
        to state: MXSessionState, from states: Set<MXSessionState>? = nil, error: MXError? = nil, storeError: SDNSDKError? = nil,
        with change: (inout Shared) -> Void = { _ in }
    ) -> Bool {
        let hasMoved = shared.withLock { shared in
            guard states?.contains(shared.state) ?? (shared.state != .closed) else {
                // What happens behind a pause that is being prevented shows when the pause is taken back.
                if let behind = shared.pause?.behind, shared.pause?.isHeld == true, states?.contains(behind) ?? false { shared.pause?.behind = state }
                return false
            }
            // Another failure may follow on one of the same state.
            shared.syncError = error
            shared.storeError = storeError
            guard shared.state != state else { return false }
            shared.previousState = shared.state
            shared.state = state
            change(&shared)
            // Under the lock, so that states come in their order.
            self.states.send(state)
            return true
        }
        guard hasMoved else { return false }
        broadcast.send(.state(state))
        SessionNotification.post(kMXSessionStateDidChangeNotification, self)
        if storeError?.code == .storeDamaged { SessionNotification.post(kMXSessionDidCorruptDataNotification, self) }
        return true
    }
}

/// Lets `session.rooms` and `session.rooms()` be said both: a method of that name cannot stand in the class itself (SDN sheet 4.2).
public protocol MXRoomsProviding {
    /// Every room the user is in or invited to.
    var rooms: [MXRoom] { get }
}

extension MXRoomsProviding {
    /// Every room the user is in or invited to.
    @discardableResult public func rooms() -> [MXRoom] { rooms }
}
