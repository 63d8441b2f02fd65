import OpenDID_DataModel

/// M141: registers a new version of the user's DID document (OpenDID sheet 5.11).
///
/// The user authenticates with a key of the registered version. The wallet uses the new version only after the TAS has confirmed it.
public struct UpdateDocumentFlow: SessionFlow {
    public static let name = "update-document"

    /// The result of an update.
    public struct Outcome: Sendable, Hashable {
        /// The user's DID.
        public let did: String
        /// The version in the registry.
        public let versionId: String
    }

    private enum Stage: String, Codable, Sendable {
        case propose = "propose-update-diddoc"
        case session
        case request = "request-update-diddoc"
        case confirm = "confirm-update-diddoc"
        case done
    }

    private let facts: WalletFacts
    private let change: DocumentChange
    private let authentication: HolderAuthentication
    private var stage = Stage.propose
    private(set) var session: SessionPrefix?
    private var authNonce: String?
    private var document: DIDDocument?

    /// Creates a run.
    /// - Parameters:
    ///   - facts: the wallet's present state.
    ///   - change: the change of the document. Its keys are pending in the vault.
    ///   - authentication: the registered keys with which the user authenticates.
    public init(facts: WalletFacts, change: DocumentChange, authentication: HolderAuthentication) {
        self.facts = facts
        self.change = change
        self.authentication = authentication
    }

    public var step: FlowStep { FlowStep(stage.rawValue, session: stage == .session ? session : nil) }
    public var isBinding: Bool { stage == .request || stage == .confirm || stage == .done }
    public var rollback: FlowChanges { PendingDocument.removal }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .propose:
            let request = ProposeUpdateDidDoc(id: tools.messageID(), did: try facts.requireHolder().id)
            return .send(try tools.call(OpenDIDEndpoints.TAS.proposeUpdateDIDDoc, request))
        case .session:
            if let call = try await session?.next(facts, tools) { return .send(call) }
            stage = .request
            return try await next(tools)
        case .request:
            let made = try await makeDocument(tools)
            document = made
            let request = RequestUpdateDidDoc(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken(),
                didAuth: try await tools.didAuth(authNonce ?? "", facts, authentication),
                signedDidDoc: try await tools.envelope(made, facts))
            return .send(
                try tools.call(OpenDIDEndpoints.TAS.requestUpdateDIDDoc, request),
                saving: PendingDocument.keeping(made))
        case .confirm:
            let request = ConfirmUpdateDidDoc(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken())
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmUpdateDIDDoc, request))
        case .done:
            return .finished(saving: PendingDocument.promotion)
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .propose:
            let proposal = try answer.read(OpenDIDEndpoints.TAS.proposeUpdateDIDDoc).value
            guard let nonce = proposal.authNonce else {
                throw WalletError(
                    .answer, field: "authNonce",
                    reason:
                        "this trust agent is of a release that cannot update DID documents: it sends no nonce for the proof of a key"
                )
            }
            _ = try FlowChecks.bytes(nonce, count: FlowTools.nonceByteCount, "authNonce")
            authNonce = nonce
            session = SessionPrefix(purpose: .UPDATE_DID, client: .device, txId: try FlowChecks.opened(proposal.txId))
            stage = .session
        case .session:
            try await session?.accept(answer, facts, tools)
        case .request:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.requestUpdateDIDDoc)
            stage = .confirm
        case .confirm:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.confirmUpdateDIDDoc)
            stage = .done
        case .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        try await PendingDocument.settle(document, tools)
    }

    public func outcome() throws(WalletError) -> Outcome {
        guard let document else { throw WalletError(.state, reason: "the document is not registered yet") }
        return Outcome(did: document.id, versionId: document.versionId)
    }

    private func makeDocument(_ tools: FlowTools) async throws(WalletError) -> DIDDocument {
        let current = try facts.requireHolder()
        let now = tools.now()
        let next = try translating(.parameter, "change") { try change.applied(to: current, at: now) }
        let fresh = Set(change.keys.map(\.info.id))
        return try await tools.signing(next, as: .holder, owner: .holder) { fresh.contains($0) ? .pending : .active }
    }
}
