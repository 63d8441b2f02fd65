import OpenDID_DataModel

/// M132: registers the user's DID (OpenDID sheet 5.6).
///
/// The user's document is stored as pending until the TAS has confirmed it. Upstream stores it earlier, and its wallet is unusable if the
/// registration fails.
public struct RegisterUserFlow: SessionFlow {
    public static let name = "register-user"

    /// The result of a registration.
    public struct Outcome: Sendable, Hashable {
        /// The user's DID.
        public let did: String
    }

    private enum Stage: String, Codable, Sendable {
        case propose = "propose-register-user"
        case session
        case kyc = "retrieve-kyc"
        case request = "request-register-user"
        case confirm = "confirm-register-user"
        case done
    }

    private let facts: WalletFacts
    private let kycTxId: String?
    private let kycToken: String?
    private let keys: [KeyInfo]
    private var stage = Stage.propose
    private(set) var session: SessionPrefix?
    private var document: DIDDocument?

    /// Creates a run.
    /// - Parameters:
    ///   - facts: the wallet's present state.
    ///   - kycTxId: the id of the identity check. In the reference app it is the user's id.
    ///   - keys: the user's pending keys `keyagree`, `pin` and optionally `bio`.
    public init(facts: WalletFacts, kycTxId: String, keys: [KeyInfo]) {
        self.init(facts: facts, evidence: .transaction(kycTxId), keys: keys)
    }

    /// Creates a run.
    /// - Parameters:
    ///   - facts: the wallet's present state.
    ///   - evidence: the evidence of the user's identity for the TAS.
    ///   - keys: the user's pending keys `keyagree`, `pin` and optionally `bio`.
    public init(facts: WalletFacts, evidence: IdentityEvidence, keys: [KeyInfo]) {
        self.facts = facts
        (kycTxId, kycToken) =
            switch evidence {
            case .transaction(let id): (id, nil)
            case .token(let token): (nil, token)
            }
        self.keys = keys
    }

    public var step: FlowStep { FlowStep(stage.rawValue, session: stage == .session ? session : nil) }
    public var isBinding: Bool { stage == .request || stage == .confirm || stage == .done }
    public var rollback: FlowChanges { PendingDocument.removal }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .propose:
            return .send(
                try tools.call(OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: tools.messageID())))
        case .session:
            if let call = try await session?.next(facts, tools) { return .send(call) }
            stage = .kyc
            return try await next(tools)
        case .kyc:
            let request = RetrieveKyc(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken(), kycTxId: kycTxId,
                kycToken: kycToken)
            return .send(try tools.call(OpenDIDEndpoints.TAS.retrieveKYC, request))
        case .request:
            let made = try await makeDocument(tools)
            document = made
            let request = RequestRegisterUser(
                id: tools.messageID(), txId: try open().txId, signedDidDoc: try await tools.envelope(made, facts),
                serverToken: try open().serverToken())
            return .send(
                try tools.call(OpenDIDEndpoints.TAS.requestRegisterUser, request),
                saving: PendingDocument.keeping(made))
        case .confirm:
            let request = ConfirmRegisterUser(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken())
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmRegisterUser, request))
        case .done:
            return .finished(saving: PendingDocument.promotion)
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .propose:
            let txId = try FlowChecks.opened(answer.read(OpenDIDEndpoints.TAS.proposeRegisterUser).value.txId)
            session = SessionPrefix(purpose: .CREATE_DID, client: .device, txId: txId)
            stage = .session
        case .session:
            try await session?.accept(answer, facts, tools)
        case .kyc:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.retrieveKYC)
            stage = .request
        case .request:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.requestRegisterUser)
            stage = .confirm
        case .confirm:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.confirmRegisterUser)
            stage = .done
        case .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        try await PendingDocument.settle(document, tools)
    }

    public func outcome() throws(WalletError) -> Outcome {
        guard let document else { throw WalletError(.state, reason: "the user is not registered yet") }
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
