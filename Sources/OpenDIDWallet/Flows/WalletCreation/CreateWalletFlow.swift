import HeraldJSON
import OpenDID_DataModel

/// Wallet creation (OpenDID sheet 5.4): this installation gets a DID, which the wallet provider attests.
public struct CreateWalletFlow: ProtocolFlow {
    public static let name = "create-wallet"
    /// The name of the wallet package. The wallet requests the list of the apps that may use it (OpenDID sheet 1.4).
    public static let walletPackage = "org.omnione.did.sdk.wallet"

    /// The result of wallet creation.
    public struct Outcome: Sendable, Hashable {
        /// The wallet's id, which the wallet provider assigned.
        public let walletId: String
        /// The DID of this installation.
        public let did: String
    }

    /// The call to send next. Each case stores the data from earlier answers that the call needs.
    private enum Stage: Codable, Sendable {
        case allowedApps
        case sign(apps: [String])
        /// The device's document is being sent to the wallet provider.
        case signing(apps: [String], DIDDocument)
        case register(apps: [String], DIDDocument, AttestedDIDDoc)
        case done(DIDDocument, AttestedDIDDoc)

        var name: String {
            switch self {
            case .allowedApps: "allowed-ca-list"
            case .sign, .signing: "request-sign-wallet"
            case .register: "request-register-wallet"
            case .done: "done"
            }
        }
    }

    private let keys: [KeyInfo]
    private var stage = Stage.allowedApps

    /// Creates a run.
    /// - Parameter keys: the pending device keys `assert`, `auth` and `keyagree`.
    public init(keys: [KeyInfo]) { self.keys = keys }

    public var step: FlowStep { FlowStep(rawValue: stage.name) }
    public var isBinding: Bool {
        switch stage {
        case .allowedApps, .sign, .signing: false
        case .register, .done: true
        }
    }
    public var rollback: FlowChanges { FlowChanges([.setPendingDocument(.device, nil)]) }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .allowedApps:
            return .send(
                tools.addresses.call(OpenDIDEndpoints.List.allowedApps, ServiceQuery("wallet", Self.walletPackage)))
        case .sign(let apps), .signing(let apps, _):
            let document = try await makeDocument(tools)
            stage = .signing(apps: apps, document)
            return .send(try tools.call(OpenDIDEndpoints.WalletProvider.requestSignWallet, document))
        case .register(let apps, let document, let attested):
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
            stage = .sign(apps: list.items)
        case .signing(let apps, let document):
            stage = .register(apps: apps, document, try await attestation(answer, of: document, tools))
        case .register(_, let document, let attested):
            _ = try FlowChecks.opened(answer.read(OpenDIDEndpoints.TAS.requestRegisterWallet).value.txId)
            stage = .done(document, attested)
        case .sign, .done:
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
        switch stage {
        case .register(_, let document, let attested), .done(let document, let attested): return (document, attested)
        case .allowedApps, .sign, .signing:
            throw WalletError(.state, field: "attestedDidDoc", reason: "the wallet is not attested yet")
        }
    }

    private func makeDocument(_ tools: FlowTools) async throws(WalletError) -> DIDDocument {
        try await tools.signing(try tools.newDocument(listing: keys), as: .device, owner: .device) { _ in .pending }
    }

    private func attestation(
        _ answer: ServiceAnswer, of document: DIDDocument, _ tools: FlowTools
    ) async throws(WalletError) -> AttestedDIDDoc {
        let read = try answer.read(OpenDIDEndpoints.WalletProvider.requestSignWallet)
        try await tools.check(read.document, .standard(for: .attestedDIDDoc), "attestedDidDoc")
        try await tools.requireProvider(read.value.provider, .WalletProvider)
        let owner = try translating(.answer, "attestedDidDoc") { try read.value.openOwner().value }
        guard try translating(.answer, "ownerDidDoc", { try owner.canonicalBytes() == document.canonicalBytes() })
        else {
            throw WalletError(
                .didMismatch, field: "ownerDidDoc", reason: "the wallet provider attested another document")
        }
        return read.value
    }
}
