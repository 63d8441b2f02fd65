import HeraldJSON
import OpenDID_DataModel

/// M210: the issuer issues a credential to the user, on the user's initiative or after an offer (OpenDID sheet 5.7).
public struct IssueCredentialFlow: ProtocolFlow {
    public static let name = "issue-credential"

    /// The result of an issuance.
    public struct Outcome: Sendable, Hashable {
        /// The credential's id in the wallet.
        public let vcId: String
        /// The issuer's DID.
        public let issuer: String
        /// The issuer's title for the credential.
        public let title: String
    }

    /// The call to send next. Each case refers to the data that the call needs, so a copy of a run is cheap.
    private indirect enum Stage: Codable, Sendable {
        case propose(planId: String, offerId: String?, SessionPreparation)
        case session(SessionPrefix, refId: String)
        case profile(OpenSession, refId: String)
        case issue(Order)
        /// The encrypted channel is open, and the request for the credential is sent through it.
        case requested(Order, EndToEndChannel)
        case confirm(OpenSession, Received)
        case done(Received)

        var name: String {
            switch self {
            case .propose: "propose-issue-vc"
            case .session(let session, _): session.step
            case .profile: "request-issue-profile"
            case .issue, .requested: "request-issue-vc"
            case .confirm: "confirm-issue-vc"
            case .done: "done"
            }
        }

        /// The received credential, or `nil` if none was received yet.
        var received: Received? {
            switch self {
            case .propose, .session, .profile, .issue, .requested: nil
            case .confirm(_, let received), .done(let received): received
            }
        }
    }

    /// The data that a request for the credential needs.
    private struct Order: Codable, Sendable {
        let session: OpenSession
        let refId: String
        let authNonce: String
        let profile: IssueProfile
    }

    /// The credential, and the title of the profile under which it was issued.
    private struct Received: Codable, Sendable {
        let credential: IssuedCredential
        let title: String
    }

    /// The signer of the holder's answer to the issuer's nonce: this run or the app.
    private enum Proving: Codable, Sendable {
        /// The run signs the answer with these keys.
        case keys(HolderAuthentication)
        /// The app signed the answer. An app that opened the transaction also confirms the issuance itself.
        case app(DIDAuth)
    }

    private let snapshot: WalletSnapshot
    private let issuer: String
    private let proving: Proving
    private let replacesSameSchema: Bool
    private var stage: Stage

    /// Creates a run.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - replacesSameSchema: true if earlier credentials of the same schema are deleted, as upstream does (OpenDID
    ///     sheet 9). Defaults to true.
    ///   - planId: the id of the credential's plan.
    ///   - issuer: the issuer's DID.
    ///   - offerId: the id of the issuer's offer, if there is one.
    ///   - authentication: the keys with which the user authenticates.
    public init(
        snapshot: WalletSnapshot, planId: String, issuer: String, offerId: String? = nil,
        replacesSameSchema: Bool = true,
        authentication: HolderAuthentication
    ) {
        self.snapshot = snapshot
        self.issuer = issuer
        self.replacesSameSchema = replacesSameSchema
        proving = .keys(authentication)
        stage = .propose(
            planId: planId, offerId: offerId, SessionPreparation(purpose: .ISSUE_VC, client: .holder))
    }

    /// Creates a run with only steps 7 to 9 of OpenDID sheet 5.7, for an app that makes the other calls itself (OpenDID sheet 8). The run
    /// starts with the answer to `request-issue-profile`, and the app confirms the issuance.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - session: the session of the transaction.
    ///   - refId: the issuer's reference.
    ///   - issuer: the issuer's DID.
    ///   - replacesSameSchema: true if an earlier credential of the schema is deleted.
    ///   - didAuth: the holder's answer to the profile's nonce.
    init(
        snapshot: WalletSnapshot, session: OpenSession, refId: String, issuer: String, replacesSameSchema: Bool,
        didAuth: DIDAuth
    ) {
        self.snapshot = snapshot
        self.issuer = issuer
        self.replacesSameSchema = replacesSameSchema
        proving = .app(didAuth)
        stage = .profile(session, refId: refId)
    }

