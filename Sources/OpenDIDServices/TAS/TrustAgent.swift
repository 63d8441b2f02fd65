import HeraldJSON
import OpenDID_DataModel

/// The trust agent. Its endpoints are in extensions, one for each protocol, in the folders beside this file.
struct TrustAgent: Sendable {
    let context: RoleContext
    let identity: ProviderIdentity
    let registrar: Registrar
    let certificates = CertificateMemory()

    init(_ context: RoleContext) throws(ServicesError) {
        self.context = context
        identity = try context.identity
        registrar = try context.registrar
    }

    var did: String { identity.did }
    var now: UTCInstant { context.now() }
    var registry: Registry { registrar.registry }
    var seal: StorageSeal { context.seal }
    /// The checks of one message.
    var checks: MessageChecks {
        MessageChecks(trustAgent: did, resolver: RequestResolver(registry), statuses: registry, now: now)
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
        try await context.database.read(body)
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
        try await context.database.write(body)
    }

    /// Returns the request for a proof with one of the trust agent's keys, for the purpose of that key.
    func proof(_ name: DIDKeyName) throws(ServicesError) -> ProofRequest {
        try identity.proofRequest(name, created: now)
    }
}

/// The result of a step at the trust agent.
struct TrustAgentStepResult<Answer: Encodable & Sendable>: Sendable {
    let answer: Answer
    let transaction: TrustAgentTransaction
    let used: [UsedNonce]
    let write: @Sendable (any ServiceRows) throws -> Void

    /// Creates the result of a step.
    /// - Parameters:
    ///   - answer: the answer.
    ///   - transaction: the new data of the transaction.
    ///   - used: the nonces that count as used after the step.
    ///   - write: further writes, in the same transaction of the database in which the step is stored.
    init(
        _ answer: Answer, _ transaction: TrustAgentTransaction, using used: [UsedNonce] = [],
        write: @escaping @Sendable (any ServiceRows) throws -> Void = { _ in }
    ) {
        self.answer = answer
        self.transaction = transaction
        self.used = used
        self.write = write
    }
}

extension TrustAgent {
    /// The state of a transaction in which no step was completed after the opening.
    private static let opened = "propose"

    func open<Answer: Encodable & Sendable>(
        _ transaction: TrustAgentTransaction, _ call: ReceivedCall, answer: (String) -> Answer
    ) async throws -> EncodedAnswer<Answer> {
        try call.requireMessageID()
        return try EncodedAnswer(
            answer(
                try await context.transactions.open(
                    transaction.flow.rawValue, step: Self.opened, data: transaction, for: call.client)))
    }

    /// Performs a step. It is accepted only after the step that precedes it in the same protocol; see ``TransactionStore``.
    /// - Parameter prepare: checks the request, and receives the request's SHA-256. If it returns data, the data is stored before `work`
    /// runs, regardless of the result of `work`.
    func step<Answer: Encodable & Sendable>(
        _ step: TrustAgentStep, of id: String, _ call: ReceivedCall,
        preparing prepare: ((TrustAgentTransaction, [UInt8]) async throws -> TrustAgentTransaction?)? = nil,
        _ work: (TrustAgentTransaction) async throws -> TrustAgentStepResult<Answer>
    ) async throws -> EncodedAnswer<Answer> {
        try call.requireMessageID()
        var flows: Set<String> = []
        var predecessors: Set<String> = []
        for flow in TrustAgentFlow.allCases {
            guard let place = flow.steps.firstIndex(of: step) else { continue }
            flows.insert(flow.rawValue)
            predecessors.insert(place == 0 ? Self.opened : flow.steps[place - 1].rawValue)
        }
        // Only the answer to `requestIssueVC` contains the credential. Therefore this answer is repeated even after the transaction has
        // expired.
        return try await context.transactions.step(
            id, flows: flows, step: step.rawValue, after: predecessors, request: call.body,
            isPreliminary: step.isPreliminary,
            repeatsLate: step == .requestIssueVC, preparing: prepare
        ) { (transaction: TrustAgentTransaction, _: TransactionInfo) in
            let done = try await work(transaction)
            let remember: @Sendable (any ServiceRows) throws -> Void = { rows in
                for nonce in done.used where try !rows.insert(nonce) {
                    throw TASError.clientNonceInvalid("a message with this nonce was accepted before")
                }
            }
            return StepOutcome(done.answer, data: done.transaction, writes: [remember, done.write])
        }
    }
}

