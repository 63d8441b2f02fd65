import GRDB
import HeraldJSON
import SDNWire

/// Stores dehydrated devices and the messages for them (MSC3814). The node does not read their data, which the client has encrypted.
struct DehydratedDeviceService: Sendable {
    /// A dehydrated device as a client creates it.
    struct Draft: Sendable {
        let device: DehydratedDeviceStore.Stored
        let displayName: String?
        let keys: KeyUpload
    }

    static let unknown = MatrixError(.notFound, "There is no dehydrated device.")
    let services: NodeServices

    func find(of caller: Caller) async throws -> DehydratedDeviceStore.Stored {
        try await services.database.read { db in try Self.device(of: caller, in: db) }
    }

    /// Creates the user's dehydrated device in place of the one before. One write does both, so a request that is refused, or a node that stops
    /// meanwhile, leaves the one before with its messages.
    /// - Throws: `M_INVALID_PARAM` if another device has the ID; the errors of ``KeyStore/keep(_:of:_:in:)``.
    func set(_ draft: Draft, of caller: Caller) async throws {
        let (services, user, id, now) = (services, caller.userID, draft.device.device, services.now())
        // The rows of a device that was logged out under this ID. The dehydrated device itself stays.
        try await services.removal.clear(id, of: user)
        let (users, begun) = try await services.database.write { db -> (Set<String>, [FanOuts.Begun?]) in
            try AccessTokens.requireAlive(caller, in: db)
            var begun = try [Self.makeRoom(for: id, of: caller, services, in: db)]
            _ = try DeviceStore.keep(id, of: user, displayName: draft.displayName, wallet: nil, now: now, in: db)
            try DehydratedDeviceStore.set(draft.device, of: user, in: db)
            begun.append(
                try services.removal.end(
                    .unused(beyond: services.configuration.userLimits.devices - 1, besides: caller.deviceID), of: user,
                    in: db))
            _ = try KeyStore.keep(
                draft.keys, of: Self.owner(id, of: caller), services.configuration.keyLimits, in: db)
            return (try RoomAudiences.companions(of: user, in: db).union([user]), begun)
        }
        services.notifier.wake(users: users)
        for work in begun { try await services.fanOuts.follow(work) }
    }

    /// Removes the user's dehydrated device inside a write, with all that belongs to it. A new one with the same ID begins empty.
    /// - Throws: `M_INVALID_PARAM` if another device has the ID.
    private static func makeRoom(for id: String, of caller: Caller, _ services: NodeServices, in db: Database) throws
        -> FanOuts.Begun?
    {
        let user = caller.userID, before = try DehydratedDeviceStore.find(of: user, in: db)?.device
        let isTaken = WireError(.invalid, field: "device_id", reason: "another device has this ID")
        if let before, before.isIdentical(to: id) {
            guard !caller.deviceID.isIdentical(to: id) else { throw isTaken }
            try DehydratedDeviceStore.reset(owner(id, of: caller), now: services.now(), in: db)
            try RefreshTokenStore.remove(of: (user, id), in: db)
            // Other users must learn of it, also if the keys are the same.
            try KeyStore.noteChange(of: user, in: db)
            return try LeftoverFanOut.begin(of: user, services, in: db)
        }
        guard try DeviceStore.list(of: user, id: id, in: db).isEmpty,
            try !DeviceLeftoverStore.hasSome(of: user, id, in: db)
        else { throw isTaken }
        return try before.flatMap { try services.removal.end(.named([$0]), of: user, in: db) }
    }

    /// - Returns: the ID of the deleted device.
    /// - Throws: `M_NOT_FOUND` if there is none.
    func remove(of caller: Caller) async throws -> String {
        let removal = services.removal
        let (id, begun) = try await services.database.write { db in
            let id = try Self.device(of: caller, in: db).device
            return (id, try removal.end(.named([id]), of: caller.userID, in: db))
        }
        try await services.fanOuts.follow(begun)
        return id
    }

    /// Returns the oldest messages for the dehydrated device after a position, and the position after them. They are not deleted, so that another
    /// device can read them if this one fails to take over.
    /// - Throws: `M_FORBIDDEN` if this is not the user's dehydrated device.
    func messages(for id: String, after position: Int64, of caller: Caller) async throws -> (
        messages: [ToDeviceStore.Message], position: Int64
    ) {
        try await services.database.read { db in
            guard try DehydratedDeviceStore.find(of: caller.userID, in: db)?.device == id else {
                throw MatrixError(.forbidden, "This is not your dehydrated device.")
            }
            let messages = try ToDeviceStore.waiting(Self.owner(id, of: caller), after: position, in: db).messages
            return (messages, messages.last?.ord ?? position)
        }
    }

    private static func device(of caller: Caller, in db: Database) throws -> DehydratedDeviceStore.Stored {
        guard let device = try DehydratedDeviceStore.find(of: caller.userID, in: db) else { throw unknown }
        return device
    }

    /// Returns the dehydrated device in the form of a caller, as the stores of keys and messages expect it.
    private static func owner(_ id: String, of caller: Caller) -> Caller {
        Caller(userID: caller.userID, deviceID: id, tokenID: caller.tokenID)
    }
}
