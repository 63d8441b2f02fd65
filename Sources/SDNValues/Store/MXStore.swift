import Foundation

/// The place where a session keeps its data (SDN sheet 5.9).
///
/// A session reads and writes through transactions. The changes of one ``write(_:)``, such as the events and the token of a sync response,
/// are stored together or not at all. `MXNoStore`, `MXMemoryStore` and `MXFileStore` are stores. An app may bring its own.
///
/// ```swift
/// let names = try await store.read { try $0.rooms().map(\.displayName) }
/// let waiting = try await store.read { try $0.outgoingMessages().count }
/// print(names, waiting)
/// ```
public protocol MXStore: AnyObject, Sendable {
    /// True when the data outlives the process.
    var isPermanent: Bool { get }
    /// True when older messages of a room stay stored. When false, pagination requests them from the node again.
    var keepsHistory: Bool { get }
    /// A report about data that could not be read when the store was opened; `nil` when nothing was wrong.
    var recovery: MXStoreRecovery? { get }
    /// Opens the data of one account, until ``close()``. The access token is not stored. A store that is already open throws `storeInUse`.
    /// Otherwise one session could write its account's data into the data of another account.
    /// - Throws: ``SDNSDKError`` with code `storeInUse`, `storeTooNew`, `storeTooOld`, `storeFailed` or `missingCredentials`.
    func open(with credentials: MXCredentials) async throws
    /// Runs a reading transaction.
    /// - Throws: the error of `body`, or an error of the store.
    func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T
    /// Runs a writing transaction. When `body` throws, nothing is stored. A transaction that has begun is not interrupted by cancellation.
    /// - Throws: the error of `body`, or an error of the store.
    func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T
    /// Removes all data of this account. The store stays open.
    /// - Throws: the errors of the store.
    func deleteAllData() async throws
    /// Releases files and locks. The store can be opened again.
    func close() async
}

extension MXStore {
    /// `nil`. This default is for stores that keep nothing on disk.
    public var recovery: MXStoreRecovery? { nil }
}

/// Reads from a store inside a transaction. It is valid only inside the transaction.
public protocol MXStoreReader: MXStoreSendingReader, MXStoreHistoryReader {
    /// Returns a value that the session has stored about itself.
    /// - Throws: the errors of the store.
    func value(_ key: MXStoreKey) throws -> String?

    /// Returns every room that was ever seen, the first seen first. Each summary has the last message with which it was saved.
    /// - Throws: the errors of the store.
    func rooms() throws -> [MXRoomSummary]
    /// Returns the summary of one room, or `nil`.
    /// - Throws: the errors of the store.
    func room(_ roomId: String) throws -> MXRoomSummary?
    /// Returns the rooms with some memberships in the order of a room list, each with its last message. Other events are not read.
    /// - Parameters:
    ///   - order: the order of the rooms.
    ///   - memberships: the memberships of the wanted rooms.
    ///   - limit: the greatest number of rooms; `nil` for all.
    ///   - offset: the number of rooms to skip.
    /// - Throws: the errors of the store.
    func roomList(_ order: MXRoomListOrder, memberships: [MXMembership], limit: Int?, offset: Int) throws
        -> [MXRoomSummary]
    /// Returns the current state of a room, in no particular order.
    /// - Throws: the errors of the store.
    func state(ofRoom roomId: String) throws -> [MXEvent]
    /// Returns one event of the current state of a room, or `nil`.
    /// - Throws: the errors of the store.
    func stateEvent(ofRoom roomId: String, type: String, stateKey: String) throws -> MXEvent?
    /// Returns the current state events with this ID or with this `unsigned.replaces_state`. A default implementation reads the whole
    /// state.
    /// - Throws: the errors of the store.
    func stateEvents(about eventId: String, ofRoom roomId: String) throws -> [MXEvent]

