import OpenDID_DataModel

/// M142: activates the user's DID again after the operator deactivated it (OpenDID sheet 5.10). The document and its version do not change.
public struct RestoreFlow: SessionFlow {
    public static let name = "restore"

    /// The result of a restoration.
    public struct Outcome: Sendable, Hashable {
        /// The user's DID.
        public let did: String
    }

    private enum Stage: String, Codable, Sendable {
        case propose = "propose-restore-diddoc"
        case session
        case request = "request-restore-diddoc"
        case confirm = "confirm-restore-diddoc"
        case done
    }

    private let facts: WalletFacts
    private let offer: RestoreDidOfferPayload
    private let authentication: HolderAuthentication
    private var stage = Stage.propose
    private(set) var session: SessionPrefix?
    private var authNonce: String?

    /// Creates a run.
    /// - Parameters:
    ///   - facts: the wallet's present state.
    ///   - offer: the operator's offer.
    ///   - authentication: the keys with which the user authenticates.
    /// - Throws: ``WalletError`` with code `did_mismatch` if the offer is for another DID, or with code `state` if no user is registered.
    public init(facts: WalletFacts, offer: RestoreDidOfferPayload, authentication: HolderAuthentication)
        throws(WalletError)
    {
        guard try facts.requireHolder().id == offer.did else {
            throw WalletError(
                .didMismatch, field: "did", reason: "the offer is for a DID other than this wallet's")
        }
        self.facts = facts
        self.offer = offer
        self.authentication = authentication
    }

    public var step: FlowStep { FlowStep(stage.rawValue, session: stage == .session ? session : nil) }
    public var isBinding: Bool { stage == .request || stage == .confirm || stage == .done }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .propose:
            let request = ProposeRestoreDidDoc(id: tools.messageID(), offerId: offer.offerId, did: offer.did)
            return .send(try tools.call(OpenDIDEndpoints.TAS.proposeRestoreDIDDoc, request))
        case .session:
            if let call = try await session?.next(facts, tools) { return .send(call) }
            stage = .request
            return try await next(tools)
        case .request:
            let request = RequestRestoreDidDoc(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken(),
                didAuth: try await tools.didAuth(authNonce ?? "", facts, authentication))
            return .send(try tools.call(OpenDIDEndpoints.TAS.requestRestoreDIDDoc, request))
        case .confirm:
            let request = ConfirmRestoreDidDoc(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken())
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmRestoreDIDDoc, request))
        case .done:
            return .finished(saving: FlowChanges())
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .propose:
            let proposal = try answer.read(OpenDIDEndpoints.TAS.proposeRestoreDIDDoc).value
            _ = try FlowChecks.bytes(proposal.authNonce, count: FlowTools.nonceByteCount, "authNonce")
            authNonce = proposal.authNonce
            session = SessionPrefix(purpose: .RESTORE_DID, client: .device, txId: try FlowChecks.opened(proposal.txId))
            stage = .session
        case .session:
            try await session?.accept(answer, facts, tools)
        case .request:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.requestRestoreDIDDoc)
            stage = .confirm
        case .confirm:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.confirmRestoreDIDDoc)
            stage = .done
        case .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        let found = try await tools.trust.registered(offer.did)
        return found?.status == .activated ? .done(FlowChanges()) : .undone(FlowChanges())
    }

    public func outcome() throws(WalletError) -> Outcome { Outcome(did: offer.did) }
}
