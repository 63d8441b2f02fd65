import OpenDID_DataModel

/// M132: registers the user's DID (OpenDID sheet 5.6).
///
/// The user's document is stored as pending until the TAS has confirmed it. Upstream wallets store it as the current document before the
/// confirmation. A failed registration therefore makes an upstream wallet unusable.
public struct RegisterUserFlow: ProtocolFlow {
    public static let name = "register-user"

    /// The result of a registration.
    public struct Outcome: Sendable, Hashable {
        /// The user's DID.
        public let did: String
    }

    /// The call to send next. Each case refers to the data that the call needs, so a copy of a run is cheap.
    private indirect enum Stage: Codable, Sendable {
        case propose(SessionPreparation)
        case session(SessionPrefix)
        case kyc(OpenSession)
        case request(OpenSession)
        /// The request with the user's document is being sent.
        case requested(OpenSession, DIDDocument)
        case confirm(OpenSession, DIDDocument)
        case done(DIDDocument)

        var name: String {
            switch self {
            case .propose: "propose-register-user"
            case .session(let session): session.step
            case .kyc: "retrieve-kyc"
            case .request, .requested: "request-register-user"
            case .confirm: "confirm-register-user"
            case .done: "done"
            }
        }

        /// The user's new document, or `nil` if it was not created yet.
        var document: DIDDocument? {
            switch self {
            case .propose, .session, .kyc, .request: nil
            case .requested(_, let document), .confirm(_, let document), .done(let document): document
            }
        }
    }

    private let snapshot: WalletSnapshot
    private let evidence: IdentityEvidence
    private let keys: [KeyInfo]
    private var stage = Stage.propose(SessionPreparation(purpose: .CREATE_DID, client: .device))

    /// Creates a run.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - kycTxId: the id of the identity check. In the reference app it is the user's id.
    ///   - keys: the user's pending keys `keyagree`, `pin` and optionally `bio`.
    public init(snapshot: WalletSnapshot, kycTxId: String, keys: [KeyInfo]) {
        self.init(snapshot: snapshot, evidence: .transaction(kycTxId), keys: keys)
    }

    /// Creates a run.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - evidence: the evidence of the user's identity for the TAS.
    ///   - keys: the user's pending keys `keyagree`, `pin` and optionally `bio`.
    public init(snapshot: WalletSnapshot, evidence: IdentityEvidence, keys: [KeyInfo]) {
        self.snapshot = snapshot
        self.evidence = evidence
        self.keys = keys
    }

    public var ahead: [ServiceCall] {
        switch stage {
        case .propose(let preparation): preparation.ahead
        case .session(let session): session.ahead
        case .kyc, .request, .requested, .confirm, .done: []
        }
    }

    public var step: FlowStep { FlowStep(rawValue: stage.name) }
    public var isBinding: Bool {
        switch stage {
        case .propose, .session, .kyc: false
        case .request, .requested, .confirm, .done: true
        }
    }
    public var rollback: FlowChanges { PendingDocument.removal }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .propose(var preparation):
            try preparation.appCalls(snapshot, tools)
            stage = .propose(preparation)
            return .send(
                try tools.call(OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: tools.messageID())))
        case .session(var session):
            let call = try await session.next(snapshot, tools)
            stage = .session(session)
            return .send(call)
        case .kyc(let session):
            let (kycTxId, kycToken): (String?, String?) =
                switch evidence {
                case .transaction(let id): (id, nil)
                case .token(let token): (nil, token)
                }
            let request = RetrieveKyc(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken, kycTxId: kycTxId,
                kycToken: kycToken)
            return .send(try tools.call(OpenDIDEndpoints.TAS.retrieveKYC, request))
        case .request(let session), .requested(let session, _):
            let document = try await makeDocument(tools)
            let request = RequestRegisterUser(
                id: tools.messageID(), txId: session.txId, signedDidDoc: try await tools.envelope(document, snapshot),
                serverToken: session.serverToken)
            stage = .requested(session, document)
            return .send(
                try tools.call(OpenDIDEndpoints.TAS.requestRegisterUser, request),
                saving: PendingDocument.keeping(document))
        case .confirm(let session, _):
            let request = ConfirmRegisterUser(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken)
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmRegisterUser, request))
        case .done:
            return .finished(saving: PendingDocument.promotion)
        }
    }

    public var preparesAhead: Bool { if case .propose = stage { true } else { false } }

    public mutating func prepare(_ tools: FlowTools) async throws(WalletError) {
        guard case .propose(var preparation) = stage else { return }
        try await preparation.offer(snapshot, tools)
        stage = .propose(preparation)
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .propose(let preparation):
            let txId = try FlowChecks.opened(answer.read(OpenDIDEndpoints.TAS.proposeRegisterUser).value.txId)
            stage = .session(SessionPrefix(preparation, txId: txId))
        case .session(var session):
            let opened = try await session.accept(answer, snapshot, tools)
            stage = opened.map { .kyc($0) } ?? .session(session)
        case .kyc(let session):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.retrieveKYC)
            stage = .request(session)
        case .requested(let session, let document):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.requestRegisterUser)
            stage = .confirm(session, document)
        case .confirm(let session, let document):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.confirmRegisterUser)
            stage = .done(document)
        case .request, .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        try await PendingDocument.settle(stage.document, tools)
    }

    public func outcome() throws(WalletError) -> Outcome {
        guard let document = stage.document else { throw WalletError(.state, reason: "the user is not registered yet") }
        return Outcome(did: document.id)
    }

    private func makeDocument(_ tools: FlowTools) async throws(WalletError) -> DIDDocument {
        try await tools.signing(try tools.newDocument(listing: keys), as: .holder, owner: .holder) { _ in .pending }
    }
}

extension RegisterUserFlow: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "RegisterUserFlow(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the identity check and its token.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// The evidence of an identity check, from which the trust agent learns the user's identity (OpenDID sheet 5.6, step 6). Its description is
/// redacted.
public enum IdentityEvidence: Codable, Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The id of the identity check, `kycTxId`. In the reference app it is the user's id.
    case transaction(String)
    /// A token that the identity check gave to the app, such as a signed JWT (`kycToken`). Trust agents after release 2.0 read it.
    case token(String)

    public var description: String { "IdentityEvidence(redacted)" }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}
