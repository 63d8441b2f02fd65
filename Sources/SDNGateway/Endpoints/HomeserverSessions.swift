import HeraldJSON
import SDNIdentity
import SDNWire

/// Sessions of DID logins: the gateway records the login, and the homeserver opens the session.
///
/// If the homeserver does not answer, the login is recorded and its challenge used. The client then requests a new challenge, as after every failed
/// login.
struct HomeserverSessions: DIDSessions {
    let database: any GatewayDatabase
    let store: DatabaseDIDStore
    let homeserver: HomeserverLogin
    let serverName: String

    func open(_ login: VerifiedLogin) async throws -> LoginResponse {
        try await store.record(login)
        let user = UserID(did: login.did, domain: serverName)
        var session = try await homeserver.open(
            user, deviceID: login.deviceID, deviceName: login.deviceDisplayName,
            wantsRefreshToken: login.wantsRefreshToken)
        session.guideState = try await database.read { rows in try rows.guideStep(of: user.text) }
            .map { try JSONValue(parsing: $0) }
        return session
    }
}
