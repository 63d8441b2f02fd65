import HeraldJSON
import SDNIdentity
import SDNWire

/// The endpoints of login, sessions and DIDs (SDN sheet 1.2 and 7.2). `SDNIdentity` has those of DIDs.
struct IdentityRoutes: Sendable {
    let services: NodeServices
    let tokens: AccessTokens
    let renewals: RefreshTokens
    let challenges: ChallengeTable
    let did: DIDLogin
    let passwords: PasswordAccounts

    init(services: NodeServices) {
        let configuration = services.configuration
        self.services = services
        self.tokens = AccessTokens(services: services)
        self.renewals = RefreshTokens(services: services, tokens: tokens)
        let settings = IdentitySettings(services)
        self.challenges = ChallengeTable(
            lifetime: configuration.challengeLifetime, capacity: configuration.challengeCapacity,
            capacityPerRemote: configuration.challengeCapacityPerRemote, clock: configuration.monotonicClock)
        self.did = DIDLogin(
            settings: settings, store: NodeDIDStore(services: services, tokens: tokens, settings: settings),
            challenges: challenges, limits: NodeIdentityLimits(limits: services.limits),
            sessions: NodeDIDSessions(services: services, tokens: tokens, renewals: renewals, settings: settings))
        self.passwords = PasswordAccounts(
            services: services, tokens: tokens, renewals: renewals,
            hasher: PasswordHasher(
                cost: configuration.passwordCost, limits: configuration.passwordLimits, random: configuration.random),
            tries: PasswordTries(limits: configuration.passwordLimits, clock: configuration.monotonicClock),
            registrations: RegistrationSessions(
                lifetime: configuration.challengeLifetime, clock: configuration.monotonicClock,
                random: configuration.random))
    }

    func register(in routes: inout RouteTable) {
        let (tokens, renewals, metrics) = (tokens, renewals, services.metrics)
        IdentityEndpoints(login: did) { login in try await metrics.counting(.did) { try await login() } }
            .register(in: &routes)
        registerLogins(in: &routes)
        registerAccounts(in: &routes)
        let tourists = tourists
        routes.on(Endpoints.tourist) { _, call in
            try await metrics.counting(.tourist) { try await tourists.enter(call) }
        }
        routes.on(Endpoints.refresh) { request, _ in
            try await metrics.counting(.refresh) { try await renewals.refresh(request) }
        }
        routes.on(Endpoints.whoami) { _, call in
            let caller = try call.authenticated()
            return WhoamiResponse(
                userID: caller.userID, deviceID: caller.deviceID, isGuest: caller.isGuest)
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

    private func registerLogins(in routes: inout RouteTable) {
        let (did, passwords, enabled) = (did, passwords, services.configuration.allowsPasswords)
        let metrics = services.metrics
        routes.on(Endpoints.loginFlows) { _, _ in
            LoginFlowsResponse(types: [DIDLoginRequest.type] + (enabled ? ["m.login.password"] : []))
        }
        routes.on(Endpoints.login) { request, call in
            switch try IdentityEndpoints.type(of: request) {
            case DIDLoginRequest.type:
                return try await metrics.counting(.did) {
                    try await did.login(DIDLoginRequest(parts: request.parts()), remote: call.remoteAddress)
                }
            case "m.login.password":
                return try await metrics.counting(.password) {
                    try await passwords.login(JSONReader(request.body), call)
                }
            default: throw MatrixError(.unknown, "Unknown login type.")
            }
        }
    }

    private var tourists: Tourists { Tourists(services: services, tokens: tokens) }

    private func registerAccounts(in routes: inout RouteTable) {
        let (passwords, tourists, metrics) = (passwords, tourists, services.metrics)
        // The response type is general, because a client may register an account without opening a session. The answer then has no access token.
        routes.on(Endpoints.register.answering(RawJSON.self)) { request, call in
            let body = JSONReader(request.body)
            switch request.kind {
            case nil, "user":
                return try await metrics.counting(.registration) { try await passwords.register(body, call) }
            case "guest":
                let displayName = try body.optionalString("initial_device_display_name")
                return try await metrics.counting(.tourist) {
                    RawJSON(assembled: try await tourists.enter(deviceDisplayName: displayName, call).encoded())
                }
            default: throw WireError(.unsupported, field: "kind", reason: "expected user or guest")
            }
        }
        if let secret = services.configuration.registrationSecret {
            let nonces = RegistrationNonces(
                clock: services.configuration.monotonicClock, random: services.configuration.random)
            let registration = SecretRegistration(secret: secret, passwords: passwords, nonces: nonces)
            routes.on(Endpoints.registrationNonce) { _, _ in RegistrationNonceResponse(nonce: nonces.make()) }
            routes.on(Endpoints.registerWithSecret.answering(RawJSON.self)) { request, call in
                try await metrics.counting(.registration) {
                    try await registration.register(JSONReader(request.body), call)
                }
            }
        }
        routes.on(Endpoints.registerAvailable) { request, _ in
            AvailableResponse(available: try await passwords.isAvailable(request.username))
        }
    }
}

extension RouteTable: EndpointTable {
    mutating func serve<Request: WireRequest, Response: WireResponse>(
        _ endpoint: Endpoint<Request, Response>,
        _ answer: @escaping @Sendable (_ request: Request, _ remote: String) async throws -> Response
    ) {
        on(endpoint) { request, call in try await answer(request, call.remoteAddress) }
    }
}
