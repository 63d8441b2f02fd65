import HeraldKeys
import SDNWire

/// Guests without a wallet. Each one has an account, which reads world-readable rooms and joins rooms that allow guests (SDN sheet 1.2, row 10).
struct Tourists: Sendable {
    /// The prefix of the guests' names. No other account may use it.
    static let namePrefix = "tourist_"

    let services: NodeServices
    let tokens: AccessTokens

    static func isTourist(_ userID: String) -> Bool { userID.hasPrefix("@" + namePrefix) }

    /// - Throws: `M_GUEST_ACCESS_FORBIDDEN` if the node allows no guests.
    func enter(_ call: Call) async throws -> LoginResponse {
        guard services.configuration.allowsTourists else {
            throw MatrixError(.guestAccessForbidden, "This node does not accept tourists.")
        }
        try services.limits.use(.account(remote: call.remoteAddress))
        let (random, server) = (services.configuration.random, services.configuration.serverName)
        let userID = try UserID("@\(Self.namePrefix)\(Hex.encode(random(16))):\(server)").text
        let (token, deviceID) = tokens.mint(deviceID: nil)
        let (tokens, now) = (tokens, services.now())
        try await services.database.write { db in
            try AccountStore.create(userID, now: now, in: db)
            try tokens.store(token, userID: userID, deviceID: deviceID, displayName: nil, now: now, in: db)
        }
        return LoginResponse(accessToken: token, userID: userID, deviceID: deviceID, homeServer: server)
    }

    /// - Throws: `M_GUEST_ACCESS_FORBIDDEN` if the caller is a guest.
    static func refuse(_ caller: Caller) throws(MatrixError) {
        if isTourist(caller.userID) { throw MatrixError(.guestAccessForbidden, "Tourists are not allowed to do this.") }
    }
}
