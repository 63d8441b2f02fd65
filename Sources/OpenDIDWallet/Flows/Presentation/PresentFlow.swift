import HeraldJSON
import OpenDID_DataModel

/// M310: the user shows claims to a verifier (OpenDID sheet 5.8), directly or through the terminal that asked.
public struct PresentFlow: ProtocolFlow {
    public static let name = "present"

    /// The result of a presentation.
    public struct Outcome: Sendable {
        /// The id of the verifier's transaction.
        public let txId: String
        /// The presentation that the verifier receives in encrypted form.
        public let presentation: VerifiablePresentation
        /// The encrypted message. It was sent, or, in the indirect mode, is given to the terminal, which sends it.
        public let message: RequestVerify
        /// True if the verifier accepted it in this run. In the indirect mode the result is unknown.
        public let isAccepted: Bool
    }

    private enum Stage: String, Codable, Sendable {
        case profile = "request-profile"
        case token = "request-wallet-tokendata"
        case choice = "choose-claims"
        case verify = "request-verify"
        case done
    }

    private let facts: WalletFacts
    private let offer: VerifyOfferPayload
    private let offeredTxId: String?
    private let target: VerifierTarget
    private let authentication: HolderAuthentication
    private var tokens: WalletTokenExchange
    /// True if the app has a wallet token, so that the run requests none.
    private let hasToken: Bool
    private var stage = Stage.profile
    private var txId: String?
    private var profile: VerifyProfile?
    private var presentation: VerifiablePresentation?
    private var message: RequestVerify?
    private var isAccepted = false

    /// Creates a run.
    /// - Parameters:
    ///   - facts: the wallet's present state.
    ///   - offer: the offer in the verifier's QR code.
    ///   - txId: the id of the transaction in the offer's wrapper, if there is one.
    ///   - addresses: the addresses and the allowed hosts of verifiers. An offer with another host is refused.
    ///   - now: the time, for checking the offer's validity.
    ///   - authentication: the keys with which the user may sign.
    /// - Throws: ``WalletError`` with code `offer` if the offer has expired, is locked, is of another kind, names another host or has a
    ///   mode that is not implemented.
    public init(
        facts: WalletFacts, offer: VerifyOfferPayload, txId: String? = nil, addresses: ServiceAddresses,
        now: UTCInstant,
        authentication: HolderAuthentication
    ) throws(WalletError) {
        func refuse(_ field: String, _ reason: String) -> WalletError {
            WalletError(.offer, field: field, reason: reason)
        }
        guard offer.type == .VerifyOffer else { throw refuse("type", "an offer to verify expected") }
        guard offer.mode != .Proxy else { throw refuse("mode", "the proxy mode exists by name only") }
        guard !offer.locked else { throw refuse("locked", "the verifier has to be given its passcode first") }
        guard offer.offerId?.isEmpty == false else { throw refuse("offerId", "the offer has no id") }
        if let until = offer.$validUntil, until < now { throw refuse("validUntil", "the offer has expired") }
        self.facts = facts
        self.offer = offer
        self.authentication = authentication
        offeredTxId = txId
        target = try VerifierTarget(offer, addresses)
        tokens = WalletTokenExchange(purpose: .LIST_VC_AND_PRESENT_VP)
        hasToken = false
    }

    /// Creates a run with only steps 3 and 4 of OpenDID sheet 5.8, for an app that requested the profile and sends the message itself
    /// (OpenDID sheet 8). The run starts with the answer to `request-profile`.
    init(facts: WalletFacts, addresses: ServiceAddresses, authentication: HolderAuthentication) throws(WalletError) {
        self.facts = facts
        offer = VerifyOfferPayload(type: .VerifyOffer, mode: .Indirect)
        offeredTxId = nil
        target = try VerifierTarget(offer, addresses)
        self.authentication = authentication
        tokens = WalletTokenExchange(purpose: .PRESENT_VP)
        hasToken = true
    }

