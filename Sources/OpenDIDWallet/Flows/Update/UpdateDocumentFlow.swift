import OpenDID_DataModel

/// M141: registers a new version of the user's DID document (OpenDID sheet 5.11).
///
/// The user authenticates with a key of the registered version. The wallet uses the new version only after the TAS has confirmed it.
///
/// ```swift
/// let edit = DocumentEdit(newKeys: [DocumentEdit.NewKey(id: "pin", protection: .pin(newPIN))])
/// try await wallet.updateDocument(edit, unlock: .pin(oldPIN))
/// ```
public struct UpdateDocumentFlow: ProtocolFlow {
    public static let name = "update-document"

    /// The result of an update.
    public struct Outcome: Sendable, Hashable {
        /// The user's DID.
        public let did: String
        /// The version in the registry.
        public let versionId: String
    }

    /// The call to send next. Each case refers to the data that the call needs, so a copy of a run is cheap.
    private indirect enum Stage: Codable, Sendable {
        case propose(SessionPreparation)
        case session(SessionPrefix, authNonce: String)
        case request(OpenSession, authNonce: String)
        /// The request with the new version is being sent.
        case requested(OpenSession, authNonce: String, DIDDocument)
        case confirm(OpenSession, DIDDocument)
        case done(DIDDocument)

        var name: String {
            switch self {
            case .propose: "propose-update-diddoc"
            case .session(let session, _): session.step
            case .request, .requested: "request-update-diddoc"
            case .confirm: "confirm-update-diddoc"
            case .done: "done"
            }
        }

        /// The new version of the document, or `nil` if it was not created yet.
        var document: DIDDocument? {
            switch self {
            case .propose, .session, .request: nil
            case .requested(_, _, let document), .confirm(_, let document), .done(let document): document
            }
        }
    }

    private let snapshot: WalletSnapshot
    private let change: DocumentChange
    private let authentication: HolderAuthentication
    private var stage = Stage.propose(SessionPreparation(purpose: .UPDATE_DID, client: .device))

    /// Creates a run.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - change: the change of the document. Its keys are pending in the vault.
    ///   - authentication: the registered keys with which the user authenticates.
    public init(snapshot: WalletSnapshot, change: DocumentChange, authentication: HolderAuthentication) {
        self.snapshot = snapshot
        self.change = change
        self.authentication = authentication
    }

    public var ahead: [ServiceCall] {
        switch stage {
        case .propose(let preparation): preparation.ahead
        case .session(let session, _): session.ahead
        case .request, .requested, .confirm, .done: []
        }
    }

    public var step: FlowStep { FlowStep(rawValue: stage.name) }
    public var isBinding: Bool {
        switch stage {
        case .propose, .session: false
        case .request, .requested, .confirm, .done: true
        }
    }
    public var rollback: FlowChanges { PendingDocument.removal }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .propose(var preparation):
            try preparation.appCalls(snapshot, tools)
            stage = .propose(preparation)
            let request = ProposeUpdateDidDoc(id: tools.messageID(), did: try snapshot.requireHolder().id)
            return .send(try tools.call(OpenDIDEndpoints.TAS.proposeUpdateDIDDoc, request))
        case .session(var session, let authNonce):
            let call = try await session.next(snapshot, tools)
            stage = .session(session, authNonce: authNonce)
            return .send(call)
        case .request(let session, let authNonce), .requested(let session, let authNonce, _):
            let document = try await makeDocument(tools)
            let request = RequestUpdateDidDoc(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken,
                didAuth: try await tools.didAuth(authNonce, snapshot, authentication),
                signedDidDoc: try await tools.envelope(document, snapshot))
            stage = .requested(session, authNonce: authNonce, document)
            return .send(
                try tools.call(OpenDIDEndpoints.TAS.requestUpdateDIDDoc, request),
                saving: PendingDocument.keeping(document))
        case .confirm(let session, _):
            let request = ConfirmUpdateDidDoc(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken)
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmUpdateDIDDoc, request))
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
            let proposal = try answer.read(OpenDIDEndpoints.TAS.proposeUpdateDIDDoc).value
            guard let nonce = proposal.authNonce else {
                throw WalletError(
                    .answer, field: "authNonce",
                    reason:
                        "this trust agent is of a release that cannot update DID documents: it sends no nonce for the proof of a key"
                )
            }
            _ = try FlowChecks.bytes(nonce, count: FlowTools.nonceByteCount, "authNonce")
            let session = SessionPrefix(preparation, txId: try FlowChecks.opened(proposal.txId))
            stage = .session(session, authNonce: nonce)
        case .session(var session, let authNonce):
            let opened = try await session.accept(answer, snapshot, tools)
            stage = opened.map { .request($0, authNonce: authNonce) } ?? .session(session, authNonce: authNonce)
        case .requested(let session, _, let document):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.requestUpdateDIDDoc)
            stage = .confirm(session, document)
        case .confirm(let session, let document):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.confirmUpdateDIDDoc)
            stage = .done(document)
        case .request, .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        try await PendingDocument.settle(stage.document, tools)
    }

    public func outcome() throws(WalletError) -> Outcome {
        guard let document = stage.document else {
            throw WalletError(.state, reason: "the document is not registered yet")
        }
        return Outcome(did: document.id, versionId: document.versionId)
    }

    private func makeDocument(_ tools: FlowTools) async throws(WalletError) -> DIDDocument {
        let current = try snapshot.requireHolder()
        let now = tools.now()
        let next = try translating(.parameter, "change") { try change.applied(to: current, at: now) }
        let fresh = Set(change.keys.map(\.info.id))
        return try await tools.signing(next, as: .holder, owner: .holder) { fresh.contains($0) ? .pending : .active }
    }
}
