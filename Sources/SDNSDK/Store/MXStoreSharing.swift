/// Who may have a store's file open at the same time.
public enum MXStoreSharing: Sendable, Hashable {
    /// One session alone; a second opener, in this process or another, gets `storeInUse`.
    case exclusive
    /// Several processes, such as an app and its notification extension. One of them at a time holds the sync lease and syncs; the
    /// others read, hand messages over, and may take one response in (``MXSharedStore``). All of them have to ask for this.
    case processes
}

/// A store that several processes may have open (SDN sheet 5.9).
public protocol MXSharedStore: MXStore {
    /// Whether others may have the store open. When not, nobody changes it but this object, and the lease is always free.
    var sharing: MXStoreSharing { get }
    /// Makes this object the one that syncs, or stays so for longer. A holder that ended without releasing the lease loses it at
    /// once when its process is gone, else when its time is over.
    /// - Parameter duration: how long the lease holds without being taken again; longer than a long poll.
    /// - Returns: `false` when another process, or another object of this one, has the lease.
    func takeSyncLease(for duration: Duration) async throws -> Bool
    /// Lets another process sync. Closing the store does so too.
    func releaseSyncLease() async throws
    /// What any process has written after a generation; 0 stands for the beginning. Cheap when there is nothing.
    func changes(after generation: Int64) async throws -> MXStoreChanges
}

/// What changed in a store that others write to.
public struct MXStoreChanges: Sendable {
    /// The number of the last change; to ask from next time.
    public let generation: Int64
    /// The rooms whose summary was saved since.
    public let rooms: [MXRoomSummary]
    /// Where the next sync goes on.
    public let eventStreamToken: String?
    /// Messages on their way; not told since when.
    public let outgoingMessages: [MXOutgoingMessage]
}
