import GRDB
import HeraldKeys
import SDNIdentity
import SDNWire

/// Guests without a wallet: SendingNetwork's tourists (SDN sheet 1.2, row 10), and Matrix's guests (`register` with `kind=guest`). Each one has an
/// account, which reads world-readable rooms and joins rooms that allow guests.
///
/// A guest can become a full user with a password, and keeps the user ID. An account is therefore a guest's if it has a guest's name and no password.
struct Tourists: Sendable {
    /// The prefix of the guests' names. No other account may use it.
    static let namePrefix = "tourist_"

    let services: NodeServices
    let tokens: AccessTokens

    /// True if the account is a guest's.
    static func isGuest(_ userID: String, in db: Database) throws -> Bool {
        guard userID.hasPrefix("@" + namePrefix) else { return false }
        return try AccountStore.passwordHash(of: userID, in: db) == nil
    }

    /// Creates a guest's account.
    /// - Parameter deviceDisplayName: the name of the guest's device. The node chooses everything else.
    /// - Throws: `M_GUEST_ACCESS_FORBIDDEN` if the node allows no guests; `WireError` if the name is invalid.
    func enter(deviceDisplayName: String? = nil, _ call: Call) async throws -> LoginResponse {
        guard services.configuration.allowsTourists else {
            throw MatrixError(.guestAccessForbidden, "This node does not accept tourists.")
        }
        let displayName = try DeviceFields.displayName(deviceDisplayName)
        try services.limits.use(.account(remote: call.remoteAddress))
        let (random, server) = (services.configuration.random, services.configuration.serverName)
        let userID = try UserID("@\(Self.namePrefix)\(Hex.encode(random(16))):\(server)").text
        let (token, deviceID) = tokens.mint(deviceID: nil)
        let (tokens, now) = (tokens, services.now())
        try await services.database.write { db in
            try AccountStore.create(userID, now: now, in: db)
            try tokens.store(token, userID: userID, deviceID: deviceID, displayName: displayName, now: now, in: db)
        }
        return LoginResponse(accessToken: token, userID: userID, deviceID: deviceID, homeServer: server)
    }
}
