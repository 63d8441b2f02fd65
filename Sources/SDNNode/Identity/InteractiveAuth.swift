import GRDB
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire

/// Requires the bearer of a token to prove control of the account before an operation that cannot be undone (SDN sheet 7.7).
///
/// The proof is a wallet's signature over a text that names the operation, or the account's password. A session allows one operation. Most operations
/// may be repeated with the same session, so that a retry after a lost answer does no harm.
struct InteractiveAuth: Sendable {
    /// The operation that the caller requests.
    struct Operation: Sendable, Hashable {
        /// The kind of operation, which the first line of the text to sign names.
        let purpose: Challenge.Operation
        /// The subject of the operation, as a line of the text to sign.
        var subject: String?
        /// The value that distinguishes operations of the same kind.
        var key: String = ""
        /// True if the same session may repeat the operation.
        var isRepeatable = true
    }

    static let didStage = DIDLoginRequest.type
    static let passwordStage = "m.login.password"
    private static let forbidden = MatrixError(.forbidden, "The proof is not valid.")

    let services: NodeServices
    let did: DIDLogin
    let passwords: PasswordAccounts
    private let sessions: AuthSessions

    init(services: NodeServices, did: DIDLogin, passwords: PasswordAccounts) {
        self.services = services
        self.did = did
        self.passwords = passwords
        self.sessions = AuthSessions(
            lifetime: services.configuration.challengeLifetime, clock: services.configuration.monotonicClock)
    }

    /// Checks that the caller has proved control of the account, and throws an error if not.
    /// - Throws: ``InteractiveAuthRequired`` with the required stage if the proof is missing or wrong; `M_FORBIDDEN` if the session belongs to
    ///   another operation.
    func require(_ auth: JSONObject?, of caller: Caller, for operation: Operation) async throws {
        let body = JSONReader(auth ?? [:], path: "auth")
        let named = try body.optionalString("session").flatMap { sessions.find($0, user: caller.userID) }
        let session: AuthSessions.Session
        if let named { session = named } else { session = try await open(operation, caller) }
        guard session.operation == operation else {
            throw MatrixError(.forbidden, "This session was opened for another operation.")
        }
        if session.isComplete { return }
        guard let type = try body.optionalString("type") else { throw demand(session) }
        switch type {
        // The text to sign belongs to a session. A client that names no session cannot have signed it.
        case Self.didStage where session.challenge != nil && named != nil: try await checkWallet(body, session)
        case Self.passwordStage where session.stage == type: try await checkPassword(body, caller, session)
        default: throw demand(session, MatrixError(.forbidden, "This node does not accept this stage."))
        }
        sessions.complete(session)
    }

    private func checkWallet(_ body: JSONReader, _ session: AuthSessions.Session) async throws {
        guard let challenge = session.challenge else { throw demand(session) }
        var request = try DIDLoginRequest(parts: RequestParts(body: .object(body.value)))
        guard request.randomServer == nil || request.randomServer == challenge.nonce else {
            throw demand(session, Self.forbidden)
        }
        request.randomServer = challenge.nonce
        request.updated = request.updated ?? challenge.updated
        do {
            try await did.verify(LoginProof(request), challenge)
        } catch let error as MatrixError where error.code == .forbidden {
            sessions.noteFailure(session)
            try services.limits.use(.loginAccount(challenge.did.hex))
            throw demand(session, error)
        }
    }

    private func checkPassword(_ body: JSONReader, _ caller: Caller, _ session: AuthSessions.Session) async throws {
        guard try await passwords.verify(body, is: caller) else {
            sessions.noteFailure(session)
            throw demand(session, MatrixError(.forbidden, "Invalid user name or password."))
        }
    }

    /// Opens a session with the only stage that the account has.
    private func open(_ operation: Operation, _ caller: Caller) async throws -> AuthSessions.Session {
        let (random, node) = (services.configuration.random, services.configuration.serverName)
        let nonce = Hex.encode(random(16))
        let challenge = try await services.database.read { db -> Challenge? in
            guard let text = try AccountStore.did(of: caller.userID, in: db) else { return nil }
            let did = try SDNDID(text)
            guard let document = try DIDDirectory.document(of: did, in: db) else { return nil }
            return Challenge(
                nonce: nonce, did: did, address: nil, operation: operation.purpose, purpose: .confirmation,
                subject: operation.subject, updated: document.updated, node: node)
        }
        let session = AuthSessions.Session(
            id: Hex.encode(random(12)), user: caller.userID, operation: operation, challenge: challenge,
            stage: challenge == nil ? Self.passwordStage : Self.didStage)
        sessions.open(session)
        return session
    }

    private func demand(_ session: AuthSessions.Session, _ error: MatrixError? = nil) -> InteractiveAuthRequired {
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
