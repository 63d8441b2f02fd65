import GRDB
import HeraldKeys

/// Ends sessions. One write deletes the tokens and pushers of the devices, and marks the devices as gone. Users no longer see such a device, and it
/// receives no messages. A new login with its ID begins with no data. Background work deletes the device's remaining rows.
struct DeviceRemoval: Sendable {
    let services: NodeServices

    /// The devices of a user to log out.
    enum Selection: Sendable {
        case all
        case named(Set<String>)
        case allBut(String)
        /// The devices whose session a wallet's signature opened.
        case opened(by: EthereumAddress)
        /// The devices that were used longest ago. The device `besides` is not selected, nor are the `beyond` other devices that were used most
        /// recently.
        case unused(beyond: Int, besides: String)
    }

    /// Ends sessions. After the commit, the caller must pass the result to ``FanOuts/follow(_:)`` and call ``AccessTokens/tokensEnded(of:)``.
    /// - Returns: `nil` if no device matches.
    func end(_ selection: Selection, of user: String, in db: Database) throws -> FanOuts.Begun? {
        let devices = try DeviceStore.ids(selection, of: user, services.lastSeen, in: db)
        guard !devices.isEmpty else { return nil }
        try DeviceStore.end(devices, of: user, in: db)
        // Other users must learn that the devices are gone.
        try KeyStore.noteChange(of: user, in: db)
        return try LeftoverFanOut.begin(of: user, services, in: db)
    }

    /// Deletes the remaining rows of a device's last session, before the next session begins. A login calls this method before its write.
    func clear(_ device: String, of user: String) async throws {
        guard try await services.database.read({ db in try DeviceLeftoverStore.hasSome(of: user, device, in: db) })
        else { return }
        while try await !services.database.write(
            queue: user, { db in try DeviceLeftoverStore.remove(of: user, only: device, in: db) })
        {}
    }
}

extension NodeServices {
    var removal: DeviceRemoval { DeviceRemoval(services: self) }
}

/// Deletes the remaining rows of a user's logged-out devices. Each user has at most one such task at a time. It also deletes the rows of devices that
/// are logged out while it runs.
struct LeftoverFanOut: FanOut {
    static let kind = FanOutKind.leftovers
    private let user: String

    init(of user: String) { self.user = user }

    var subject: String { user }

    func advance(_ turn: inout FanOutTurn) throws -> Bool { try DeviceLeftoverStore.remove(of: user, in: turn.db) }

    /// Begins the deletion of a user's leftover rows inside a write. After the commit, the caller must pass the result to ``FanOuts/follow(_:)``.
    static func begin(of user: String, _ services: NodeServices, in db: Database) throws -> FanOuts.Begun {
        if let pending = try FanOutStore.find(LeftoverFanOut.self, user, in: db) {
            return services.fanOuts.joining(pending.id, of: user)
        }
        return try services.fanOuts.begin(LeftoverFanOut(of: user), FanOutTurn(db, user: user, services: services))
    }
}
