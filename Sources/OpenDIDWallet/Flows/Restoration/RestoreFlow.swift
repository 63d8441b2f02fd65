import OpenDID_DataModel

/// M142: activates the user's DID again after the operator deactivated it (OpenDID sheet 5.10). The document and its version do not change.
///
/// ```swift
/// if case .restore(let offer, _) = try ReceivedOffer(scannedText) {
///     print(try await wallet.restore(offer, unlock: .pin(pin)).did)
/// }
/// ```
public struct RestoreFlow: ProtocolFlow {
    public static let name = "restore"

    /// The result of a restoration.
    public struct Outcome: Sendable, Hashable {
        /// The user's DID.
        public let did: String
    }

    /// The call to send next. Each case refers to the data that the call needs, so a copy of a run is cheap.
    private indirect enum Stage: Codable, Sendable {
        case propose(SessionPreparation)
        case session(SessionPrefix, authNonce: String)
        case request(OpenSession, authNonce: String)
        case confirm(OpenSession)
        case done

        var name: String {
            switch self {
            case .propose: "propose-restore-diddoc"
            case .session(let session, _): session.step
            case .request: "request-restore-diddoc"
            case .confirm: "confirm-restore-diddoc"
            case .done: "done"
            }
        }
    }

    private let snapshot: WalletSnapshot
    private let offer: RestoreDidOfferPayload
    private let authentication: HolderAuthentication
    private var stage = Stage.propose(SessionPreparation(purpose: .RESTORE_DID, client: .device))

    /// Creates a run.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - offer: the operator's offer.
    ///   - authentication: the keys with which the user authenticates.
    /// - Throws: ``WalletError`` with code `did_mismatch` if the offer is for another DID, or with code `state` if no user is registered.
    public init(snapshot: WalletSnapshot, offer: RestoreDidOfferPayload, authentication: HolderAuthentication)
        throws(WalletError)
    {
        guard try snapshot.requireHolder().id == offer.did else {
            throw WalletError(
                .didMismatch, field: "did", reason: "the offer is for a DID other than this wallet's")
        }
        self.snapshot = snapshot
        self.offer = offer
        self.authentication = authentication
    }

    public var ahead: [ServiceCall] {
        switch stage {
        case .propose(let preparation): preparation.ahead
        case .session(let session, _): session.ahead
        case .request, .confirm, .done: []
        }
    }

    public var step: FlowStep { FlowStep(rawValue: stage.name) }
    public var isBinding: Bool {
        switch stage {
        case .propose, .session: false
        case .request, .confirm, .done: true
        }
    }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .propose(var preparation):
            try preparation.appCalls(snapshot, tools)
            stage = .propose(preparation)
            let request = ProposeRestoreDidDoc(id: tools.messageID(), offerId: offer.offerId, did: offer.did)
            return .send(try tools.call(OpenDIDEndpoints.TAS.proposeRestoreDIDDoc, request))
        case .session(var session, let authNonce):
            let call = try await session.next(snapshot, tools)
            stage = .session(session, authNonce: authNonce)
            return .send(call)
        case .request(let session, let authNonce):
            let request = RequestRestoreDidDoc(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken,
                didAuth: try await tools.didAuth(authNonce, snapshot, authentication))
            return .send(try tools.call(OpenDIDEndpoints.TAS.requestRestoreDIDDoc, request))
        case .confirm(let session):
            let request = ConfirmRestoreDidDoc(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken)
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmRestoreDIDDoc, request))
        case .done:
            return .finished(saving: FlowChanges())
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
            let proposal = try answer.read(OpenDIDEndpoints.TAS.proposeRestoreDIDDoc).value
            _ = try FlowChecks.bytes(proposal.authNonce, count: FlowTools.nonceByteCount, "authNonce")
            let session = SessionPrefix(preparation, txId: try FlowChecks.opened(proposal.txId))
            stage = .session(session, authNonce: proposal.authNonce)
        case .session(var session, let authNonce):
            let opened = try await session.accept(answer, snapshot, tools)
            stage = opened.map { .request($0, authNonce: authNonce) } ?? .session(session, authNonce: authNonce)
        case .request(let session, _):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.requestRestoreDIDDoc)
            stage = .confirm(session)
        case .confirm(let session):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.confirmRestoreDIDDoc)
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
