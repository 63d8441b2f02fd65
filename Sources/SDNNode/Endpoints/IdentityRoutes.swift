import Foundation
import HeraldJSON
import HeraldKeys
import SDNWire

/// The endpoints of login, sessions and DIDs (SDN sheet 1.2 and 7.2).
struct IdentityRoutes: Sendable {
    let services: NodeServices
    let tokens: AccessTokens
    let renewals: RefreshTokens
    let did: DIDLogin
    let documents: DIDDocuments
    let passwords: PasswordAccounts

    /// - Parameter lastSeen: the address of each device's last request. An account counts as known at the addresses of its devices.
    init(services: NodeServices, lastSeen: DevicesLastSeen) {
        let configuration = services.configuration
        self.services = services
        self.tokens = AccessTokens(services: services)
        self.renewals = RefreshTokens(services: services, tokens: tokens)
        self.did = DIDLogin(
            services: services, tokens: tokens, renewals: renewals,
            challenges: ChallengeTable(
                lifetime: configuration.challengeLifetime, capacity: configuration.challengeCapacity,
                capacityPerRemote: configuration.challengeCapacityPerRemote, clock: configuration.monotonicClock))
        self.documents = DIDDocuments(services: services, tokens: tokens, login: did)
        self.passwords = PasswordAccounts(
            services: services, tokens: tokens, renewals: renewals,
            hasher: PasswordHasher(
                cost: configuration.passwordCost, limits: configuration.passwordLimits, random: configuration.random),
            tries: PasswordTries(limits: configuration.passwordLimits, clock: configuration.monotonicClock),
            lastSeen: lastSeen)
    }

    func register(in routes: inout RouteTable) {
        registerDIDs(in: &routes)
        registerDocuments(in: &routes)
        registerLogins(in: &routes)
        let (tokens, renewals, metrics) = (tokens, renewals, services.metrics)
        let tourists = Tourists(services: services, tokens: tokens)
        routes.on(Endpoints.tourist) { _, call in
            try await metrics.counting(.tourist) { try await tourists.enter(call) }
        }
        routes.on(Endpoints.refresh) { request, _ in
            try await metrics.counting(.refresh) { try await renewals.refresh(request) }
        }
        routes.on(Endpoints.whoami) { _, call in
            let caller = try call.authenticated()
            return WhoamiResponse(
                userID: caller.userID, deviceID: caller.deviceID, isGuest: Tourists.isTourist(caller.userID))
        }
        routes.on(Endpoints.logout) { _, call in
            try await tokens.logOut(call.authenticated())
            return EmptyObject()
        }
        routes.on(Endpoints.logoutAll) { _, call in
            try await tokens.logOutAll(userID: call.authenticated().userID)
            return EmptyObject()
        }
    }

    private func registerDIDs(in routes: inout RouteTable) {
        let (did, metrics) = (did, services.metrics)
        routes.on(Endpoints.didList) { request, call in try await did.list(request, call) }
        routes.on(Endpoints.preLogin) { request, call in try await did.challenge(request, call) }
        // The deprecated challenge has no `random_server`, and therefore another response type.
        routes.on(Endpoints.preLoginOfDID.answering(RawJSON.self)) { request, call in
            Self.withoutNonce(try await did.challenge(PreLoginRequest(did: request.did), call))
        }
        // The request type accepts any login body, so that the node can report an unknown login type before it reports missing members.
        routes.on(Endpoints.didLogin.taking(LoginRequest.self)) { request, call in
            let type = try JSONReader(request.body).string("type").trimmingCharacters(in: .whitespacesAndNewlines)
            guard type == DIDLoginRequest.type else { throw MatrixError(.unknown, "Unknown login type.") }
            return try await metrics.counting(.did) {
                try await did.login(DIDLoginRequest(parts: request.parts()), call)
            }
        }
    }

    private static func withoutNonce(_ answer: PreLoginResponse) -> RawJSON {
        RawJSON(
            assembled: JSONValue.object([
                "did": .string(answer.did), "message": .string(answer.message), "updated": .string(answer.updated),
            ]).serialized())
    }

    private func registerDocuments(in routes: inout RouteTable) {
        let (services, documents) = (services, documents)
        routes.on(Endpoints.resolveDID) { request, _ in
            RawJSON(assembled: try await documents.document(request).json.serialized())
        }
        routes.on(Endpoints.didDetail) { request, _ in try await documents.document(request).detail }
        // The answer has no nonce, because the specification defines none for these challenges.
        routes.on(Endpoints.createDID.answering(RawJSON.self)) { request, call in
            Self.withoutNonce(try await documents.create(request, call))
        }
        routes.on(Endpoints.updateDID.answering(RawJSON.self)) { request, call in
            Self.withoutNonce(try await documents.update(request, call))
        }
        routes.on(Endpoints.saveDID) { request, call in try await documents.save(request, call) }
        routes.on(Endpoints.loginRandom) { request, call in
            _ = try WalletReference(request.address)
            return LoginRandomResponse(random: Hex.encode(services.configuration.random(16)))
        }
        guard let key = services.configuration.applicationKey else { return }
        routes.on(Endpoints.appServiceSign) { request, call in
            return AppServiceSignResponse(signature: try PersonalMessage.sign(request.message, with: key).text())
        }
    }

    private func registerLogins(in routes: inout RouteTable) {
        let (did, passwords, enabled) = (did, passwords, services.configuration.enableRegistration)
        let metrics = services.metrics
        routes.on(Endpoints.loginFlows) { _, _ in
            LoginFlowsResponse(types: [DIDLoginRequest.type] + (enabled ? ["m.login.password"] : []))
        }
        routes.on(Endpoints.login) { request, call in
            let body = JSONReader(request.body)
            switch try body.string("type").trimmingCharacters(in: .whitespacesAndNewlines) {
            case DIDLoginRequest.type:
                return try await metrics.counting(.did) {
                    try await did.login(DIDLoginRequest(parts: request.parts()), call)
                }
            case "m.login.password":
                return try await metrics.counting(.password) { try await passwords.login(body, call) }
            default: throw MatrixError(.unknown, "Unknown login type.")
            }
        }
        // The response type is general, because a client may register an account without opening a session. The answer then has no access token.
        routes.on(Endpoints.register.answering(RawJSON.self)) { request, call in
            try await metrics.counting(.registration) {
                try await passwords.register(JSONReader(request.body), call)
            }
        }
        routes.on(Endpoints.registerAvailable) { request, _ in
            AvailableResponse(available: try await passwords.isAvailable(request.username))
        }
    }
}
