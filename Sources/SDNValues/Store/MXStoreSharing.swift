/// The rule for who may have a store's file open at the same time.
public enum MXStoreSharing: Sendable, Hashable {
    /// Only one session may have the file open. A second session, in this process or another one, receives `storeInUse`.
    case exclusive
    /// Several processes may have the file open, such as an app and its notification extension. One of them at a time holds the sync lease
    /// and syncs. The others read, put messages into the outbox, and may process single sync responses (``MXSharedStore``). All of them
    /// have to open the store with this rule.
    case processes
}

/// A store that several processes may have open (SDN sheet 5.9).
public protocol MXSharedStore: MXStore {
    /// The rule for who may have the store open. With ``MXStoreSharing/exclusive``, only this object changes the store, and the sync lease
    /// is always free.
    var sharing: MXStoreSharing { get }
    /// Takes the sync lease for this object, or extends it. Only the holder of the lease syncs. If the holder does not release the lease,
    /// the lease ends after the duration. It ends at once if the holder's process has ended.
    /// - Parameter duration: the time for which the lease lasts unless it is taken again. It has to be longer than a long poll.
    /// - Returns: false when another process, or another object of this one, has the lease.
    /// - Throws: the errors of the store.
    func takeSyncLease(for duration: Duration) async throws -> Bool
    /// Releases the lease, so that another process may sync. Closing the store releases it too.
    /// - Throws: the errors of the store.
    func releaseSyncLease() async throws
    /// Returns the changes that any process has written after a generation. Generation 0 is the beginning. The call is cheap when nothing
    /// was written.
    /// - Throws: the errors of the store.
    func changes(after generation: Int64) async throws -> MXStoreChanges
}

/// The changes in a store that other processes write to.
public struct MXStoreChanges: Sendable {
    /// The number of the last change. The caller passes it to the next call.
    public let generation: Int64
    /// The rooms whose summary was saved since the given generation.
    public let rooms: [MXRoomSummary]
    /// The token at which the next sync continues.
    public let eventStreamToken: String?
    /// All messages in the outbox, including those that have not changed.
    public let outgoingMessages: [MXOutgoingMessage]

    package init(
        generation: Int64, rooms: [MXRoomSummary], eventStreamToken: String?, outgoingMessages: [MXOutgoingMessage]
    ) {
        self.generation = generation
        self.rooms = rooms
        self.eventStreamToken = eventStreamToken
        self.outgoingMessages = outgoingMessages
    }
}
