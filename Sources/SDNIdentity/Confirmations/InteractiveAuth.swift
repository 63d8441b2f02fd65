import HeraldJSON
import HeraldKeys
import SDNWire

/// Requires the bearer of a token to prove control of the account before an operation that cannot be undone (SDN sheet 7.7).
///
/// The proof is a wallet's signature over a text that names the operation, or the account's password. A session allows one operation. Most operations
/// may be repeated with the same session, so that a retry after a lost answer does no harm.
package struct InteractiveAuth: Sendable {
    /// The operation that the caller requests.
    package struct Operation: Sendable, Hashable {
        /// The kind of operation, which the first line of the text to sign names.
        package let purpose: Challenge.Operation
        /// The subject of the operation, as a line of the text to sign.
        package let subject: String?
        /// The value that distinguishes operations of the same kind.
        package let key: String
        /// True if the same session may repeat the operation.
        package let isRepeatable: Bool

        package init(
            purpose: Challenge.Operation, subject: String? = nil, key: String = "", isRepeatable: Bool = true
        ) {
            self.purpose = purpose
            self.subject = subject
            self.key = key
            self.isRepeatable = isRepeatable
        }
    }

    package static let didStage = DIDLoginRequest.type
    package static let passwordStage = "m.login.password"
    private static let forbidden = MatrixError(.forbidden, "The proof is not valid.")

    private let login: DIDLogin
    private let sessions: any AuthSessionStore

    package init(login: DIDLogin, sessions: any AuthSessionStore) {
        self.login = login
        self.sessions = sessions
    }

    /// Checks that a user has proved control of the account, and throws an error if not.
    /// - Parameter hasPassword: true if a body has the name and password of the user. It is called for users without a DID only.
    /// - Throws: ``InteractiveAuthRequired`` with the required stage if the proof is missing or wrong; `M_FORBIDDEN` if the session belongs to
    ///   another operation.
    package func require(
        _ auth: JSONObject?, of userID: String, for operation: Operation,
        hasPassword: @Sendable (JSONReader) async throws -> Bool
    ) async throws {
        let body = JSONReader(auth ?? [:], path: "auth")
        var named: AuthSession?
        if let id = try body.optionalString("session") { named = try await sessions.find(id, user: userID) }
        let session: AuthSession
        if let named { session = named } else { session = try await open(operation, userID) }
        guard session.operation == operation else {
            throw MatrixError(.forbidden, "This session was opened for another operation.")
        }
        if session.isComplete { return }
        guard let type = try body.optionalString("type") else { throw demand(session) }
        switch type {
        // The text to sign belongs to a session. A client that names no session cannot have signed it.
        case Self.didStage where session.challenge != nil && named != nil: try await checkWallet(body, session)
        case Self.passwordStage where session.stage == type:
            guard try await hasPassword(body) else {
                try await sessions.noteFailure(session)
                throw demand(session, MatrixError(.forbidden, "Invalid user name or password."))
            }
        default: throw demand(session, MatrixError(.forbidden, "This server does not accept this stage."))
        }
        guard try await sessions.complete(session) else {
            throw demand(
                try await open(operation, userID), MatrixError(.forbidden, "This proof was used by another request."))
        }
    }

    private func checkWallet(_ body: JSONReader, _ session: AuthSession) async throws {
        guard let challenge = session.challenge else { throw demand(session) }
        var request = try DIDLoginRequest(parts: RequestParts(body: .object(body.value)))
        guard request.randomServer == nil || request.randomServer == challenge.nonce else {
            throw demand(session, Self.forbidden)
        }
        request.randomServer = challenge.nonce
        request.updated = request.updated ?? challenge.updated
        do {
            try await login.verify(LoginProof(request), challenge)
        } catch let error as MatrixError where error.code == .forbidden {
            try await sessions.noteFailure(session)
            try await login.limits.use(.failure(account: challenge.did.hex))
            throw demand(session, error)
        }
    }

    /// Opens a session with the only stage that the account has.
    private func open(_ operation: Operation, _ userID: String) async throws -> AuthSession {
        let settings = login.settings, nonce = settings.nonce()
        let challenge = try await login.store.document(ofUser: userID).map { document in
            Challenge(
                nonce: nonce, did: document.did, address: nil, operation: operation.purpose, purpose: .confirmation,
                subject: operation.subject, updated: document.updated, node: settings.serverName)
        }
        let session = AuthSession(
            id: Hex.encode(settings.random(12)), user: userID, operation: operation, challenge: challenge,
            stage: challenge == nil ? Self.passwordStage : Self.didStage)
        try await sessions.open(session)
        return session
    }

    private func demand(_ session: AuthSession, _ error: MatrixError? = nil) -> InteractiveAuthRequired {
        var params = JSONObject()
        if let challenge = session.challenge {
            params[Self.didStage] = [
                "message": .string(challenge.message), "random_server": .string(challenge.nonce),
                "updated": .string(challenge.updated),
            ]
        }
        return InteractiveAuthRequired(session: session.id, stages: [session.stage], params: params, error: error)
    }
}

/// The 401 answer that requests a stage of user-interactive authentication. Its body is not a standard error body (SDN sheet 7.7).
package struct InteractiveAuthRequired: Error {
    package let session: String
    package let stages: [String]
    /// The parameters of the stages, by stage.
    package let params: JSONObject
    /// The reason why the attempted stage failed.
    package let error: MatrixError?

    package init(session: String, stages: [String], params: JSONObject = [:], error: MatrixError? = nil) {
        self.session = session
        self.stages = stages
        self.params = params
        self.error = error
    }

    package var json: JSONValue {
        var object: JSONObject = [
            "session": .string(session), "flows": [["stages": .array(stages.map(JSONValue.string))]],
            "params": .object(params), "completed": [],
        ]
        object.set("errcode", error?.code.rawValue)
        object.set("error", error?.message)
        return .object(object)
    }
}
