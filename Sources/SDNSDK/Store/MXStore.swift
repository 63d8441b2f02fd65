/// Where a session keeps what it knows (SDN sheet 5.9).
///
/// A session reads and writes through transactions: what one ``write(_:)`` does is kept together or not at all. That is what makes a
/// sync response count exactly once, because its events and its token are written in one transaction. ``MXNoStore``,
/// ``MXMemoryStore`` and ``MXFileStore`` are stores; an app may bring its own.
public protocol MXStore: AnyObject, Sendable {
    /// Whether the data outlives the process.
    var isPermanent: Bool { get }
    /// Whether a room's older messages are kept when new ones arrive. Without, pagination asks the node again.
    var keepsHistory: Bool { get }
    /// What became of data that could not be read when the store was opened; `nil` when nothing was wrong.
    var recovery: MXStoreRecovery? { get }
    /// Makes the data of one account ready, until ``close()``. The access token is not kept. An open store is refused with `storeInUse`:
    /// the session that has it would write one account's data into another's.
    /// - Throws: ``SDNSDKError`` with code `storeInUse`, `storeTooNew`, `storeTooOld`, `storeFailed` or `missingCredentials`.
    func open(with credentials: MXCredentials) async throws
    /// Runs a reading transaction.
    func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T
    /// Runs a writing transaction. When `body` throws, nothing of it is kept. Once begun it is not cut short by cancellation.
    func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T
    /// Forgets everything about this account. The store stays open.
    func deleteAllData() async throws
    /// Releases files and locks. The store can be opened again.
    func close() async
}

extension MXStore {
    /// `nil`: stores that keep nothing on disk find nothing damaged.
    public var recovery: MXStoreRecovery? { nil }
}

/// The reading half of a transaction. Valid only inside it.
public protocol MXStoreReader: MXStoreSendingReader {
    /// A value of the session itself.
    func value(_ key: MXStoreKey) throws -> String?

    /// Every room that was ever seen, in the order of first sight, with the last message that its summary was saved with.
    func rooms() throws -> [MXRoomSummary]
    func room(_ roomId: String) throws -> MXRoomSummary?
    /// The rooms of some memberships in the order of a room list, each with its last message; found without opening any room.
    /// - Parameters:
    ///   - order: what comes first.
    ///   - memberships: only rooms of these.
    ///   - limit: how many at most; `nil` for all.
    ///   - offset: how many to leave out before the first.
    func roomList(_ order: MXRoomListOrder, memberships: [MXMembership], limit: Int?, offset: Int) throws -> [MXRoomSummary]
    /// The current state of a room, in no particular order.
    func state(ofRoom roomId: String) throws -> [MXEvent]
    func stateEvent(ofRoom roomId: String, type: String, stateKey: String) throws -> MXEvent?
    /// Which pieces of the room's current state are the event of this id, or have taken its place by what they say themselves
    /// (`unsigned.replaces_state`). There is an implementation for every store, which reads the whole state.
    func stateEvents(about eventId: String, ofRoom roomId: String) throws -> [MXEvent]

    func event(_ eventId: String, inRoom roomId: String) throws -> MXEvent?
    func position(ofEvent eventId: String, inRoom roomId: String) throws -> MXTimelinePosition?
    /// The newest event of a room whose type is one of these.
    func newestEvent(ofRoom roomId: String, types: [String]) throws -> MXEvent?
    /// The events of one segment before a position, newest first, at most `limit`.
    func events(inSegment segment: Int64, before position: Int64, limit: Int) throws -> [MXEvent]
    /// How many events of a segment stand before a position.
    func eventCount(inSegment segment: Int64, before position: Int64) throws -> Int
    /// Events that relate to another one in this way.
    func events(relatedTo eventId: String, inRoom roomId: String, by relationType: String) throws -> [MXEvent]

    func segment(_ id: Int64) throws -> MXTimelineSegment?
    func newestSegment(ofRoom roomId: String) throws -> MXTimelineSegment?
    /// The next older segment of the same room.
    func segment(olderThan segment: MXTimelineSegment) throws -> MXTimelineSegment?

    /// Messages on their way, in the order they were handed over.
    func outgoingMessages() throws -> [MXOutgoingMessage]
    func outgoingMessage(_ localId: String) throws -> MXOutgoingMessage?
    /// The message that the node accepted under this event id.
    func outgoingMessage(sentAs eventId: String, inRoom roomId: String) throws -> MXOutgoingMessage?

    /// Names and avatars of users, as last seen.
    func profiles() throws -> [MXUserProfile]
    /// Account data of the user, or of the user in one room.
    func accountData(inRoom roomId: String?) throws -> [MXEvent]

    /// Responses that are kept to be taken in, oldest first.
    func cachedSyncs(limit: Int) throws -> [MXCachedSync]
    func newestCachedSync() throws -> MXCachedSync?
    /// How many responses are kept, and how many bytes they take. There is an implementation for every store, which reads them.
    func cachedSyncSize() throws -> (count: Int, bytes: Int)

