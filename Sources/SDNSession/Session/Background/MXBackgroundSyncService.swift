import HeraldLocks
import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

/// Syncs for a notification extension. Each sync asks the node once and stores the answer. The app's session processes the answer when it starts or
/// resumes (SDN sheet 5.1). The extension needs no session and little memory, because rooms and state are not read.
///
/// ```swift
/// let service = MXBackgroundSyncService(sdnRestClient: client, store: MXFileStore(directory: folder, sharing: .processes))
/// let event = try await service.event(withEventId: eventId, inRoom: roomId)
/// ```
///
/// The store is opened for each call and closed after it. While a session of any process syncs into the store, that session gets the changes, and
/// this service does not ask the node (``/SDNValues/MXSyncResponse/wasLeftToSession``). The number and size of stored answers are limited. When the
/// limit is reached, further answers are not stored, and each sync asks for everything since the last stored answer.
public final class MXBackgroundSyncService: Sendable {
    /// The client that asks the node.
    public let sdnRestClient: MXRestClient
    private let store: any MXStore
    private let gate = SerialGate()
    /// The limits of the stored answers. Answers are stored until one of the limits is reached. The last stored answer may bring the total
    /// above the limit of bytes.
    static let limit = (count: 100, bytes: 8 << 20)

    /// Creates a service.
    /// - Parameters:
    ///   - sdnRestClient: a client of the app's user.
    ///   - store: the app's store, closed. When the app may run at the same time, the store is shared (``/SDNValues/MXStoreSharing/processes``) and this is
    ///     a separate store object.
    public init(sdnRestClient: MXRestClient, store: any MXStore) {
        self.sdnRestClient = sdnRestClient
        self.store = store
    }

    /// Asks for the changes since the session's last response or the last stored answer, and stores the answer.
    /// - Parameter timeout: the time that the connection may stay silent.
    /// - Returns: the answer. While a session syncs into the store, the node is not asked, and the answer is an empty one whose
    ///   ``/SDNValues/MXSyncResponse/wasLeftToSession`` is true. A paused session does not sync.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notStarted` when the store has no token, because the session has to do the first sync; also
    ///   the errors of the request and the store. No answer is stored then.
    @discardableResult
    public func sync(timeout: Duration = .seconds(20)) async throws -> MXSyncResponse {
        try await withStore { store in
            // The lease is taken before the token is read, so that no other process continues from the same token in the meantime.
            let mayAsk = try await (store as? any MXSharedStore)?.takeSyncLease(for: timeout + .seconds(30)) ?? true
            guard let start = try await store.read({ try BackgroundSyncStart(reading: $0) }) else {
                throw SDNSDKError(
                    .notStarted, field: "store",
                    reason: "the session must complete its first sync before a background sync")
            }
            guard mayAsk else { return try MXSyncResponse(leftToSessionAt: start.token) }
            if start.isOutdated { try await store.write { try $0.deleteCachedSyncs() } }
            let document = try await self.sdnRestClient.syncDocument(
                fromToken: start.token, serverTimeout: .zero, clientTimeout: timeout,
                setPresence: MXPresence.offline.identifier, filterId: start.filter)
            let response: MXSyncResponse
            do {
                response = try MXSyncResponse(document: document)
            } catch let error as JSONError {
                throw SDNSDKError(
                    .malformedResponse, field: error.path, endpoint: Endpoints.sync.name, reason: error.reason)
            }
            if response.nextBatch != start.token {
                try await self.keep(document, from: start.token, to: response.nextBatch, in: store)
            }
            return response
        }
    }

    private func keep(_ document: JSONDocument, from token: String, to nextBatch: String, in store: any MXStore)
        async throws
    {
        try await store.write { store in
            let (count, bytes) = try store.cachedSyncSize()
            // The answer may have taken longer than the lease lasts. It is stored only if no other process has changed the stored token.
            guard count < Self.limit.count, bytes < Self.limit.bytes,
                try BackgroundSyncStart(reading: store)?.token == token
            else { return }
            try store.addCachedSync(since: token, nextBatch: nextBatch, response: document.bytes)
        }
    }

    /// Returns the event of a notification. The event is looked up in the stored answers, then in the store. If neither has it, it is requested from
    /// the node.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the node does not have it; ``/SDNValues/SDNSDKError`` when the store cannot be read or the node does not answer.
    public func event(withEventId eventId: String, inRoom roomId: String) async throws -> MXEvent {
        let known = try await withStore { store in
            try await store.read { store -> MXEvent? in
                for cached in try store.cachedSyncs(limit: .max).reversed() {
                    guard let room = try? JSONDocument(cached.response).root["rooms"]?["join"]?[roomId] else {
                        continue
                    }
                    if let event = MXRoomSync(room, roomId: roomId).timeline.first(where: { $0.eventId == eventId }) {
                        return event
                    }
                }
                return try store.event(eventId, inRoom: roomId)
            }
        }
        if let known { return known }
        return try await sdnRestClient.event(withEventId: eventId, inRoom: roomId)
    }

    private func withStore<T: Sendable>(_ body: @escaping @Sendable (any MXStore) async throws -> T) async throws -> T {
        try await gate.run {
            try await self.store.open(with: self.sdnRestClient.credentials)
            do {
                let result = try await body(self.store)
                await self.store.close()
                return result
            } catch {
                await self.store.close()
                throw error
            }
        }
    }
}

/// The token at which a sync in the background continues.
private struct BackgroundSyncStart: Sendable {
    let token: String
    let filter: String?
    /// True when the stored answers do not follow the session's token, because the session has continued without them or has started over.
    let isOutdated: Bool

    /// Reads the token from a store; `nil` when no session has synced into the store.
    init?(reading store: any MXStoreReader) throws {
        guard let own = try store.value(.eventStreamToken) else { return nil }
        let first = try store.cachedSyncs(limit: 1).first
        isOutdated = first.map { $0.since != own } ?? false
        token = isOutdated ? own : try store.newestCachedSync()?.nextBatch ?? own
        filter = try store.value(.syncFilterId)
    }
}

extension MXStoreWriter {
    fileprivate func deleteCachedSyncs() throws {
        while let cached = try cachedSyncs(limit: 1).first { try deleteCachedSync(cached.number) }
    }
}
