import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

/// One issuance, step by step, as the TAS and the holder's wallet make it.
struct IssuanceRun: Sendable {
    let world: IssuanceWorld
    let holder: TestHolder
    let pii: String?
    let txID: String
    let refID: String
    var profile: IssueProfile?
    var channel: HolderChannel?
    var request: IssueVc?

    /// Step 1.
    static func proposed(
        _ world: IssuanceWorld, to holder: TestHolder, pii: String? = "pii of alice",
        plan: String = TestSchemas.identityPlan,
        offer: String? = nil
    ) async throws -> IssuanceRun {
        let answer = try await world.answer(
            OpenDIDEndpoints.Issuer.inspectProposeIssue,
            InspectProposeIssue(id: world.messageID(), vcPlanId: plan, issuer: "did:omn:issuer", offerId: offer))
        return IssuanceRun(world: world, holder: holder, pii: pii, txID: answer.txId, refID: answer.refId)
    }

    var profileRequest: GenerateIssueProfile {
        GenerateIssueProfile(id: world.messageID(), txId: txID, holder: IssueHolder(did: holder.did, pii: pii))
    }

    /// Steps 1 to 6.
    static func profiled(
        _ world: IssuanceWorld, to holder: TestHolder, pii: String? = "pii of alice",
        plan: String = TestSchemas.identityPlan,
        offer: String? = nil
    ) async throws -> IssuanceRun {
        var run = try await proposed(world, to: holder, pii: pii, plan: plan, offer: offer)
        run.profile = try await world.answer(OpenDIDEndpoints.Issuer.generateIssueProfile, run.profileRequest).profile
        return run
    }

    /// The wallet's request inside the channel.
    func wanted(refID: String? = nil, profileID: String? = nil, nonce: String? = nil) throws -> ReqVC {
        let profile = try profile.unwrapped
        return ReqVC(
            refId: refID ?? self.refID,
            profile: ReqVcProfile(
                id: profileID ?? profile.id, issuerNonce: nonce ?? profile.profile.process.issuerNonce))
    }

    /// Step 8, not sent yet.
    mutating func makeRequest(_ wanted: ReqVC? = nil) async throws -> IssueVc {
        let channel = try await holder.answer(profile.unwrapped.profile.process.reqE2e, at: world.now)
        let message = try wanted ?? self.wanted()
        let made = IssueVc(
            id: world.messageID(), txId: txID, accE2e: channel.accE2e, encReqVc: try channel.seal(message))
        (self.channel, request) = (channel, made)
        return made
    }

    /// Step 8.
    mutating func issue() async throws -> VerifiableCredential {
        let answer = try await world.answer(OpenDIDEndpoints.Issuer.issueVC, try await makeRequest())
        return try channel.unwrapped.opening(answer.e2e)
    }

    /// The whole exchange.
    static func issued(
        _ world: IssuanceWorld, to holder: TestHolder, pii: String? = "pii of alice",
        plan: String = TestSchemas.identityPlan,
        offer: String? = nil
    ) async throws -> VerifiableCredential {
        var run = try await profiled(world, to: holder, pii: pii, plan: plan, offer: offer)
        let credential = try await run.issue()
        _ = try await world.answer(
            OpenDIDEndpoints.Issuer.completeVC, CompleteVc(id: world.messageID(), txId: run.txID, vcId: credential.id))
        return credential
    }
}

extension HolderChannel {
    func opening(_ answer: E2E) throws -> VerifiableCredential {
        var copy = self
        return try copy.open(answer)
    }
}

struct Absent: Error {}

extension Optional {
    /// The value; a test that has none fails.
    var unwrapped: Wrapped {
        get throws {
            guard let self else { throw Absent() }
            return self
        }
    }
}
