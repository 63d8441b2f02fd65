import GRDB
import HeraldKeys

/// Ends sessions. The write itself deletes tokens and pushers, and marks the devices as gone. No user sees such a device, it receives nothing more,
/// and a new login with its ID begins with no data. Background work deletes the rows that are left.
struct DeviceRemoval: Sendable {
    let services: NodeServices

    /// The devices of a user to log out.
    enum Selection: Sendable {
        case all
        case named(Set<String>)
        case allBut(String)
        /// The devices whose session a wallet's signature opened.
        case opened(by: EthereumAddress)
        /// The devices that were used longest ago. The given number of devices stay, and so does the device `besides`.
        case unused(beyond: Int, besides: String)
    }

    /// Ends sessions. After the commit, the caller must follow the result and call ``AccessTokens/tokensEnded(of:)``.
    /// - Returns: `nil` if no device matches.
    func end(_ selection: Selection, of user: String, in db: Database) throws -> FanOuts.Begun? {
        let devices = try DeviceStore.ids(selection, of: user, in: db)
        guard !devices.isEmpty else { return nil }
        // Other users must learn that the keys are gone.
        if try DeviceStore.end(devices, of: user, in: db) { try KeyStore.noteChange(of: user, in: db) }
        return try LeftoverFanOut.begin(of: user, services, in: db)
    }

    /// Deletes the rows that the last session of a device left, before the next session begins. A login calls it before its write.
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

/// Deletes the rows that a user's logged-out devices left. Each user has at most one such task at a time, which also deletes rows that are added
/// meanwhile.
struct LeftoverFanOut: FanOut {
    static let kind = FanOutKind.leftovers
    private let user: String

    init(of user: String) { self.user = user }

    var subject: String { user }

    func advance(_ turn: inout FanOutTurn) throws -> Bool { try DeviceLeftoverStore.remove(of: user, in: turn.db) }

    /// Begins to delete the rows that a write leaves. The caller must follow the result after the commit.
    static func begin(of user: String, _ services: NodeServices, in db: Database) throws -> FanOuts.Begun {
        if let pending = try FanOutStore.find(LeftoverFanOut.self, user, in: db) {
            return services.fanOuts.joining(pending.id, of: user)
        }
        return try services.fanOuts.begin(LeftoverFanOut(of: user), FanOutTurn(db, user: user, services: services))
    }
}
