import HeraldJSON
import OpenDID_DataModel

/// M210: the issuer issues a credential to the user, on the user's initiative or after an offer (OpenDID sheet 5.7).
public struct IssueCredentialFlow: SessionFlow {
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

    private enum Stage: String, Codable, Sendable {
        case propose = "propose-issue-vc"
        case session
        case profile = "request-issue-profile"
        case issue = "request-issue-vc"
        case confirm = "confirm-issue-vc"
        case done
    }

    private let facts: WalletFacts
    private let planId: String
    private let issuer: String
    private let offerId: String?
    private let authentication: HolderAuthentication
    private let replacesSameSchema: Bool
    /// The holder's answer to the nonce, if the app made it.
    private let didAuth: DIDAuth?
    /// True if the run confirms the issuance. An app that opened the transaction confirms it itself.
    private let confirms: Bool
    private var stage = Stage.propose
    private(set) var session: SessionPrefix?
    private var refId: String?
    private var authNonce: String?
    private var profile: IssueProfile?
    private var channel: EndToEndChannel?
    private var received: IssuedCredential?

    /// Creates a run.
    /// - Parameters:
    ///   - facts: the wallet's present state.
    ///   - planId: the id of the credential's plan.
    ///   - issuer: the issuer's DID.
    ///   - offerId: the id of the issuer's offer, if there is one.
    ///   - replacesSameSchema: true if an earlier credential of the schema is deleted, as upstream does (OpenDID sheet 9). Defaults to
    ///     true.
    ///   - authentication: the keys with which the user authenticates.
    public init(
        facts: WalletFacts, planId: String, issuer: String, offerId: String? = nil, replacesSameSchema: Bool = true,
        authentication: HolderAuthentication
    ) {
        self.facts = facts
        self.planId = planId
        self.issuer = issuer
        self.offerId = offerId
        self.replacesSameSchema = replacesSameSchema
        self.authentication = authentication
        didAuth = nil
        confirms = true
    }

    /// Creates a run with only steps 7 to 9 of OpenDID sheet 5.7, for an app that makes the other calls itself (OpenDID sheet 8). The run
    /// starts with the answer to `request-issue-profile`, and the app confirms the issuance.
    /// - Parameters:
    ///   - facts: the wallet's present state.
    ///   - session: the session of the transaction.
    ///   - refId: the issuer's reference.
    ///   - issuer: the issuer's DID.
    ///   - replacesSameSchema: true if an earlier credential of the schema is deleted.
    ///   - didAuth: the holder's answer to the profile's nonce.
    init(
        facts: WalletFacts, session: SessionPrefix, refId: String, issuer: String, replacesSameSchema: Bool,
        didAuth: DIDAuth
    ) {
        self.facts = facts
        planId = ""
        self.issuer = issuer
        offerId = nil
        self.replacesSameSchema = replacesSameSchema
        authentication = HolderAuthentication(keys: [])
        self.didAuth = didAuth
        confirms = false
        self.session = session
        self.refId = refId
        stage = .profile
    }

    public var step: FlowStep { FlowStep(stage.rawValue, session: stage == .session ? session : nil) }
    public var isBinding: Bool { stage == .issue || stage == .confirm || stage == .done }

    public var doubtsRefusal: Bool { stage == .issue }