    public var step: FlowStep { FlowStep(rawValue: stage.rawValue) }
    /// False, because the registry does not change and there is nothing to settle.
    public var isBinding: Bool { false }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .profile:
            let request = RequestProfile(id: tools.messageID(), txId: offeredTxId, offerId: offer.offerId ?? "")
            return .send(try target.call(OpenDIDEndpoints.Verifier.requestProfile, request))
        case .token:
            return .send(try tokens.call(facts, tools))
        case .choice:
            return .decide
        case .verify:
            guard let message else {
                throw WalletError(.state, field: "encVp", reason: "the user has not chosen the claims yet")
            }
            guard offer.mode == .Direct else { return .finished(saving: FlowChanges()) }
            return .send(try target.call(OpenDIDEndpoints.Verifier.requestVerify, message))
        case .done:
            return .finished(saving: FlowChanges())
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .profile:
            try await acceptProfile(answer, tools)
            stage = hasToken ? .choice : .token
        case .token:
            _ = try await tokens.accept(answer, facts, tools)
            stage = .choice
        case .verify:
            try FlowChecks.transaction(answer.read(OpenDIDEndpoints.Verifier.requestVerify).value.txId, is: txId ?? "")
            isAccepted = true
            stage = .done
        case .choice, .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    /// Returns the verifier's request, for the decision that ``next(_:)`` asks for.
    /// - Throws: ``WalletError`` with code `state` if there is no profile or no registered user yet.
    public func request(_ tools: FlowTools) async throws(WalletError) -> PresentationRequest {
        PresentationRequest(
            try known(), credentials: try await tools.keys.credentials(), holder: try facts.requireHolder().id)
    }

    /// Makes the presentation that the user agreed to.
    /// - Throws: ``WalletError`` with code `no_credential` if it does not satisfy the verifier's request, or with code `key_unlock` if the
    ///   user did not authenticate as the verifier requires.
    public mutating func decide(_ choice: PresentationChoice, _ tools: FlowTools) async throws(WalletError) {
        let profile = try known()
        guard stage == .choice else { throw WalletError(.state, reason: "this step needs no decision") }
        let holder = try facts.requireHolder()
        let draft = try await draft(choice, profile, holder, tools)
        let process = profile.profile.process
        var requests: [ProofRequest] = []
        for key in try authentication.keys(meeting: process.authType ?? []) {
            requests.append(try await tools.proof(.holder, key, of: holder, for: .assertionMethod))
        }
        let ready = requests
        let signed = try await translating(.signing, "presentation") { try await draft.signed(by: ready) }
        let channel = try EndToEndChannel(process.reqE2e, nonce: process.verifierNonce, tools)
        message = RequestVerify(
            id: tools.messageID(), txId: txId, accE2e: try await channel.half(of: holder, tools),
            encVp: try channel.seal(signed))
        presentation = signed
        stage = .verify
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement { .undone(FlowChanges()) }

    public func outcome() throws(WalletError) -> Outcome {
        guard let txId, let presentation, let message else {
            throw WalletError(.state, reason: "the wallet has not presented anything yet")
        }
        return Outcome(txId: txId, presentation: presentation, message: message, isAccepted: isAccepted)
    }

    private func known() throws(WalletError) -> VerifyProfile {
        guard let profile else { throw WalletError(.state, field: "profile", reason: "there is no profile yet") }
        return profile
    }

    private mutating func acceptProfile(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        let read = try answer.read(OpenDIDEndpoints.Verifier.requestProfile)
        // The transaction may differ from the offer's. If a code is scanned twice, each profile has a transaction of its own.
        let opened = try FlowChecks.opened(read.value.txId)
        try await tools.check(try read.part("profile"), .standard(for: .verifyProfile), "profile")
        let detail = read.value.profile.profile.verifier
        try await tools.requireProvider(Provider(did: detail.did, certVcRef: detail.certVcRef), .Verifier)
        txId = opened
        profile = read.value.profile
    }

    private func draft(
        _ choice: PresentationChoice, _ profile: VerifyProfile, _ holder: DIDDocument, _ tools: FlowTools
    ) async throws(WalletError) -> PresentationDraft {
        let stored = try await tools.keys.credentials()
        var draft = PresentationDraft(
            id: tools.uuid(), holder: holder.id, verifierNonce: profile.profile.process.verifierNonce, now: tools.now())
        for shown in choice.shown {
            guard let credential = stored.first(where: { $0.id == shown.credentialID })?.credential else {
                throw WalletError(.noCredential, field: shown.credentialID, reason: "the wallet has no such credential")
            }
            try translating(.noCredential, "presentation") { try draft.add(credential, showing: shown.claims) }
        }
        for (index, schema) in profile.profile.filter.credentialSchemas.enumerated()
        where !draft.credentials.contains(where: schema.accepts) {
            throw WalletError(
                .noCredential, field: "credentialSchemas[\(index)]",
                reason: "the chosen claims are not those that the verifier asks for")
        }
        return draft
    }
}
