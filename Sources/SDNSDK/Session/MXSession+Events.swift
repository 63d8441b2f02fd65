import HeraldJSON
import SDNWire
import Synchronization

extension MXSession {
    /// An event of a room: from the store or, when it is not stored, from the node.
    public func event(withEventId eventId: String, inRoom roomId: String) async throws -> MXEvent {
        if let stored = try await store.read({ try $0.event(eventId, inRoom: roomId) }) { return stored }
        return try await sdnRestClient.event(withEventId: eventId, inRoom: roomId)
    }

    /// The closure form of ``event(withEventId:inRoom:)``.
    @discardableResult
    public func event(
        withEventId eventId: String, inRoom roomId: String, _ completion: @escaping @Sendable (MXResponse<MXEvent>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.event(withEventId: eventId, inRoom: roomId) }
    }

    /// Makes a room with a body of the app's own, and waits until sync brings it.
    /// - Throws: as ``createRoom(parameters:)-(MXRoomCreationParameters)``.
    public func createRoom(parameters: JSONObject) async throws -> MXRoom {
        try requireSync()
        return try await listed(sdnRestClient.createRoom(parameters: parameters).roomId, as: .join)
    }

    /// The closure form of ``createRoom(parameters:)-(JSONObject)``.
    @discardableResult
    public func createRoom(parameters: [String: Any], completion: @escaping @Sendable (MXResponse<MXRoom>) -> Void) -> MXHTTPOperation {
        let body = Result { try JSONObject(foundation: parameters) }
        return sdnRestClient.adapt(completion) { try await self.createRoom(parameters: body.get()) }
    }

    /// Whether syncs bring only those members who are needed to show what they bring; ``MXRoom/members(loadFromNode:)`` has the others.
    /// `false` while the filter is not known, and for one that is known by its id alone.
    public var syncWithLazyLoadOfRoomMembers: Bool {
        let filter = shared.withLock { $0.filter }.flatMap { try? JSONValue(parsing: $0) }
        return filter?["room"]?["state"]?["lazy_load_members"]?.boolValue ?? false
    }
}
