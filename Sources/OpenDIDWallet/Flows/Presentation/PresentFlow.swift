import HeraldJSON
import OpenDID_DataModel

/// M310: the user shows claims to a verifier (OpenDID sheet 5.8), directly or through the terminal that showed the offer.
///
/// ```swift
/// if case .verify(let offer, let txId) = try ReceivedOffer(scannedText) {
///     let shown = try await wallet.present(offer, txId: txId, unlock: .pin(pin))
///     print(shown.isAccepted)
/// }
/// ```
public struct PresentFlow: ProtocolFlow {
    public static let name = "present"

    /// The result of a presentation.
    public struct Outcome: Sendable {
        /// The id of the verifier's transaction.
        public let txId: String
        /// The presentation that the verifier receives in encrypted form.
        public let presentation: VerifiablePresentation
        /// The encrypted message. In the direct mode it was sent to the verifier. In the indirect mode the app gives it to the terminal,
        /// which sends it.
        public let message: RequestVerify
        /// True if the verifier accepted the presentation in this run. False in the indirect mode, in which the result is unknown.
        public let isAccepted: Bool
    }

    /// The call to send next. Each case refers to the data that the call needs, so a copy of a run is cheap.
    private indirect enum Stage: Codable, Sendable {
        case profile(ProfileSource)
        case token(WalletTokenExchange, Asked)
        case choice(Asked)
        case verify(Presented)
        case done(Presented)

        var name: String {
            switch self {
            case .profile: "request-profile"
            case .token: "request-wallet-tokendata"
            case .choice: "choose-claims"
            case .verify: "request-verify"
            case .done: "done"
            }
        }
    }

    /// The party that requests the profile from the verifier.
    private enum ProfileSource: Codable, Sendable {
        /// The run requests the profile. The associated values are the id of the offer, the id of the transaction if there is one, and the
        /// request for a wallet token. The token does not depend on the profile, so the run requests both at the same time.
        case run(offerId: String, txId: String?, WalletTokenExchange)
        /// The app requests the profile. The app has a wallet token already, so the run requests none.
        case app
    }

    /// The verifier's request for a presentation.
    private struct Asked: Codable, Sendable {
        let txId: String
        let profile: VerifyProfile
    }

    /// The presentation that answers the verifier's request.
    private struct Presented: Codable, Sendable {
        let txId: String
        let presentation: VerifiablePresentation
        let message: RequestVerify
    }

    private let snapshot: WalletSnapshot
    private let target: VerifierTarget
    /// True if the wallet sends the presentation to the verifier. Otherwise the terminal sends it.
    private let isDirect: Bool
    private let authentication: HolderAuthentication
    private var stage: Stage

    /// Creates a run.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - offer: the offer in the verifier's QR code.
    ///   - txId: the id of the transaction in the offer's wrapper, if there is one.
    ///   - addresses: the addresses and the allowed hosts of verifiers. An offer with another host is refused.
    ///   - now: the time, for checking the offer's validity.
    ///   - authentication: the keys with which the user may sign.
    /// - Throws: ``WalletError`` with code `offer` if the offer has expired, is locked, is of another kind, names another host or has a
    ///   mode that is not implemented.
    public init(
        snapshot: WalletSnapshot, offer: VerifyOfferPayload, txId: String? = nil, addresses: ServiceAddresses,
        now: UTCInstant,
        authentication: HolderAuthentication
    ) throws(WalletError) {
        func refuse(_ field: String, _ reason: String) -> WalletError {
            WalletError(.offer, field: field, reason: reason)
        }
        guard offer.type == .VerifyOffer else { throw refuse("type", "an offer to verify expected") }
        guard offer.mode != .Proxy else { throw refuse("mode", "the proxy mode exists by name only") }
        guard !offer.locked else { throw refuse("locked", "the verifier has to be given its passcode first") }
        guard let offerId = offer.offerId, !offerId.isEmpty else { throw refuse("offerId", "the offer has no id") }
        if let until = offer.$validUntil, until < now { throw refuse("validUntil", "the offer has expired") }
        self.snapshot = snapshot
        self.authentication = authentication
        target = try VerifierTarget(offer, addresses)
        isDirect = offer.mode == .Direct
        stage = .profile(
            .run(offerId: offerId, txId: txId, WalletTokenExchange(purpose: .LIST_VC_AND_PRESENT_VP)))
    }

    /// Creates a run with only steps 3 and 4 of OpenDID sheet 5.8, for an app that requested the profile and sends the message itself
    /// (OpenDID sheet 8). The run starts with the answer to `request-profile`.
    init(snapshot: WalletSnapshot, addresses: ServiceAddresses, authentication: HolderAuthentication) {
        self.snapshot = snapshot
        target = VerifierTarget(addresses)
        isDirect = false
        self.authentication = authentication
        stage = .profile(.app)
    }

    public var step: FlowStep { FlowStep(rawValue: stage.name) }
    public var ahead: [ServiceCall] {
        guard case .profile(.run(_, _, let tokens)) = stage, let call = tokens.made else { return [] }
        return [call]
    }
    /// False, because a presentation does not change the registry. A failed run therefore has nothing to settle.
    public var isBinding: Bool { false }

