import HeraldLocks
import SDNSDK

/// A store that counts what is read from it.
final class WatchedStore: MXStore {
    let counts = ReadCounts()
    private let inner = MXMemoryStore()
    /// True for a store like one that an app writes, which has only the methods without a default.
    private let isPlain: Bool

    init(isPlain: Bool = false) { self.isPlain = isPlain }

    var isPermanent: Bool { inner.isPermanent }
    var keepsHistory: Bool { inner.keepsHistory }
    func open(with credentials: MXCredentials) async throws { try await inner.open(with: credentials) }
    func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        let (isPlain, counts) = (isPlain, counts)
        return try await inner.read { reader in
            isPlain
                ? try body(PlainReader(inner: reader, counts: counts))
                : try body(IndexedReader(inner: reader, counts: counts))
        }
    }
    func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        try await inner.write(body)
    }
    func deleteAllData() async throws { try await inner.deleteAllData() }
    func close() async { await inner.close() }
}

/// The numbers of places that were looked up, and of events that were read.
final class ReadCounts: Sendable {
    private let state = Mutex((places: 0, related: 0, inSegments: 0))

    var places: Int { state.withLock { $0.places } }
    var related: Int { state.withLock { $0.related } }
    var inSegments: Int { state.withLock { $0.inSegments } }

    func add(places: Int = 0, related: Int = 0, inSegments: Int = 0) {
        state.withLock { state in
            state.places += places
            state.related += related
            state.inSegments += inSegments
        }
    }
    func reset() { state.withLock { $0 = (0, 0, 0) } }
}

/// A reader that passes the calls on which every store has to answer to another reader.
protocol ForwardingReader: MXStoreReader {
    var inner: any MXStoreReader { get }
    var counts: ReadCounts { get }
}

/// A reader with the default implementations of the others.
struct PlainReader: ForwardingReader {
    let inner: any MXStoreReader
    let counts: ReadCounts
}

/// A reader that passes all calls on.
struct IndexedReader: ForwardingReader {
    let inner: any MXStoreReader
    let counts: ReadCounts

    func events(
        relatedTo eventId: String, inRoom roomId: String, by relationType: String, from oldest: MXTimelinePosition?,
        before end: MXTimelinePosition?, limit: Int
    ) throws -> [MXPlacedEvent] {
        let found = try inner.events(
            relatedTo: eventId, inRoom: roomId, by: relationType, from: oldest, before: end, limit: limit)
        counts.add(related: found.count)
        return found
    }
    func stateChanges(
        inRoom roomId: String, from oldest: MXTimelinePosition, before end: MXTimelinePosition, limit: Int
    ) throws -> MXStateChanges {
        try inner.stateChanges(inRoom: roomId, from: oldest, before: end, limit: limit)
    }
}

extension ForwardingReader {
    func value(_ key: MXStoreKey) throws -> String? { try inner.value(key) }
    func rooms() throws -> [MXRoomSummary] { try inner.rooms() }
    func room(_ roomId: String) throws -> MXRoomSummary? { try inner.room(roomId) }
    func roomList(_ order: MXRoomListOrder, memberships: [MXMembership], limit: Int?, offset: Int) throws
        -> [MXRoomSummary]
    { try inner.roomList(order, memberships: memberships, limit: limit, offset: offset) }
    func state(ofRoom roomId: String) throws -> [MXEvent] { try inner.state(ofRoom: roomId) }
    func stateEvent(ofRoom roomId: String, type: String, stateKey: String) throws -> MXEvent? {
        try inner.stateEvent(ofRoom: roomId, type: type, stateKey: stateKey)
    }
    func event(_ eventId: String, inRoom roomId: String) throws -> MXEvent? {
        try inner.event(eventId, inRoom: roomId)
    }
    func position(ofEvent eventId: String, inRoom roomId: String) throws -> MXTimelinePosition? {
        counts.add(places: 1)
        return try inner.position(ofEvent: eventId, inRoom: roomId)
    }
    func newestEvent(ofRoom roomId: String, types: [String]) throws -> MXEvent? {
        try inner.newestEvent(ofRoom: roomId, types: types)
    }
    func events(inSegment segment: Int64, before position: Int64, limit: Int) throws -> [MXEvent] {
        let found = try inner.events(inSegment: segment, before: position, limit: limit)
        counts.add(inSegments: found.count)
        return found
    }
    func eventCount(inSegment segment: Int64, before position: Int64) throws -> Int {
        try inner.eventCount(inSegment: segment, before: position)
    }
    func events(relatedTo eventId: String, inRoom roomId: String, by relationType: String) throws -> [MXEvent] {
        let found = try inner.events(relatedTo: eventId, inRoom: roomId, by: relationType)
        counts.add(related: found.count)
        return found
    }
    func segment(_ id: Int64) throws -> MXTimelineSegment? { try inner.segment(id) }
    func newestSegment(ofRoom roomId: String) throws -> MXTimelineSegment? { try inner.newestSegment(ofRoom: roomId) }
    func segment(olderThan segment: MXTimelineSegment) throws -> MXTimelineSegment? {
        try inner.segment(olderThan: segment)
    }
    func outgoingMessages() throws -> [MXOutgoingMessage] { try inner.outgoingMessages() }
    func outgoingMessage(_ localId: String) throws -> MXOutgoingMessage? { try inner.outgoingMessage(localId) }
    func outgoingMessage(sentAs eventId: String, inRoom roomId: String) throws -> MXOutgoingMessage? {
        try inner.outgoingMessage(sentAs: eventId, inRoom: roomId)
    }
    func profiles() throws -> [MXUserProfile] { try inner.profiles() }
    func accountData(inRoom roomId: String?) throws -> [MXEvent] { try inner.accountData(inRoom: roomId) }
    func cachedSyncs(limit: Int) throws -> [MXCachedSync] { try inner.cachedSyncs(limit: limit) }
    func newestCachedSync() throws -> MXCachedSync? { try inner.newestCachedSync() }
    func receipts(onEvent eventId: String, inRoom roomId: String) throws -> [MXReceiptData] {
        try inner.receipts(onEvent: eventId, inRoom: roomId)
    }
    func receipts(ofUser userId: String, inRoom roomId: String) throws -> [MXReceiptData] {
        try inner.receipts(ofUser: userId, inRoom: roomId)
    }
    func attachments(ofMessage localId: String) throws -> [MXOutgoingAttachment] {
        try inner.attachments(ofMessage: localId)
    }
    func draft(inRoom roomId: String, threadId: String?) throws -> String? {
        try inner.draft(inRoom: roomId, threadId: threadId)
    }
}