    public func explaining(_ refusal: WalletError) -> WalletError {
        guard stage == .issue else { return refusal }
        return WalletError(
            .notReceived, field: refusal.field,
            reason:
                "the credential may have been issued, but was not received; have it issued again: \(refusal.reason)",
            serverError: refusal.serverError)
    }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .propose:
            let request = ProposeIssueVc(id: tools.messageID(), vcPlanId: planId, issuer: issuer, offerId: offerId)
            return .send(try tools.call(OpenDIDEndpoints.TAS.proposeIssueVC, request))
        case .session:
            if let call = try await session?.next(facts, tools) { return .send(call) }
            stage = .profile
            return try await next(tools)
        case .profile:
            let request = RequestIssueProfile(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken())
            return .send(try tools.call(OpenDIDEndpoints.TAS.requestIssueProfile, request))
        case .issue:
            return .send(try await issueCall(tools))
        case .confirm:
            guard let received else {
                throw WalletError(.state, field: "vcId", reason: "the issuer has not sent the credential yet")
            }
            // The earlier credential is deleted only after the issuance has ended.
            let storing = FlowChanges([.addCredential(bytes: received.bytes, replacingSameSchema: false)])
            guard confirms else { return .finished(saving: FlowChanges(storing.list + replacement.list)) }
            let request = ConfirmIssueVc(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken(), vcId: received.id)
            return .send(try tools.call(OpenDIDEndpoints.TAS.confirmIssueVC, request), saving: storing)
        case .done:
            return .finished(saving: replacement)
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .propose:
            let proposal = try answer.read(OpenDIDEndpoints.TAS.proposeIssueVC).value
            refId = proposal.refId
            session = SessionPrefix(purpose: .ISSUE_VC, client: .holder, txId: try FlowChecks.opened(proposal.txId))
            stage = .session
        case .session:
            try await session?.accept(answer, facts, tools)
        case .profile:
            try await acceptProfile(answer, tools)
            stage = .issue
        case .issue:
            received = try await credential(answer, tools)
            stage = .confirm
        case .confirm:
            try acknowledged(answer, by: OpenDIDEndpoints.TAS.confirmIssueVC)
            stage = .done
        case .done:
            throw WalletError(.state, reason: "no answer is expected")
        }
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        guard let received else { return .undone(FlowChanges()) }
        let standing = try await tools.trust.standing(ofCredential: received.id)
        guard standing?.status == .ACTIVE, standing?.issuer == issuer else {
            // The credential has the issuer's signature, even if the registry is said not to know it.
            return .undone(FlowChanges([.doubtCredential(received.id)]))
        }
        return .done(replacement)
    }

    private var replacement: FlowChanges {
        FlowChanges(replacesSameSchema ? received.map { [.removeEarlier(than: $0.id)] } ?? [] : [])
    }

    public func outcome() throws(WalletError) -> Outcome {
        guard let received, let profile else {
            throw WalletError(.state, reason: "the issuer has not sent the credential yet")
        }
        return Outcome(vcId: received.id, issuer: issuer, title: profile.title)
    }

    private mutating func acceptProfile(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        let read = try answer.read(OpenDIDEndpoints.TAS.requestIssueProfile)
        try FlowChecks.transaction(read.value.txId, is: open().txId)
        _ = try FlowChecks.bytes(read.value.authNonce, count: FlowTools.nonceByteCount, "authNonce")
        // Upstream wallets do not check this proof (OpenDID sheet 9). An attacker on the network could then insert a key.
        try await tools.check(try read.part("profile"), .standard(for: .issueProfile, signer: issuer), "profile")
        let detail = read.value.profile.profile.issuer
        try await tools.requireProvider(Provider(did: detail.did, certVcRef: detail.certVcRef), .Issuer)
        authNonce = read.value.authNonce
        profile = read.value.profile
    }

    private mutating func issueCall(_ tools: FlowTools) async throws(WalletError) -> ServiceCall {
        guard let profile, let authNonce, let refId else {
            throw WalletError(.state, field: "profile", reason: "there is no profile yet")
        }
        let process = profile.profile.process
        let channel = try EndToEndChannel(process.reqE2e, nonce: process.issuerNonce, tools)
        self.channel = channel
        // The nonce is sent back as the same text, because issuers compare texts (OpenDID sheet 1.1).
        let wanted = ReqVC(refId: refId, profile: ReqVcProfile(id: profile.id, issuerNonce: process.issuerNonce))
        return try tools.call(
            OpenDIDEndpoints.TAS.requestIssueVC,
            RequestIssueVc(
                id: tools.messageID(), txId: try open().txId, serverToken: try open().serverToken(),
                didAuth: try await holderProof(authNonce, tools),
                accE2e: try await channel.half(of: facts.requireHolder(), tools), encReqVc: try channel.seal(wanted)))
    }

    private func holderProof(_ authNonce: String, _ tools: FlowTools) async throws(WalletError) -> DIDAuth {
        guard let didAuth else { return try await tools.didAuth(authNonce, facts, authentication) }
        guard try didAuth.did == facts.requireHolder().id else {
            throw WalletError(
                .didMismatch, field: "didAuth.did", reason: "the proof is of another DID than the holder's")
        }
        try FlowChecks.same(didAuth.authNonce, authNonce, "didAuth.authNonce")
        return didAuth
    }

    private func credential(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) -> IssuedCredential {
        let read = try answer.read(OpenDIDEndpoints.TAS.requestIssueVC).value
        try FlowChecks.transaction(read.txId, is: open().txId)
        guard let channel, let profile else { throw WalletError(.state, field: "e2e", reason: "no channel is open") }
        let issued = try channel.open(read.e2e.encVc, iv: read.e2e.iv, "e2e.encVc") {
            try IssuedCredential(plaintext: $0)
        }
        let wanted = profile.profile.credentialSchema
        let schema =
            if let value = wanted.value {
                try translating(.answer, "profile.credentialSchema.value") {
                    try MultibaseEnvelope.open(value, as: VCSchema.self, field: "value").value
                }
            } else {
                try await tools.trust.schema(at: wanted.id)
            }
        let policy = VerificationPolicy.credential(
            issuedUnder: profile, to: try facts.requireHolder().id, schema: schema)
        let document = try translating(.answer, "e2e.encVc") { try SignedDocument(issued.bytes) }
        try await tools.check(document, policy, "credential")
        return issued
    }
}
