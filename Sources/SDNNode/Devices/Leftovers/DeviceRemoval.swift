import GRDB
import HeraldKeys

/// Ends sessions. In the write itself tokens and pushers go, and the devices are marked as gone: nobody sees them, they get nothing more, and
/// whoever logs in with the id of one begins with nothing. What they leave behind goes in turns of the writer.
struct DeviceRemoval: Sendable {
    let services: NodeServices

    /// The devices of a user that go.
    enum Selection: Sendable {
        case all
        case named(Set<String>)
        case allBut(String)
        /// Those whose session a wallet's signature opened.
        case opened(by: EthereumAddress)
        /// Those that were used longest ago, when there are more than so many besides one.
        case unused(beyond: Int, besides: String)
    }

    /// To be followed after the commit; ``AccessTokens/tokensEnded(of:)`` is to be called as well.
    /// - Returns: `nil` when none of them is there.
    func end(_ selection: Selection, of user: String, in db: Database) throws -> FanOuts.Begun? {
        let devices = try DeviceStore.ids(selection, of: user, in: db)
        guard !devices.isEmpty else { return nil }
        // Keys that go are a change that others must hear of.
        if try DeviceStore.end(devices, of: user, in: db) { try KeyStore.noteChange(of: user, in: db) }
        return try LeftoverFanOut.begin(of: user, services, in: db)
    }

    /// Has what the last session of a device left behind taken away before the next one begins. To be called before the write of a login.
    func clear(_ device: String, of user: String) async throws {
        guard try await services.database.read({ db in try DeviceLeftoverStore.hasSome(of: user, device, in: db) }) else { return }
        while try await !services.database.write(lane: user, { db in try DeviceLeftoverStore.remove(of: user, only: device, in: db) }) {}
    }
}

extension NodeServices {
    var removal: DeviceRemoval { DeviceRemoval(services: self) }
}
