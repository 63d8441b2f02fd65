import Foundation
import HeraldJSON
import HeraldKeys
import SDNWire

/// Login, sessions and DIDs (SDN sheet 1.2 and 7.2).
struct IdentityRoutes: Sendable {
    let services: NodeServices
    let tokens: AccessTokens
    let did: DIDLogin
    let passwords: PasswordAccounts

    init(services: NodeServices) {
        let configuration = services.configuration
        self.services = services
        self.tokens = AccessTokens(database: services.database, notifier: services.notifier, random: configuration.random)
        self.did = DIDLogin(
            services: services, tokens: tokens,
            challenges: ChallengeTable(
                lifetime: configuration.challengeLifetime, capacity: configuration.challengeCapacity,
                capacityPerRemote: configuration.challengeCapacityPerRemote, clock: configuration.clock))
        self.passwords = PasswordAccounts(
            services: services, tokens: tokens, hasher: PasswordHasher(cost: configuration.passwordCost, random: configuration.random))
    }

    func register(in routes: inout RouteTable) {
        registerDIDs(in: &routes)
        registerDocuments(in: &routes)
        registerLogins(in: &routes)
        let tokens = tokens
        routes.on(Endpoints.whoami) { _, call in
            let caller = try call.authenticated()
            return WhoamiResponse(userID: caller.userID, deviceID: caller.deviceID)
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
        let did = did
        routes.on(Endpoints.didList) { request, call in try await did.list(request, call) }
        routes.on(Endpoints.preLogin) { request, call in try await did.challenge(request, call) }
        // The deprecated challenge has no random_server, hence another response type.
        let preLoginOfDID = Endpoint<DIDRequest, RawJSON>(.post, Endpoints.preLoginOfDID.path.area, "did/{did}/pre_login", access: .open)
        routes.on(preLoginOfDID) { request, call in
            let answer = try await did.challenge(PreLoginRequest(did: request.did), call)
            return RawJSON(assembled: JSONValue.object([
                "did": .string(answer.did), "message": .string(answer.message), "updated": .string(answer.updated),
            ]).serialized())
        }
        // Its own request type, so that an unknown login type is told before what else the body lacks.
        let didLogin = Endpoint<LoginRequest, LoginResponse>(.post, Endpoints.didLogin.path.area, "did/login", access: .open)
        routes.on(didLogin) { request, call in
            let type = try JSONReader(request.body).string("type").trimmingCharacters(in: .whitespacesAndNewlines)
            guard type == DIDLoginRequest.type else { throw MatrixError(.unknown, "Unknown login type.") }
            return try await did.login(DIDLoginRequest(parts: request.parts()), call)
        }
    }

    private func registerDocuments(in routes: inout RouteTable) {
        let services = services
        @Sendable func document(_ request: DIDRequest, _ call: Call) async throws -> DIDDirectory.Document {
            try services.limits.use(.loginRemote(call.remoteAddress))
            let id = try SDNDID(request.did)
            guard let document = try await services.database.read({ db in try DIDDirectory.document(of: id, in: db) }) else {
                throw MatrixError(.notFound, "This DID does not exist.")
            }
            return document
        }
        routes.on(Endpoints.resolveDID) { request, call in RawJSON(assembled: try await document(request, call).json.serialized()) }
        routes.on(Endpoints.didDetail) { request, call in try await document(request, call).detail }
        routes.on(Endpoints.loginRandom) { request, call in
            try services.limits.use(.loginRemote(call.remoteAddress))
            _ = try WalletReference(request.address)
            return LoginRandomResponse(random: Hex.encode(services.configuration.random(16)))
        }
        guard let key = services.configuration.applicationKey else { return }
        routes.on(Endpoints.appServiceSign) { request, call in
            try services.limits.use(.loginRemote(call.remoteAddress))
            return AppServiceSignResponse(signature: try PersonalMessage.sign(request.message, with: key).text())
        }
    }

    private func registerLogins(in routes: inout RouteTable) {
        let (did, passwords, enabled) = (did, passwords, services.configuration.enableRegistration)
        routes.on(Endpoints.loginFlows) { _, _ in
            LoginFlowsResponse(types: [DIDLoginRequest.type] + (enabled ? ["m.login.password"] : []))
        }
        routes.on(Endpoints.login) { request, call in
            let body = JSONReader(request.body)
            switch try body.string("type").trimmingCharacters(in: .whitespacesAndNewlines) {
            case DIDLoginRequest.type: return try await did.login(DIDLoginRequest(parts: request.parts()), call)
            case "m.login.password": return try await passwords.login(body, call)
            default: throw MatrixError(.unknown, "Unknown login type.")
            }
        }
        // Its own response type: a client may ask for an account without a session.
        let register = Endpoint<RegisterRequest, RawJSON>(.post, Endpoints.register.path.area, "register", access: .open)
        routes.on(register) { request, call in try await passwords.register(JSONReader(request.body), call) }
        routes.on(Endpoints.registerAvailable) { request, _ in
            AvailableResponse(available: try await passwords.isAvailable(request.username))
        }
    }
}