    public func explaining(_ refusal: WalletError) -> WalletError {
        // Upstream's verifiers refuse a presentation that they have accepted already. Refusals of the earlier steps are what they seem.
        guard case .verify = stage else { return refusal }
        return WalletError(
            .unconfirmed, field: refusal.field,
            reason:
                "the verifier may have accepted the presentation, but its answer was lost; ask the verifier: \(refusal.reason)",
            serverError: refusal.serverError)
    }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .profile(.run(let offerId, let txId, var tokens)):
            _ = try tokens.call(snapshot, tools)
            stage = .profile(.run(offerId: offerId, txId: txId, tokens))
            let request = RequestProfile(id: tools.messageID(), txId: txId, offerId: offerId)
            return .send(try target.call(OpenDIDEndpoints.Verifier.requestProfile, request))
        case .profile(.app):
            throw WalletError(.state, field: "profile", reason: "the app requests the profile")
        case .token(var tokens, let asked):
            let call = try tokens.call(snapshot, tools)
            stage = .token(tokens, asked)
            return .send(call)
        case .choice:
            return .decide
        case .verify(let presented):
            guard isDirect else { return .finished(saving: FlowChanges()) }
            return .send(try target.call(OpenDIDEndpoints.Verifier.requestVerify, presented.message))
        case .done:
            return .finished(saving: FlowChanges())
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .profile(let source):
            let asked = try await asked(answer, tools)
            switch source {
            case .run(_, _, let tokens): stage = .token(tokens, asked)
            case .app: stage = .choice(asked)
            }
        case .token(let tokens, let asked):
            _ = try await tokens.accept(answer, snapshot, tools)
            stage = .choice(asked)
        case .verify(let presented):
            try FlowChecks.transaction(
                answer.read(OpenDIDEndpoints.Verifier.requestVerify).value.txId, is: presented.txId)
            stage = .done(presented)
        case .choice, .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    /// Returns the verifier's request. The app shows the request to the user when ``next(_:)`` returns ``FlowMove/decide``.
    /// - Throws: ``WalletError`` with code `state` if there is no profile or no registered user yet, or if the request was answered
    ///   already.
    public func request(_ tools: FlowTools) async throws(WalletError) -> PresentationRequest {
        PresentationRequest(
            try known().profile, credentials: try await tools.keys.credentials(),
            holder: try snapshot.requireHolder().id)
    }

    /// Makes the presentation that the user agreed to.
    /// - Throws: ``WalletError`` with code `no_credential` if it does not satisfy the verifier's request, or with code `key_unlock` if the
    ///   user did not authenticate as the verifier requires.
    public mutating func decide(_ choice: PresentationChoice, _ tools: FlowTools) async throws(WalletError) {
        let asked = try known()
        guard case .choice = stage else { throw WalletError(.state, reason: "this step needs no decision") }
        let (holder, profile) = (try snapshot.requireHolder(), asked.profile)
        let draft = try await draft(choice, profile, holder, tools)
        let process = profile.profile.process
        var requests: [ProofRequest] = []
        for key in try authentication.keys(meeting: process.authType ?? []) {
            requests.append(try await tools.proof(.holder, key, of: holder, for: .assertionMethod))
        }
        let ready = requests
        let signed = try await translating(.signing, "presentation") { try await draft.signed(by: ready) }
        let channel = try EndToEndChannel(process.reqE2e, nonce: process.verifierNonce, tools)
        let message = RequestVerify(
            id: tools.messageID(), txId: asked.txId, accE2e: try await channel.half(of: holder, tools),
            encVp: try channel.seal(signed))
        stage = .verify(Presented(txId: asked.txId, presentation: signed, message: message))
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement { .undone(FlowChanges()) }

    public func outcome() throws(WalletError) -> Outcome {
        let (presented, isAccepted): (Presented, Bool)
        switch stage {
        case .profile, .token, .choice: throw WalletError(.state, reason: "the wallet has not presented anything yet")
        case .verify(let made): (presented, isAccepted) = (made, false)
        case .done(let made): (presented, isAccepted) = (made, true)
        }
        return Outcome(
            txId: presented.txId, presentation: presented.presentation, message: presented.message,
            isAccepted: isAccepted)
    }

    private func known() throws(WalletError) -> Asked {
        switch stage {
        case .profile: throw WalletError(.state, field: "profile", reason: "there is no profile yet")
        case .token(_, let asked), .choice(let asked): return asked
        case .verify, .done: throw WalletError(.state, field: "profile", reason: "the request was answered already")
        }
    }

    private func asked(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) -> Asked {
        let read = try answer.read(OpenDIDEndpoints.Verifier.requestProfile)
        // The transaction of the profile may differ from that of the offer, because a QR code can be scanned twice. Each profile then has a
        // transaction of its own.
        let opened = try FlowChecks.opened(read.value.txId)
        let document = try read.part("profile", decodedAs: read.value.profile)
        try await tools.check(document, .standard(for: .verifyProfile), "profile")
        let detail = read.value.profile.profile.verifier
        try await tools.requireProvider(Provider(did: detail.did, certVcRef: detail.certVcRef), .Verifier)
        return Asked(txId: opened, profile: read.value.profile)
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
