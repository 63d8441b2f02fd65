import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Several instances of an issuer on one database", .timeLimit(.minutes(10)))
struct IssuerInstancesTests {
    private func codes(_ answers: [ServiceResponse]) throws -> [String] { try answers.map(IssuanceWorld.code).sorted() }

    @Test("if two DIDs of a person request a credential at two instances, one gets it and the other's is revoked")
    func twoDIDs() async throws {
        let instances = try await IssuerInstances()
        let (phone, tablet) = (try await instances.first.holder(1), try await instances.first.holder(2))
        var one = try await IssuanceRun.profiled(instances.first, to: phone)
        var other = try await IssuanceRun.profiled(instances.second, to: tablet)
        let requests = (try await one.makeRequest(), try await other.makeRequest())
        let answers = try await instances.meeting(requests.0, requests.1)
        #expect(try codes(answers) == ["200", "SSRVISS00302"])
        #expect(try await instances.statuses(of: phone, tablet) == ["ACTIVE", "REVOKED"])
        let winner = answers[0].status == 200 ? phone : tablet
        #expect(try await instances.statuses(of: winner) == ["ACTIVE"])
        #expect(try await instances.open().count == 1)
        // Repetitions change nothing, at any instance.
        for world in [instances.first, instances.second] {
            let again = [
                try await world.ask(OpenDIDEndpoints.Issuer.issueVC, requests.0),
                try await world.ask(OpenDIDEndpoints.Issuer.issueVC, requests.1),
            ]
            #expect(try codes(again) == ["200", "SSRVISS00002"])
            #expect(again.contains { $0 == answers.first { $0.status == 200 } })
        }
        #expect(try await instances.statuses(of: phone, tablet) == ["ACTIVE", "REVOKED"])
        await instances.close()
    }

    @Test("if a holder requests a plan's credential twice at two instances, the later one replaces the earlier one")
    func twice() async throws {
        let instances = try await IssuerInstances()
        let holder = try await instances.first.holder()
        var one = try await IssuanceRun.profiled(instances.first, to: holder)
        var other = try await IssuanceRun.profiled(instances.second, to: holder)
        let answers = try await instances.meeting(try await one.makeRequest(), try await other.makeRequest())
        #expect(try codes(answers) == ["200", "200"])
        #expect(try await instances.statuses(of: holder) == ["ACTIVE", "REVOKED"])
        let open = try await instances.open()
        #expect(open.count == 1)
        for id in open { #expect(try await instances.first.status(id) == .ACTIVE) }
        await instances.close()
    }

    @Test("if two persons use one offer at two instances, one gets a credential and the other's is revoked")
    func offer() async throws {
        let instances = try await IssuerInstances()
        let offer = try await instances.first.answer(
            OpenDIDEndpoints.Issuer.requestOffer, RequestIssueOffer(vcPlanId: TestSchemas.offerPlan))
        let offerID = try offer.issueOfferPayload.offerId.unwrapped
        let (alice, bob) = (try await instances.first.holder(1), try await instances.first.holder(2))
        var one = try await IssuanceRun.profiled(
            instances.first, to: alice, plan: TestSchemas.offerPlan, offer: offerID)
        var other = try await IssuanceRun.profiled(
            instances.second, to: bob, pii: "pii of bob", plan: TestSchemas.offerPlan, offer: offerID)
        let answers = try await instances.meeting(try await one.makeRequest(), try await other.makeRequest())
        #expect(try codes(answers) == ["200", "SSRVISS00201"])
        #expect(try await instances.statuses(of: alice, bob) == ["ACTIVE", "REVOKED"])
        let open = try await instances.open()
        #expect(open.count == 1)
        for id in open { #expect(try await instances.first.status(id) == .ACTIVE) }
        await instances.close()
    }

    @Test("a person does not get more credentials within a day than the limit allows, also from two instances")
    func daily() async throws {
        let instances = try await IssuerInstances { $0.limits.credentialsPerDay = 1 }
        let holder = try await instances.first.holder()
        var one = try await IssuanceRun.profiled(instances.first, to: holder)
        var other = try await IssuanceRun.profiled(instances.second, to: holder, plan: TestSchemas.userPlan)
        let answers = try await instances.meeting(try await one.makeRequest(), try await other.makeRequest())
        #expect(try codes(answers) == ["200", "SSRVISS00302"])
        #expect(try await instances.statuses(of: holder) == ["ACTIVE", "REVOKED"])
        #expect(try await instances.open().count == 1)
        await instances.close()
    }

    @Test("if the same request arrives at two instances, one credential is issued and both send the same answer")
    func sameTransaction() async throws {
        let instances = try await IssuerInstances()
        let holder = try await instances.first.holder()
        var run = try await IssuanceRun.profiled(instances.first, to: holder)
        let request = try await run.makeRequest()
        let answers = try await instances.meeting(request, request)
        #expect(try codes(answers) == ["200", "200"])
        #expect(Set(answers).count == 1)
        #expect(try await instances.statuses(of: holder) == ["ACTIVE"])
        #expect(try await instances.open().count == 1)
        await instances.close()
    }

    @Test("if an instance ends after the registration, the request succeeds at another one with the same credential")
    func deathAndSuccess() async throws {
        let instances = try await IssuerInstances()
        let holder = try await instances.first.holder()
        var run = try await IssuanceRun.profiled(instances.first, to: holder)
        let request = try await run.makeRequest()
        instances.line.loseAnswer(of: OpenDIDEndpoints.Registry.change.path)
        #expect(try await instances.first.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00602")
        await instances.first.assembly.database.close()
        let answer = try await instances.second.answer(OpenDIDEndpoints.Issuer.issueVC, request)
        let credential = try run.channel.unwrapped.opening(answer.e2e)
        #expect(try await instances.second.status(credential.id) == .ACTIVE)
        #expect(try await instances.statuses(of: holder) == ["ACTIVE"])
        await instances.second.assembly.database.close()
    }

    @Test("if the credential of an instance that ended is refused later, it is revoked, also after a second end")
    func deathAndRefusal() async throws {
        let instances = try await IssuerInstances()
        let (phone, tablet) = (try await instances.first.holder(1), try await instances.first.holder(2))
        var run = try await IssuanceRun.profiled(instances.first, to: phone)
        let request = try await run.makeRequest()
        instances.line.loseAnswer(of: OpenDIDEndpoints.Registry.change.path)
        #expect(try await instances.first.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00602")
        let second = instances.second
        let credential = try await IssuanceRun.issued(second, to: tablet)
        #expect(try await instances.statuses(of: phone) == ["ACTIVE"])
        // The registry does not answer the revocation, as if the instance had ended before it.
        instances.registry.setRevokes(false)
        #expect(try await second.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00302")
        #expect(try await instances.statuses(of: phone) == ["ACTIVE"])
        #expect(try await second.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00002")
        instances.registry.setRevokes(true)
        try await second.assembly.sweeper.sweep()
        #expect(try await instances.statuses(of: phone) == ["REVOKED"])
        #expect(try await second.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00002")
        // When the person has no other credential any more, the refused one is still not delivered.
        try await second.registry.apply([.setCredentialStatus(id: credential.id, .REVOKED, at: second.now)])
        #expect(try await second.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00002")
        _ = try await IssuanceRun.issued(second, to: phone)
        #expect(try await instances.statuses(of: phone) == ["ACTIVE", "REVOKED"])
        await instances.close()
    }
}