    /// Returns one event of the timeline, or `nil`.
    /// - Throws: the errors of the store.
    func event(_ eventId: String, inRoom roomId: String) throws -> MXEvent?
    /// Returns the position of an event in the timeline, or `nil`.
    /// - Throws: the errors of the store.
    func position(ofEvent eventId: String, inRoom roomId: String) throws -> MXTimelinePosition?
    /// Returns the newest event of a room that has one of these types.
    /// - Throws: the errors of the store.
    func newestEvent(ofRoom roomId: String, types: [String]) throws -> MXEvent?
    /// Returns at most `limit` events of one segment before a position, newest first.
    /// - Throws: the errors of the store.
    func events(inSegment segment: Int64, before position: Int64, limit: Int) throws -> [MXEvent]
    /// Returns the number of events of a segment before a position.
    /// - Throws: the errors of the store.
    func eventCount(inSegment segment: Int64, before position: Int64) throws -> Int
    /// Returns the events that have a relation of this type to another event.
    /// - Throws: the errors of the store.
    func events(relatedTo eventId: String, inRoom roomId: String, by relationType: String) throws -> [MXEvent]

    /// Returns the segment with this ID, or `nil`.
    /// - Throws: the errors of the store.
    func segment(_ id: Int64) throws -> MXTimelineSegment?
    /// Returns the newest segment of a room, or `nil`.
    /// - Throws: the errors of the store.
    func newestSegment(ofRoom roomId: String) throws -> MXTimelineSegment?
    /// Returns the next older segment of the same room.
    /// - Throws: the errors of the store.
    func segment(olderThan segment: MXTimelineSegment) throws -> MXTimelineSegment?

    /// Returns the messages in the outbox, in the order in which the app handed them over.
    /// - Throws: the errors of the store.
    func outgoingMessages() throws -> [MXOutgoingMessage]
    /// Returns one message in the outbox, or `nil`.
    /// - Throws: the errors of the store.
    func outgoingMessage(_ localId: String) throws -> MXOutgoingMessage?
    /// Returns the message that the node accepted under this event ID.
    /// - Throws: the errors of the store.
    func outgoingMessage(sentAs eventId: String, inRoom roomId: String) throws -> MXOutgoingMessage?

    /// Returns the names and avatars of users from the newest member events.
    /// - Throws: the errors of the store.
    func profiles() throws -> [MXUserProfile]
    /// Returns the user's account data of a room. If `roomId` is `nil`, returns the user's global account data.
    /// - Throws: the errors of the store.
    func accountData(inRoom roomId: String?) throws -> [MXEvent]

    /// Returns the responses that are stored for later processing, oldest first.
    /// - Throws: the errors of the store.
    func cachedSyncs(limit: Int) throws -> [MXCachedSync]
    /// Returns the newest of the stored responses, or `nil`.
    /// - Throws: the errors of the store.
    func newestCachedSync() throws -> MXCachedSync?
    /// Returns the number of stored responses and their size in bytes. A default implementation reads all responses.
    /// - Throws: the errors of the store.
    func cachedSyncSize() throws -> (count: Int, bytes: Int)

    /// Returns the receipts at an event. Its sender has a receipt there too, because sending an event counts as reading.
    /// - Throws: the errors of the store.
    func receipts(onEvent eventId: String, inRoom roomId: String) throws -> [MXReceiptData]
    /// Returns a user's receipts in a room: for each thread at most one public and one private receipt.
    /// - Throws: the errors of the store.
    func receipts(ofUser userId: String, inRoom roomId: String) throws -> [MXReceiptData]
}

/// Writes to a store inside a transaction. It is valid only inside the transaction.
public protocol MXStoreWriter: MXStoreReader, MXStoreSendingWriter {
    /// Stores a value that the session has about itself. Removes the value if it is `nil`.
    /// - Throws: the errors of the store.
    func set(_ key: MXStoreKey, _ value: String?) throws

