import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("The issuer's offers")
struct IssueOfferTests {
    private func offer(_ world: IssuanceWorld, plan: String = TestSchemas.offerPlan, pii: String? = nil) async throws
        -> IssueOfferPayload
    {
        try await world.answer(OpenDIDEndpoints.Issuer.requestOffer, RequestIssueOffer(vcPlanId: plan, pii: pii))
            .issueOfferPayload
    }

    private func result(_ world: IssuanceWorld, _ offerID: String) async throws -> IssueVcResult {
        try await world.answer(OpenDIDEndpoints.Issuer.issueVCResult, ServiceQuery("offerId", offerID))
    }

    private func propose(_ world: IssuanceWorld, _ offerID: String?, plan: String = TestSchemas.offerPlan) async throws
        -> String
    {
        try await world.code(
            OpenDIDEndpoints.Issuer.inspectProposeIssue,
            InspectProposeIssue(id: world.messageID(), vcPlanId: plan, offerId: offerID))
    }

    @Test("an offer names its plan and issuer and is valid for three minutes")
    func payload() async throws {
        let world = try await IssuanceWorld()
        let offer = try await offer(world)
        #expect(offer.type == .IssueOffer)
        #expect(offer.vcPlanId == TestSchemas.offerPlan)
        #expect(offer.issuer == "did:omn:issuer")
        #expect(offer.$validUntil == world.now.advanced(by: .seconds(180)))
    }

    @Test(
        "an offer has the wanted lifetime, of a second to a day",
        arguments: [(600, 600), (0, 1), (-5, 1), (1_000_000_000, 86_400)])
    func lifetimes(wanted: Int, granted: Int) async throws {
        let world = try await IssuanceWorld()
        let offer = try await world.answer(
            OpenDIDEndpoints.Issuer.requestOffer,
            RequestIssueOffer(vcPlanId: TestSchemas.offerPlan, validSeconds: wanted)
        ).issueOfferPayload
        #expect(offer.$validUntil == world.now.advanced(by: .seconds(granted)))
    }

    @Test("the offer's result is known when the wallet has confirmed")
    func results() async throws {
        let world = try await IssuanceWorld()
        let offerID = try await offer(world).offerId.unwrapped
        #expect(try await result(world, offerID) == IssueVcResult(offerId: offerID, result: false))
        var run = try await IssuanceRun.profiled(world, to: world.holder(), plan: TestSchemas.offerPlan, offer: offerID)
        let credential = try await run.issue()
        #expect(try await result(world, offerID) == IssueVcResult(txId: run.txID, offerId: offerID, result: false))
        _ = try await world.answer(
            OpenDIDEndpoints.Issuer.completeVC, CompleteVc(id: world.messageID(), txId: run.txID, vcId: credential.id))
        #expect(try await result(world, offerID) == IssueVcResult(txId: run.txID, offerId: offerID, result: true))
    }

    @Test("an offer that is unknown, for another plan, expired or used is refused")
    func refusals() async throws {
        let world = try await IssuanceWorld()
        #expect(try await propose(world, "00000000-0000-4000-8000-000000000000") == "SSRVISS00200")
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.issueVCResult, ServiceQuery("offerId", "x")) == "SSRVISS00200")
        let used = try await offer(world).offerId.unwrapped
        #expect(try await propose(world, used, plan: TestSchemas.identityPlan) == "SSRVISS00200")
        _ = try await IssuanceRun.issued(world, to: world.holder(), plan: TestSchemas.offerPlan, offer: used)
        #expect(try await propose(world, used) == "SSRVISS00201")
        let late = try await offer(world).offerId.unwrapped
        world.clock.advance(by: 180)
        #expect(try await propose(world, late) == "200")
        world.clock.advance(by: 1)
        #expect(try await propose(world, late) == "SSRVISS00201")
    }

    @Test("only one of two exchanges under one offer gets a credential")
    func singleUse() async throws {
        let world = try await IssuanceWorld()
        let offerID = try await offer(world).offerId.unwrapped
        var first = try await IssuanceRun.profiled(
            world, to: world.holder(1), plan: TestSchemas.offerPlan, offer: offerID)
        let other = try await world.holder(2)
        var second = try await IssuanceRun.profiled(
            world, to: other, pii: "pii of bob", plan: TestSchemas.offerPlan, offer: offerID)
        _ = try await first.issue()
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, try await second.makeRequest()) == "SSRVISS00201")
        #expect(try await world.registry.credentials(of: other.did) == 0)
    }

    @Test("another person cannot use an offer for one person")
    func bound() async throws {
        let world = try await IssuanceWorld()
        let offerID = try await offer(world, pii: "pii of bob").offerId.unwrapped
        let wrong = try await IssuanceRun.proposed(
            world, to: world.holder(1), plan: TestSchemas.offerPlan, offer: offerID)
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, wrong.profileRequest) == "SSRVISS00302")
        let bob = try await world.holder(2)
        _ = try await IssuanceRun.issued(world, to: bob, pii: "pii of bob", plan: TestSchemas.offerPlan, offer: offerID)
    }

    @Test(
        "an unknown plan, another issuer's plan, and one that only users start get no offer",
        arguments: [
            "vcplanid999999999999", TestSchemas.foreignPlan, TestSchemas.userPlan,
        ])
    func plans(plan: String) async throws {
        let world = try await IssuanceWorld()
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.requestOffer, RequestIssueOffer(vcPlanId: plan))
                == "SSRVISS00202")
    }
}
