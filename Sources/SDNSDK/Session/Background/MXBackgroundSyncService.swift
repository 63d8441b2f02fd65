import HeraldJSON
import SDNWire

/// Syncs for a notification extension: asks the node once and keeps its answer in the store, for the app's session to take in when it
/// starts or resumes (SDN sheet 5.1). The extension needs no session, and so little memory: rooms and state are not read.
///
/// The store is opened for each call and closed after it.
public final class MXBackgroundSyncService: Sendable {
    /// The client that asks.
    public let sdnRestClient: MXRestClient
    private let store: any MXStore
    private let gate = SerialGate()

    /// - Parameters:
    ///   - sdnRestClient: a client of the app's user.
    ///   - store: the app's store, closed.
    public init(sdnRestClient: MXRestClient, store: any MXStore) {
        self.sdnRestClient = sdnRestClient
        self.store = store
    }

    /// Asks for what is new since the session's last response and the ones that were kept since, and keeps the answer.
    /// - Parameter timeout: how long the connection may stay silent.
    /// - Returns: the answer; it is kept.
    /// - Throws: ``SDNSDKError`` with code `notStarted` when the store has no token: the first sync is the session's; what the request
    ///   and the store throw. Nothing is kept then.
    @discardableResult
    public func sync(timeout: Duration = .seconds(20)) async throws -> MXSyncResponse {
        try await withStore { store in
            let (token, filter) = try await store.read { store in
                (try store.newestCachedSync()?.nextBatch ?? store.value(.eventStreamToken), try store.value(.syncFilterId))
            }
            guard let token else { throw SDNSDKError(.notStarted, field: "store", reason: "the session's first sync comes before one in the background") }
            let document = try await self.sdnRestClient.syncDocument(
                fromToken: token, serverTimeout: .zero, clientTimeout: timeout, setPresence: MXPresence.offline.identifier, filterId: filter)
            let response: MXSyncResponse
            do {
                response = try MXSyncResponse(document: document)
            } catch let error as JSONError {
                throw SDNSDKError(.malformedResponse, field: error.path, endpoint: Endpoints.sync.name, reason: error.reason)
            }
            if response.nextBatch != token {
                try await store.write { try $0.addCachedSync(since: token, nextBatch: response.nextBatch, response: document.bytes) }
            }
            return response
        }
    }

    /// The event that a notification is about: from the answers that were kept, from the store, or else from the node.
    public func event(withEventId eventId: String, inRoom roomId: String) async throws -> MXEvent {
        let known = try await withStore { store in
            try await store.read { store -> MXEvent? in
                for cached in try store.cachedSyncs(limit: .max).reversed() {
                    guard let room = try? JSONDocument(cached.response).root["rooms"]?["join"]?[roomId] else { continue }
                    if let event = MXRoomSync(room).timeline.first(where: { $0.eventId == eventId }) { return event }
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
