import Foundation
import HeraldJSON
import HeraldKeys
import SDNWire

/// A server's route table, as this module fills it.
package protocol EndpointTable {
    /// Serves an endpoint under all of its paths.
    /// - Parameter answer: receives the request and the client's network, under which limits count the request. The server answers its errors.
    mutating func serve<Request: WireRequest, Response: WireResponse>(
        _ endpoint: Endpoint<Request, Response>,
        _ answer: @escaping @Sendable (_ request: Request, _ remote: String) async throws -> Response)
}

/// The endpoints of DIDs and of the login with them (SDN sheet 1.2). A server adds those of its sessions, and `login`, which other kinds of login use
/// too.
package struct IdentityEndpoints: Sendable {
    /// Runs a login, for example to count it.
    package typealias LoginObserver =
        @Sendable (_ login: @Sendable () async throws -> LoginResponse) async throws -> LoginResponse

    private let login: DIDLogin
    private let documents: DIDDocuments
    private let observing: LoginObserver

    /// - Parameter observing: runs each login. Defaults to running it without more.
    package init(login: DIDLogin, observing: @escaping LoginObserver = { try await $0() }) {
        self.login = login
        self.observing = observing
        self.documents = DIDDocuments(
            settings: login.settings, store: login.store, challenges: login.challenges, limits: login.limits)
    }

    /// Adds the endpoints to a server's route table.
    package func register(in table: inout some EndpointTable) {
        registerLogin(in: &table)
        registerDocuments(in: &table)
    }

    private func registerLogin(in table: inout some EndpointTable) {
        let (login, observing) = (login, observing)
        table.serve(Endpoints.didList) { request, _ in try await login.list(request) }
        table.serve(Endpoints.preLogin) { request, remote in try await login.challenge(request, remote: remote) }
        // The deprecated challenge has no `random_server`, and therefore another response type.
        table.serve(Endpoints.preLoginOfDID.answering(RawJSON.self)) { request, remote in
            Self.withoutNonce(try await login.challenge(PreLoginRequest(did: request.did), remote: remote))
        }
        // The request type accepts any login body, so that the server can report an unknown login type before it reports missing members.
        table.serve(Endpoints.didLogin.taking(LoginRequest.self)) { request, remote in
            guard try Self.type(of: request) == DIDLoginRequest.type else {
                throw MatrixError(.unknown, "Unknown login type.")
            }
            let parts = request.parts()
            return try await observing { try await login.login(DIDLoginRequest(parts: parts), remote: remote) }
        }
    }

    private func registerDocuments(in table: inout some EndpointTable) {
        let (settings, documents) = (login.settings, documents)
        table.serve(Endpoints.resolveDID) { request, _ in
            RawJSON(assembled: try await documents.document(request).json.serialized())
        }
        table.serve(Endpoints.didDetail) { request, _ in try await documents.document(request).detail }
        // The answer has no nonce, because the specification defines none for these challenges.
        table.serve(Endpoints.createDID.answering(RawJSON.self)) { request, remote in
            Self.withoutNonce(try await documents.create(request, remote: remote))
        }
        table.serve(Endpoints.updateDID.answering(RawJSON.self)) { request, remote in
            Self.withoutNonce(try await documents.update(request, remote: remote))
        }
        table.serve(Endpoints.saveDID) { request, remote in try await documents.save(request, remote: remote) }
        table.serve(Endpoints.loginRandom) { request, _ in
            _ = try WalletReference(request.address)
            return LoginRandomResponse(random: settings.nonce())
        }
        guard let key = settings.applicationKey else { return }
        table.serve(Endpoints.appServiceSign) { request, _ in
            AppServiceSignResponse(signature: try PersonalMessage.sign(request.message, with: key).text())
        }
    }

    /// Returns the login type of a body, without the white space that some SDKs send.
    /// - Throws: `WireError` if it is missing or no text.
    package static func type(of request: LoginRequest) throws -> String {
        try JSONReader(request.body).string("type").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func withoutNonce(_ answer: PreLoginResponse) -> RawJSON {
        RawJSON(
            assembled: JSONValue.object([
                "did": .string(answer.did), "message": .string(answer.message), "updated": .string(answer.updated),
            ]).serialized())
    }
}