// The trust agent's calls to other servers (OpenDID sheet 5.6, 5.7, 5.9). Errors of the called server are relayed. If the server does not
// answer, the error is 15502.
extension TrustAgent {
    /// Calls an issuer. The issuer's enrolment is checked before each call, because it may end during a transaction, which can take a day.
    func ask<Q: Encodable & Sendable, R: Decodable & Sendable>(
        _ issuer: String, _ endpoint: ServiceEndpoint<Q, R>, _ request: Q
    ) async throws -> R {
        let issuer = try await requireIssuer(issuer)
        return try await context.peers.call(
            endpoint, request, at: issuer.baseURL, unreachable: TASError.peerUnreachable)
    }

    /// Returns a user's personal data, after requesting it from the app provider.
    /// - Throws: ``ServiceError`` 17018 if the app provider refuses, as upstream's trust agent does. 15502 if the app provider does not
    /// answer.
    func personalData(of userID: String) async throws -> String {
        // The URL of an enrolled app provider is in the registry.
        var provider: RegisteredProvider?
        if let did = context.configuration.did(of: .cas) { provider = try await registry.provider(did) }
        do throws(ServiceError) {
            return try await context.peers.call(
                OpenDIDEndpoints.CAS.retrievePII, RetrievePii(userId: userID), at: provider?.baseURL,
                unreachable: TASError.peerUnreachable
            ).pii
        } catch {
            guard error.code != TASError.peerUnreachable else { throw error }
            throw TASError.retrieveKYCFailed("the app provider refuses with \(error.code)")
        }
    }
}

// The trust agent's access to the registry. The functions prepare changes, and the transaction of the protocol step applies them.
extension TrustAgent {
    typealias Write = @Sendable (any ServiceRows) throws -> Void

    /// Returns the database write that registers a DID document or its next version. The caller must have checked the proofs of the
    /// document's owner.
    /// - Parameter code: the error code if the registry refuses the change.
    func entering(_ document: DIDDocument, role: RoleTypeEnum, otherwise code: ServiceErrorCode) async throws -> Write {
        let change: LedgerChange
        do {
            change = try await registrar.enter(document, role: role)
        } catch let error as RegistryError {
            throw TASError.documentUnreadable("\(error.field): \(error.reason)")
        }
        return applying(change, otherwise: code)
    }

    /// Returns the database write that applies a change of the registry.
    func applying(_ change: LedgerChange, otherwise code: ServiceErrorCode) -> Write {
        { db in
            do {
                try change.apply(in: db)
            } catch let error as RegistryError {
                throw ServiceError(code, "\(error.field): \(error.reason)")
            }
        }
    }

    /// Checks that the trust agent's certificate gives a provider a role (OpenDID sheet 5.4, 5.5). The certificate is read from the
    /// registry, never from an address that a message contains.
    /// - Throws: ``ServiceError`` 18510 if there is no such certificate, and 18511 if it is not valid.
    func requireCertificate(of provider: String, role: RoleTypeEnum) async throws {
        let known = try await registry.provider(provider)
        guard let known, known.role == role, let certificate = known.certificate else {
            throw TASError.certificateMissing("no \(role.rawValue) of this DID is enrolled")
        }
        try await requireValid(certificate, of: provider, role: role)
    }

    /// Checks that a DID belongs to an enrolled issuer, and returns the issuer's entry in the registry (OpenDID sheet 5.7).
    /// - Throws: ``ServiceError`` 14000 if no server has the DID, 14001 if the server is not an issuer, and 14002 without a valid
    /// certificate.
    func requireIssuer(_ did: String) async throws -> RegisteredProvider {
        guard let issuer = try await registry.provider(did) else { throw ServiceError(TASError.entityUnknown) }
        guard issuer.role == .Issuer else { throw ServiceError(TASError.issuerUnknown) }
        guard let certificate = issuer.certificate else { throw ServiceError(TASError.issuerNotEnrolled) }
        do {
            try await requireValid(certificate, of: did, role: .Issuer)
        } catch let error as ServiceError {
            throw ServiceError(TASError.issuerNotEnrolled, error.description)
        }
        return issuer
    }

    private func requireValid(_ certificate: [UInt8], of provider: String, role: RoleTypeEnum) async throws {
        try await certificates.require(certificate, of: provider, role: role, by: checks) {
            try await registry.provider(provider)
        }
    }
}
