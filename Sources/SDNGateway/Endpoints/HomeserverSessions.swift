import HeraldJSON
import SDNIdentity
import SDNWire

/// Sessions of DID logins: the homeserver opens the session, and the gateway records the login.
///
/// The client receives the session only after the login is recorded. If the homeserver surely opened none, the challenge can be answered again, so
/// that the wallet need not sign a second one.
struct HomeserverSessions: DIDSessions {
    let database: any GatewayDatabase
    let store: DatabaseDIDStore
    let challenges: DatabaseChallengeStore
    let homeserver: HomeserverLogin
    let serverName: String

    func open(_ login: VerifiedLogin) async throws -> LoginResponse {
        let user = UserID(did: login.did, domain: serverName)
        var session: LoginResponse
        do {
            session = try await homeserver.open(
                user, deviceID: login.deviceID, deviceName: login.deviceDisplayName,
                wantsRefreshToken: login.wantsRefreshToken)
        } catch let failure as GatewayFailure where failure.hadNoEffect {
            try? await challenges.reopen(login.challenge)
            throw failure
        }
        do {
            // The DID may have changed since the signature was checked.
            try await store.record(login)
        } catch {
            // With the session of a device that existed before, its keys would be deleted too.
            if login.deviceID == nil { await homeserver.close(session.accessToken) }
            throw error
        }
        // A login is complete without the step of the introduction.
        let step = try? await database.read { rows in try rows.guideStep(of: user.text) }
        session.guideState = step.flatMap { $0 }.flatMap { try? JSONValue(parsing: $0) }
        return session
    }
}
