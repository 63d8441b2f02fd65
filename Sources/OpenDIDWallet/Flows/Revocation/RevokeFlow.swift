import OpenDID_DataModel

/// M220: the user requests the revocation of a credential (OpenDID sheet 5.9).
public struct RevokeFlow: SessionFlow {
    public static let name = "revoke-credential"

    /// The result of a revocation.
    public struct Outcome: Sendable, Hashable {
        /// The credential's id.
        public let vcId: String
    }

    private enum Stage: String, Codable, Sendable {
        case propose = "propose-revoke-vc"
        case session
        case request = "request-revoke-vc"
        case confirm = "confirm-revoke-vc"
        case done
    }

    private let facts: WalletFacts
    private let vcId: String
    private let keepsCopy: Bool
    private let authentication: HolderAuthentication
    /// True if the run confirms the revocation. An app that opened the transaction confirms it itself.
    private let confirms: Bool
    private var stage = Stage.propose
    private(set) var session: SessionPrefix?
    private var proposal: _ProposeRevokeVc?

    /// Creates a run.
    /// - Parameters:
    ///   - facts: the wallet's present state.
    ///   - vcId: the credential's id.
    ///   - keepsCopy: true if the revoked credential stays in the wallet. Defaults to false.
    ///   - authentication: the keys with which the user may sign.
    public init(facts: WalletFacts, vcId: String, keepsCopy: Bool = false, authentication: HolderAuthentication) {
        self.facts = facts
        self.vcId = vcId
        self.keepsCopy = keepsCopy
        self.authentication = authentication
        confirms = true
    }

    /// Creates a run with only step 6 of OpenDID sheet 5.9, for an app that makes the other calls itself (OpenDID sheet 8). The credential
    /// stays in the wallet until the app deletes it.
    /// - Parameters:
    ///   - facts: the wallet's present state.
    ///   - vcId: the credential's id.
    ///   - session: the session of the transaction.
    ///   - proposal: the issuer's answer to the proposal.
    ///   - authentication: the keys with which the user may sign.
    init(
        facts: WalletFacts, vcId: String, session: SessionPrefix, proposal: _ProposeRevokeVc,
        authentication: HolderAuthentication
    ) throws(WalletError) {
        _ = try FlowChecks.bytes(proposal.issuerNonce, count: FlowTools.nonceByteCount, "issuerNonce")
        _ = try authentication.keys(meeting: proposal.authType)
        self.facts = facts
        self.vcId = vcId
        keepsCopy = true
        self.authentication = authentication
        confirms = false
        self.session = session
        self.proposal = proposal
        stage = .request
    }

    public var step: FlowStep { FlowStep(stage.rawValue, session: stage == .session ? session : nil) }
    public var isBinding: Bool { stage == .request || stage == .confirm || stage == .done }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .propose:
            return .send(
                try tools.call(OpenDIDEndpoints.TAS.proposeRevokeVC, ProposeRevokeVc(id: tools.messageID(), vcId: vcId))
            )
        case .session:
            if let call = try await session?.next(facts, tools) { return .send(call) }
            stage = .request
            return try await next(tools)
        case .request:
            let request = RequestRevokeVc(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken(),
                request: try await signed(tools))
            return .send(try tools.call(OpenDIDEndpoints.TAS.requestRevokeVC, request))
        case .confirm:
            let request = ConfirmRevokeVc(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken())
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmRevokeVC, request))
        case .done:
            if confirms { try await requireRevoked(tools) }
            return .finished(saving: completion)
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .propose:
            let read = try answer.read(OpenDIDEndpoints.TAS.proposeRevokeVC).value
            _ = try FlowChecks.bytes(read.issuerNonce, count: FlowTools.nonceByteCount, "issuerNonce")
            _ = try authentication.keys(meeting: read.authType)
            proposal = read
            session = SessionPrefix(purpose: .REMOVE_VC, client: .holder, txId: try FlowChecks.opened(read.txId))
            stage = .session
        case .session:
            try await session?.accept(answer, facts, tools)
        case .request:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.requestRevokeVC)
            stage = confirms ? .confirm : .done
        case .confirm:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.confirmRevokeVC)
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

    /// Confirmations are not signed. A false one must not cost a credential, so the registry must confirm the revocation too.
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

    private func signed(_ tools: FlowTools) async throws(WalletError) -> ReqRevokeVc {
        guard let proposal else {
            throw WalletError(.state, field: "issuerNonce", reason: "the issuer gave no nonce yet")
        }
        let holder = try facts.requireHolder()
        var requests: [ProofRequest] = []
        for key in try authentication.keys(meeting: proposal.authType) {
            requests.append(try await tools.proof(.holder, key, of: holder, for: .assertionMethod))
        }
        let (unsigned, ready) = (ReqRevokeVc(vcId: vcId, issuerNonce: proposal.issuerNonce), requests)
        return try await translating(.signing, "request") { try await unsigned.signed(by: ready) }
    }
}