    /// Who has read up to an event, among them senders of events.
    func receipts(onEvent eventId: String, inRoom roomId: String) throws -> [MXReceiptData]
    /// How far a user has read a room: one receipt for each thread, and a private one beside each.
    func receipts(ofUser userId: String, inRoom roomId: String) throws -> [MXReceiptData]
}

/// The writing half of a transaction. Valid only inside it.
public protocol MXStoreWriter: MXStoreReader, MXStoreSendingWriter {
    /// Sets or, with `nil`, removes a value of the session itself.
    func set(_ key: MXStoreKey, _ value: String?) throws

    /// Saves what a room list shows of a room; the last message is remembered by its id.
    func save(_ room: MXRoomSummary) throws
    func deleteState(ofRoom roomId: String) throws
    /// Makes this the current state for its type and state key.
    func setState(_ event: MXEvent, ofRoom roomId: String) throws
    /// The same for an event that is still in the response that brought it.
    func setState(_ event: MXReceivedEvent, ofRoom roomId: String) throws
    /// The same for all that came first with a room; of two with one type and state key the later one counts.
    func setFirstState(_ events: [MXReceivedEvent], ofRoom roomId: String) throws

    /// Forgets what the store may still hold of state events that others have taken the place of, and that are the event of this id or say
    /// what it said (`unsigned.replaces_state`). There is an implementation for every store, which keeps no such events.
    func dropReplacedState(_ eventId: String, ofRoom roomId: String) throws

    /// Begins a new newest segment.
    func addSegment(toRoom roomId: String, prevToken: String?, isComplete: Bool) throws -> MXTimelineSegment
    /// Saves token and completeness of a segment.
    func save(_ segment: MXTimelineSegment) throws
    /// Adds an event at the newer end. - Returns: `false` when the room has an event of this id already; then nothing changed.
    func append(_ event: MXEvent, to segment: inout MXTimelineSegment) throws -> Bool
    /// The same for an event that is still in the response that brought it.
    func append(_ event: MXReceivedEvent, to segment: inout MXTimelineSegment) throws -> Bool
    /// Adds an event at the older end. - Returns: `false` when the room has an event of this id already; then nothing changed.
    func prepend(_ event: MXEvent, to segment: inout MXTimelineSegment) throws -> Bool
    /// Puts another version of an event in its place in the timeline; as current state it is set besides.
    func replace(_ event: MXEvent, inRoom roomId: String) throws
    /// Forgets all messages and segments of a room; its state stays.
    func deleteMessages(ofRoom roomId: String) throws
    /// Forgets the messages of a room that stand at a place or after it, up to a newer segment, which stays as it is. Segments that have
    /// none left go with them.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - place: where to begin.
    ///   - segment: the first segment that stays.
    func deleteMessages(ofRoom roomId: String, from place: MXTimelinePosition, before segment: Int64) throws

    /// Adds a message at the end of the outbox, or changes one that is in it.
    func save(_ message: MXOutgoingMessage) throws
    func deleteOutgoingMessage(_ localId: String) throws
    /// Puts a message of the outbox behind all others, with its files. There is an implementation for every store, which writes it anew.
    /// - Parameter localId: the message; one that is not there changes nothing.
    func moveOutgoingMessageToEnd(_ localId: String) throws

    func save(_ profile: MXUserProfile) throws
    /// Replaces account data of this event's type.
    func setAccountData(_ event: MXEvent, inRoom roomId: String?) throws

    /// Keeps a response behind those that are kept.
    func addCachedSync(since: String?, nextBatch: String, response: [UInt8]) throws
    func deleteCachedSync(_ number: Int64) throws

    /// Puts a receipt in the place of the one that the user has for the same thread and of the same kind.
    func save(_ receipt: MXReceiptData, inRoom roomId: String) throws
    /// Puts these in the place of every receipt of a room. No two of them are of the same user, thread and kind.
    func replaceReceipts(ofRoom roomId: String, with receipts: [MXReceiptData]) throws
    func deleteReceipts(ofRoom roomId: String) throws
}

/// In which order rooms are listed (SDN sheet 5.6). Among rooms that are alike the one with the latest message comes first.
public enum MXRoomListOrder: Sendable, Hashable, CaseIterable {
    /// The latest message first.
    case activity
    /// Favourites first, rooms of low priority last.
    case tags
    /// Rooms with mentions first, then those with other unread messages.
    case unread
}

/// The values that a session keeps about itself.
public enum MXStoreKey: String, Sendable, Hashable {
    /// The token from which the next sync goes on.
    case eventStreamToken
    /// The id under which the node knows ``syncFilter``.
    case syncFilterId
    /// The JSON text of the filter that was uploaded.
    case syncFilter
    /// That the user has changed here whom to ignore, and no sync has told it yet.
    case ignoredUsersChange
    /// What the node says about itself: JSON texts, and a number of bytes.
    case nodeVersions, nodeCapabilities, nodeWellknown, maxUploadSize
}