    public var ahead: [ServiceCall] {
        switch stage {
        case .propose(_, _, let preparation): preparation.ahead
        case .session(let session, _): session.ahead
        case .profile, .issue, .requested, .confirm, .done: []
        }
    }

    public var step: FlowStep { FlowStep(rawValue: stage.name) }
    public var isBinding: Bool {
        switch stage {
        case .propose, .session, .profile: false
        case .issue, .requested, .confirm, .done: true
        }
    }

    public var doubtsRefusal: Bool { isIssuing }
    public var keepsAnswer: Bool { isIssuing }

    /// True while the request for the credential is being sent.
    private var isIssuing: Bool {
        switch stage {
        case .issue, .requested: true
        case .propose, .session, .profile, .confirm, .done: false
        }
    }

    public func explaining(_ refusal: WalletError) -> WalletError {
        guard isIssuing else { return refusal }
        return WalletError(
            .notReceived, field: refusal.field,
            reason:
                "the credential may have been issued, but was not received; have it issued again: \(refusal.reason)",
            serverError: refusal.serverError)
    }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .propose(let planId, let offerId, var preparation):
            try preparation.appCalls(snapshot, tools)
            stage = .propose(planId: planId, offerId: offerId, preparation)
            let request = ProposeIssueVc(id: tools.messageID(), vcPlanId: planId, issuer: issuer, offerId: offerId)
            return .send(try tools.call(OpenDIDEndpoints.TAS.proposeIssueVC, request))
        case .session(var session, let refId):
            let call = try await session.next(snapshot, tools)
            stage = .session(session, refId: refId)
            return .send(call)
        case .profile(let session, _):
            let request = RequestIssueProfile(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken)
            return .send(try tools.call(OpenDIDEndpoints.TAS.requestIssueProfile, request))
        case .issue(let order), .requested(let order, _):
            let (call, channel) = try await issueCall(order, tools)
            stage = .requested(order, channel)
            return .send(call)
        case .confirm(let session, let received):
            // An earlier credential of the same schema is deleted only after the issuance has ended.
            let storing = FlowChanges([.addCredential(bytes: received.credential.bytes, replacingSameSchema: false)])
            guard case .keys = proving else {
                return .finished(saving: FlowChanges(storing.list + replacement(by: received).list))
            }
            let request = ConfirmIssueVc(
                id: tools.messageID(), txId: session.txId, serverToken: session.serverToken,
                vcId: received.credential.id)
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmIssueVC, request), saving: storing)
        case .done(let received):
            return .finished(saving: replacement(by: received))
        }
    }

    public var preparesAhead: Bool { if case .propose = stage { true } else { false } }

    public mutating func prepare(_ tools: FlowTools) async throws(WalletError) {
        guard case .propose(let planId, let offerId, var preparation) = stage else { return }
        try await preparation.offer(snapshot, tools)
        stage = .propose(planId: planId, offerId: offerId, preparation)
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .propose(_, _, let preparation):
            let proposal = try answer.read(OpenDIDEndpoints.TAS.proposeIssueVC).value
            let session = SessionPrefix(preparation, txId: try FlowChecks.opened(proposal.txId))
            stage = .session(session, refId: proposal.refId)
        case .session(var session, let refId):
            let opened = try await session.accept(answer, snapshot, tools)
            stage = opened.map { .profile($0, refId: refId) } ?? .session(session, refId: refId)
        case .profile(let session, let refId):
            stage = .issue(try await order(answer, session, refId: refId, tools))
        case .requested(let order, let channel):
            let credential = try await credential(answer, order, channel, tools)
            stage = .confirm(order.session, Received(credential: credential, title: order.profile.title))
        case .confirm(let session, let received):
            try session.acknowledge(answer, by: OpenDIDEndpoints.TAS.confirmIssueVC)
            stage = .done(received)
        case .issue, .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        guard let received = stage.received else { return .undone(FlowChanges()) }
        return try await tools.settlement(of: received.credential, from: issuer, saving: replacement(by: received))
    }

    private func replacement(by received: Received) -> FlowChanges {
        FlowChanges(replacesSameSchema ? [.removeEarlier(than: received.credential.id)] : [])
    }

    public func outcome() throws(WalletError) -> Outcome {
        guard let received = stage.received else {
            throw WalletError(.state, reason: "the issuer has not sent the credential yet")
        }
        return Outcome(vcId: received.credential.id, issuer: issuer, title: received.title)
    }

    private func order(
        _ answer: ServiceAnswer, _ session: OpenSession, refId: String, _ tools: FlowTools
    ) async throws(WalletError) -> Order {
        let read = try answer.read(OpenDIDEndpoints.TAS.requestIssueProfile)
        try FlowChecks.transaction(read.value.txId, is: session.txId)
        _ = try FlowChecks.bytes(read.value.authNonce, count: FlowTools.nonceByteCount, "authNonce")
        // Upstream wallets do not check the proof of the profile (OpenDID sheet 9). Without this check, an attacker on the network could
        // replace the issuer's key by its own.
        let document = try read.part("profile", decodedAs: read.value.profile)
        try await tools.check(document, .standard(for: .issueProfile, signer: issuer), "profile")
        let detail = read.value.profile.profile.issuer
        try await tools.requireProvider(Provider(did: detail.did, certVcRef: detail.certVcRef), .Issuer)
        // The check of the credential will need the schema. A look-up that fails before the credential is requested costs nothing.
        _ = try await tools.schema(of: read.value.profile)
        return Order(session: session, refId: refId, authNonce: read.value.authNonce, profile: read.value.profile)
    }

    private func issueCall(
        _ order: Order, _ tools: FlowTools
    ) async throws(WalletError) -> (ServiceCall, EndToEndChannel) {
        let process = order.profile.profile.process
        let channel = try EndToEndChannel(process.reqE2e, nonce: process.issuerNonce, tools)
        // The nonce is sent back as the text that was received, because issuers compare the texts and not the bytes (OpenDID sheet 1.1).
        let wanted = ReqVC(
            refId: order.refId, profile: ReqVcProfile(id: order.profile.id, issuerNonce: process.issuerNonce))
        let call = try tools.call(
            OpenDIDEndpoints.TAS.requestIssueVC,
            RequestIssueVc(
                id: tools.messageID(), txId: order.session.txId, serverToken: order.session.serverToken,
                didAuth: try await holderProof(order.authNonce, tools),
                accE2e: try await channel.half(of: snapshot.requireHolder(), tools), encReqVc: try channel.seal(wanted))
        )
        return (call, channel)
    }

    private func holderProof(_ authNonce: String, _ tools: FlowTools) async throws(WalletError) -> DIDAuth {
        switch proving {
        case .keys(let authentication):
            return try await tools.didAuth(authNonce, snapshot, authentication)
        case .app(let didAuth):
            guard try didAuth.did == snapshot.requireHolder().id else {
                throw WalletError(
                    .didMismatch, field: "didAuth.did", reason: "the proof is of another DID than the holder's")
            }
            try FlowChecks.same(didAuth.authNonce, authNonce, "didAuth.authNonce")
            return didAuth
        }
    }

    private func credential(
        _ answer: ServiceAnswer, _ order: Order, _ channel: EndToEndChannel, _ tools: FlowTools
    ) async throws(WalletError) -> IssuedCredential {
        let read = try answer.read(OpenDIDEndpoints.TAS.requestIssueVC).value
        try FlowChecks.transaction(read.txId, is: order.session.txId)
        let issued = try channel.open(read.e2e.encVc, iv: read.e2e.iv, "e2e.encVc") {
            try IssuedCredential(plaintext: $0)
        }
        try await tools.check(issued, issuedUnder: order.profile, to: try snapshot.requireHolder().id)
        return issued
    }
}
