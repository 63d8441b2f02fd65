import HeraldJSON
import OpenDID_DataModel

/// Wallet creation (OpenDID sheet 5.4): this installation gets a DID, which the wallet provider attests.
public struct CreateWalletFlow: ProtocolFlow {
    public static let name = "create-wallet"
    /// The wallet package whose list of allowed apps is requested (OpenDID sheet 1.4).
    public static let walletPackage = "org.omnione.did.sdk.wallet"

    /// The result of wallet creation.
    public struct Outcome: Sendable, Hashable {
        /// The wallet's id, which the wallet provider assigned.
        public let walletId: String
        /// The DID of this installation.
        public let did: String
    }

    private enum Stage: String, Codable, Sendable {
        case allowedApps = "allowed-ca-list"
        case sign = "request-sign-wallet"
        case register = "request-register-wallet"
        case done
    }

    private let keys: [KeyInfo]
    private var stage = Stage.allowedApps
    private var apps: [String] = []
    private var document: DIDDocument?
    private var attested: AttestedDIDDoc?

    /// Creates a run.
    /// - Parameter keys: the pending device keys `assert`, `auth` and `keyagree`.
    public init(keys: [KeyInfo]) { self.keys = keys }

    public var step: FlowStep { FlowStep(rawValue: stage.rawValue) }
    public var isBinding: Bool { stage == .register || stage == .done }
    public var rollback: FlowChanges { FlowChanges([.setPendingDocument(.device, nil)]) }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .allowedApps:
            return .send(
                tools.addresses.call(OpenDIDEndpoints.List.allowedApps, ServiceQuery("wallet", Self.walletPackage)))
        case .sign:
            let made = try await makeDocument(tools)
            document = made
            return .send(try tools.call(OpenDIDEndpoints.WalletProvider.requestSignWallet, made))
        case .register:
            let (document, attested) = try both()
            let request = RequestAttestedDIDDoc(id: tools.messageID(), attestedDidDoc: attested)
            return .send(
                try tools.call(OpenDIDEndpoints.TAS.requestRegisterWallet, request),
                saving: FlowChanges([.setAllowedApps(apps), .setPendingDocument(.device, document)]))
        case .done:
            return .finished(saving: try completion())
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .allowedApps:
            let list = try answer.read(OpenDIDEndpoints.List.allowedApps).value
            guard !list.items.isEmpty else {
                throw WalletError(.answer, field: "items", reason: "the list of apps that may use this wallet is empty")
            }
            apps = list.items
            stage = .sign
        case .sign:
            attested = try await attestation(answer, tools)
            stage = .register
        case .register:
            _ = try FlowChecks.opened(answer.read(OpenDIDEndpoints.TAS.requestRegisterWallet).value.txId)
            stage = .done
        case .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        let (document, _) = try both()
        let found = try await tools.trust.registered(document.id)
        return FlowChecks.isRegistered(document, as: found) ? .done(try completion()) : .undone(rollback)
    }

    public func outcome() throws(WalletError) -> Outcome {
        let (document, attested) = try both()
        return Outcome(walletId: attested.walletId, did: document.id)
    }

    private func completion() throws(WalletError) -> FlowChanges {
        FlowChanges([.setWalletID(try both().1.walletId), .promotePendingDocument(.device)])
    }

    private func both() throws(WalletError) -> (DIDDocument, AttestedDIDDoc) {
        guard let document, let attested else {
            throw WalletError(.state, field: "attestedDidDoc", reason: "the wallet is not attested yet")
        }
        return (document, attested)
    }

    private func makeDocument(_ tools: FlowTools) async throws(WalletError) -> DIDDocument {
        try await tools.signing(try tools.newDocument(listing: keys), as: .device, owner: .device) { _ in .pending }
    }

    private func attestation(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) -> AttestedDIDDoc {
        let read = try answer.read(OpenDIDEndpoints.WalletProvider.requestSignWallet)
        try await tools.check(read.document, .standard(for: .attestedDIDDoc), "attestedDidDoc")
        try await tools.requireProvider(read.value.provider, .WalletProvider)
        let owner = try translating(.answer, "attestedDidDoc") { try read.value.openOwner().value }
        guard let document,
            try translating(.answer, "ownerDidDoc", { try owner.canonicalBytes() == document.canonicalBytes() })
        else {
            throw WalletError(
                .didMismatch, field: "ownerDidDoc", reason: "the wallet provider attested another document")
        }
        return read.value
    }
}