    /// Saves a room's summary. The last message is saved by its ID.
    /// - Throws: the errors of the store.
    func save(_ room: MXRoomSummary) throws
    /// Deletes the current state of a room.
    /// - Throws: the errors of the store.
    func deleteState(ofRoom roomId: String) throws
    /// Makes an event the current state for its type and state key.
    /// - Throws: the errors of the store.
    func setState(_ event: MXEvent, ofRoom roomId: String) throws
    /// Makes an event the current state for its type and state key. The event is still part of a response.
    /// - Throws: the errors of the store.
    func setState(_ event: MXReceivedEvent, ofRoom roomId: String) throws
    /// Makes all state events of a room's first response the current state. If two have the same type and state key, the later one counts.
    /// - Throws: the errors of the store.
    func setFirstState(_ events: [MXReceivedEvent], ofRoom roomId: String) throws
    /// Removes replaced state events that the store still holds: the event with this ID, and the events that contain its content because
    /// they replaced it (`unsigned.replaces_state`). A default implementation does nothing, for stores that keep no replaced state events.
    /// - Throws: the errors of the store.
    func dropReplacedState(_ eventId: String, ofRoom roomId: String) throws

    /// Adds a new segment at the newest end of a room's history.
    /// - Throws: the errors of the store.
    func addSegment(toRoom roomId: String, prevToken: String?, isComplete: Bool) throws -> MXTimelineSegment
    /// Saves the token and the completeness of a segment.
    /// - Throws: the errors of the store.
    func save(_ segment: MXTimelineSegment) throws
    /// Adds an event at the newer end of a segment.
    /// - Returns: false when the room already has an event with this ID. Nothing is changed then.
    /// - Throws: the errors of the store.
    func append(_ event: MXEvent, to segment: inout MXTimelineSegment) throws -> Bool
    /// Adds an event at the newer end of a segment. The event is still part of a response.
    /// - Throws: the errors of the store.
    func append(_ event: MXReceivedEvent, to segment: inout MXTimelineSegment) throws -> Bool
    /// Adds an event at the older end of a segment.
    /// - Returns: false when the room already has an event with this ID. Nothing is changed then.
    /// - Throws: the errors of the store.
    func prepend(_ event: MXEvent, to segment: inout MXTimelineSegment) throws -> Bool
    /// Replaces an event in the timeline by another version of it. The current state is set separately.
    /// - Throws: the errors of the store.
    func replace(_ event: MXEvent, inRoom roomId: String) throws
    /// Removes all messages and segments of a room. Its state stays.
    /// - Throws: the errors of the store.
    func deleteMessages(ofRoom roomId: String) throws
    /// Removes the messages of a room from a place on, up to the beginning of a newer segment. Segments that become empty are removed too.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - place: the place of the first message to remove.
    ///   - segment: the first segment that stays.
    /// - Throws: the errors of the store.
    func deleteMessages(ofRoom roomId: String, from place: MXTimelinePosition, before segment: Int64) throws

    /// Adds a message at the end of the outbox, or changes a message that is already in the outbox.
    /// - Throws: the errors of the store.
    func save(_ message: MXOutgoingMessage) throws
    /// Deletes a message from the outbox.
    /// - Throws: the errors of the store.
    func deleteOutgoingMessage(_ localId: String) throws
    /// Moves a message, with its files, to the end of the outbox. A default implementation deletes the message and adds it again.
    /// - Parameter localId: the message. If it is not in the outbox, nothing changes.
    /// - Throws: the errors of the store.
    func moveOutgoingMessageToEnd(_ localId: String) throws

    /// Saves a user's name and avatar.
    /// - Throws: the errors of the store.
    func save(_ profile: MXUserProfile) throws
    /// Saves account data. It replaces the stored account data of the same type.
    /// - Throws: the errors of the store.
    func setAccountData(_ event: MXEvent, inRoom roomId: String?) throws

