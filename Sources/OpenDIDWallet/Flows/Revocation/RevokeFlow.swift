import OpenDID_DataModel

/// M220: the user requests the revocation of a credential (OpenDID sheet 5.9).
///
/// ```swift
/// let revoked = try await wallet.revoke(vcId, unlock: .pin(pin))
/// print(revoked.vcId)
/// ```
public struct RevokeFlow: ProtocolFlow {
    public static let name = "revoke-credential"

    /// The result of a revocation.
    public struct Outcome: Sendable, Hashable {
        /// The credential's id.
        public let vcId: String
    }

    /// The call to send next. Each case refers to the data that the call needs, so a copy of a run is cheap.
    private indirect enum Stage: Codable, Sendable {
        case propose(SessionPreparation)
        case session(SessionPrefix, Proposal)
        case request(OpenSession, Proposal)
        case confirm(OpenSession)
        case done

        var name: String {
            switch self {
            case .propose: "propose-revoke-vc"
            case .session(let session, _): session.step
            case .request: "request-revoke-vc"
            case .confirm: "confirm-revoke-vc"
            case .done: "done"
            }
        }
    }

    /// The values of the issuer's answer to the proposal that the request needs. Unknown members of the answer are not stored.
    private struct Proposal: Codable, Sendable {
        let issuerNonce: String
        let authType: VerifyAuthType

        init(_ answer: _ProposeRevokeVc) {
            issuerNonce = answer.issuerNonce
            authType = answer.authType
        }
    }

    private let snapshot: WalletSnapshot
    private let vcId: String
    private let keepsCopy: Bool
    private let authentication: HolderAuthentication
    /// True if the run confirms the revocation. False if an app opened the transaction, because that app then confirms the revocation
    /// itself.
    private let confirms: Bool
    private var stage = Stage.propose(SessionPreparation(purpose: .REMOVE_VC, client: .holder))

    /// Creates a run.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - vcId: the credential's id.
    ///   - keepsCopy: true if the revoked credential stays in the wallet. Defaults to false.
    ///   - authentication: the keys with which the user may sign.
    public init(snapshot: WalletSnapshot, vcId: String, keepsCopy: Bool = false, authentication: HolderAuthentication) {
        self.snapshot = snapshot
        self.vcId = vcId
        self.keepsCopy = keepsCopy
        self.authentication = authentication
        confirms = true
    }

    /// Creates a run with only step 6 of OpenDID sheet 5.9, for an app that makes the other calls itself (OpenDID sheet 8). The credential
    /// stays in the wallet until the app deletes it.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - vcId: the credential's id.
    ///   - session: the session of the transaction.
    ///   - proposal: the issuer's answer to the proposal.
    ///   - authentication: the keys with which the user may sign.
    init(
        snapshot: WalletSnapshot, vcId: String, session: OpenSession, proposal: _ProposeRevokeVc,
        authentication: HolderAuthentication
    ) throws(WalletError) {
        _ = try FlowChecks.bytes(proposal.issuerNonce, count: FlowTools.nonceByteCount, "issuerNonce")
        _ = try authentication.keys(meeting: proposal.authType)
        self.snapshot = snapshot
        self.vcId = vcId
        keepsCopy = true
        self.authentication = authentication
        confirms = false
        stage = .request(session, Proposal(proposal))
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
            return .send(
                try tools.call(OpenDIDEndpoints.TAS.proposeRevokeVC, ProposeRevokeVc(id: tools.messageID(), vcId: vcId))
            )
        case .session(var session, let proposal):
            let call = try await session.next(snapshot, tools)
            stage = .session(session, proposal)
            return .send(call)
        case .request(let session, let proposal):
            let request = RequestRevokeVc(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken,
                request: try await signed(proposal, tools))
            return .send(try tools.call(OpenDIDEndpoints.TAS.requestRevokeVC, request))
        case .confirm(let session):
            let request = ConfirmRevokeVc(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken)
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmRevokeVC, request))
        case .done:
            if confirms { try await requireRevoked(tools) }
            return .finished(saving: completion)
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
            let read = try answer.read(OpenDIDEndpoints.TAS.proposeRevokeVC).value
            _ = try FlowChecks.bytes(read.issuerNonce, count: FlowTools.nonceByteCount, "issuerNonce")
            _ = try authentication.keys(meeting: read.authType)
            let session = SessionPrefix(preparation, txId: try FlowChecks.opened(read.txId))
            stage = .session(session, Proposal(read))
        case .session(var session, let proposal):
            let opened = try await session.accept(answer, snapshot, tools)
            stage = opened.map { .request($0, proposal) } ?? .session(session, proposal)
        case .request(let session, _):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.requestRevokeVC)
            stage = confirms ? .confirm(session) : .done
        case .confirm(let session):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.confirmRevokeVC)
            stage = .done
        case .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        let standing = try await tools.trust.standing(ofCredential: vcId)
        return standing?.status == .REVOKED ? .done(completion) : .undone(FlowChanges())
    }

    public func outcome() throws(WalletError) -> Outcome { Outcome(vcId: vcId) }

    /// Confirmations are not signed. A forged confirmation must not delete a valid credential, so the registry must also report the
    /// revocation.
    private func requireRevoked(_ tools: FlowTools) async throws(WalletError) {
        guard try await tools.trust.standing(ofCredential: vcId)?.status == .REVOKED else {
            throw WalletError(
                .answer, field: "vc-meta",
                reason:
                    "the issuer confirmed the revocation, but the registry does not show it, so the credential stays in the wallet"
            )
        }
    }

    private var completion: FlowChanges { FlowChanges(keepsCopy ? [] : [.deleteCredentials([vcId])]) }

    private func signed(
        _ proposal: Proposal, _ tools: FlowTools
    ) async throws(WalletError) -> ReqRevokeVc {
        let holder = try snapshot.requireHolder()
        var requests: [ProofRequest] = []
        for key in try authentication.keys(meeting: proposal.authType) {
            requests.append(try await tools.proof(.holder, key, of: holder, for: .assertionMethod))
        }
        let (unsigned, ready) = (ReqRevokeVc(vcId: vcId, issuerNonce: proposal.issuerNonce), requests)
        return try await translating(.signing, "request") { try await unsigned.signed(by: ready) }
    }
}