    /// Stores a response for later processing, after those that are already stored.
    /// - Throws: the errors of the store.
    func addCachedSync(since: String?, nextBatch: String, response: [UInt8]) throws
    /// Deletes one of the stored responses.
    /// - Throws: the errors of the store.
    func deleteCachedSync(_ number: Int64) throws

    /// Saves a receipt. It replaces the user's receipt for the same thread and of the same kind.
    /// - Throws: the errors of the store.
    func save(_ receipt: MXReceiptData, inRoom roomId: String) throws
    /// Replaces all receipts of a room. No two of the new receipts have the same user, thread and kind.
    /// - Throws: the errors of the store.
    func replaceReceipts(ofRoom roomId: String, with receipts: [MXReceiptData]) throws
    /// Deletes all receipts of a room.
    /// - Throws: the errors of the store.
    func deleteReceipts(ofRoom roomId: String) throws
}

/// The order of a room list (SDN sheet 5.6). Rooms that are equal in this order are listed by their latest message, newest first.
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
    /// The token at which the next sync continues.
    case eventStreamToken
    /// The ID under which the node knows ``syncFilter``.
    case syncFilterId
    /// The JSON text of the filter that was uploaded.
    case syncFilter
    /// Set after this device has changed the list of ignored users. Removed when a sync has brought the changed list.
    case ignoredUsersChange
    /// The node's versions, capabilities and well-known document as JSON texts, and the node's upload limit in bytes.
    case nodeVersions, nodeCapabilities, nodeWellknown, maxUploadSize
}

/// A report about a store's file that could not be read (SDN sheet 5.9). The file was moved aside, and an initial sync brings its data
/// again. Unsent messages and drafts are not on the node. They were recovered from the file as far as possible.
public struct MXStoreRecovery: Sendable, Hashable {
    /// The place to which the damaged file was moved. An encrypted store deletes a moved file whose content is not encrypted.
    public let file: URL
    /// The number of unsent messages that were recovered.
    public let messageCount: Int
    /// The number of unsent messages in the file that could not be read; `nil` when the file does not reveal how many there were.
    public let lostMessageCount: Int?
    /// The number of drafts that were recovered.
    public let draftCount: Int

    package init(file: URL, messageCount: Int, lostMessageCount: Int?, draftCount: Int) {
        self.file = file
        self.messageCount = messageCount
        self.lostMessageCount = lostMessageCount
        self.draftCount = draftCount
    }
}

extension SDNSDKError {
    /// True when the error came from the store.
    package var isOfStore: Bool {
        [.storeInUse, .storeTooNew, .storeTooOld, .storeDamaged, .storeFailed, .storeKeyMissing, .storeKeyWrong]
            .contains(code)
    }
}

extension SDNSDKError.Code {
    /// Another session, in this process or another one, has the store open.
    public static let storeInUse = SDNSDKError.Code(rawValue: "store_in_use")
    /// The store's file was written by a newer version of this library. The file is not changed.
    public static let storeTooNew = SDNSDKError.Code(rawValue: "store_too_new")
    /// The store's file was written by a version of this library from before the first release. The file is not changed.
    public static let storeTooOld = SDNSDKError.Code(rawValue: "store_too_old")
    /// The store's file is damaged. Opening a store moves a damaged file aside and creates a new one.
    public static let storeDamaged = SDNSDKError.Code(rawValue: "store_damaged")
    /// The store is encrypted and was opened without a key. The file is not changed.
    public static let storeKeyMissing = SDNSDKError.Code(rawValue: "store_key_missing")
    /// The store is encrypted with another key. The file is not changed.
    public static let storeKeyWrong = SDNSDKError.Code(rawValue: "store_key_wrong")
    /// Another process has stored a later sync response in the shared store. The response of this process no longer counts.
    public static let storeOvertaken = SDNSDKError.Code(rawValue: "store_overtaken")
    /// The store is closed, or reading or writing its file failed.
    public static let storeFailed = SDNSDKError.Code(rawValue: "store_failed")
}
