import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("The order of an issuance")
struct IssuanceOrderTests {
    @Test("a repeated request gets the same answer, byte for byte, and issues nothing more")
    func repetition() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        var run = try await IssuanceRun.proposed(world, to: holder)
        let profileRequest = run.profileRequest
        let first = try await world.ask(OpenDIDEndpoints.Issuer.generateIssueProfile, profileRequest)
        #expect(try await world.ask(OpenDIDEndpoints.Issuer.generateIssueProfile, profileRequest) == first)
        run = try await IssuanceRun.profiled(world, to: holder)
        let request = try await run.makeRequest()
        let answer = try await world.ask(OpenDIDEndpoints.Issuer.issueVC, request)
        #expect(answer.status == 200)
        #expect(try await world.ask(OpenDIDEndpoints.Issuer.issueVC, request) == answer)
        #expect(try await world.registry.credentials(of: holder.did) == 1)
        // Also after the exchange is over.
        let credential = try run.channel.unwrapped.opening(
            _IssueVc(jsonBytes: answer.body).e2e)
        let completion = CompleteVc(id: world.messageID(), txId: run.txID, vcId: credential.id)
        let completed = try await world.ask(OpenDIDEndpoints.Issuer.completeVC, completion)
        #expect(completed.status == 200)
        #expect(try await world.ask(OpenDIDEndpoints.Issuer.completeVC, completion) == completed)
        #expect(try await world.ask(OpenDIDEndpoints.Issuer.issueVC, request) == answer)
        // And as long as the trust agent remembers its own transaction, because the credential is nowhere else.
        world.clock.advance(by: 24 * 3600)
        #expect(try await world.ask(OpenDIDEndpoints.Issuer.issueVC, request) == answer)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.completeVC, completion) == "SSRVISS00003")
    }

    @Test("simultaneous requests issue one credential and get one answer")
    func together() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        var run = try await IssuanceRun.profiled(world, to: holder)
        let request = try await run.makeRequest()
        let answers = try await withThrowingTaskGroup(of: ServiceResponse.self) { group in
            for _ in 0..<8 { group.addTask { try await world.ask(OpenDIDEndpoints.Issuer.issueVC, request) } }
            return try await group.reduce(into: Set<ServiceResponse>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        #expect(answers.first?.status == 200)
        #expect(try await world.registry.credentials(of: holder.did) == 1)
    }

    @Test("a different request for a completed step is refused")
    func otherRequest() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        var run = try await IssuanceRun.profiled(world, to: holder)
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, run.profileRequest) == "SSRVISS00002")
        _ = try await run.issue()
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, try await run.makeRequest()) == "SSRVISS00002")
        #expect(try await world.registry.credentials(of: holder.did) == 1)
    }

    @Test("steps out of order are refused")
    func order() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let elsewhere = try await IssuanceRun.profiled(world, to: holder)
        let run = try await IssuanceRun.proposed(world, to: holder)
        // A channel of another exchange, because this one has no profile yet.
        var early = IssuanceRun(
            world: world, holder: holder, pii: run.pii, txID: run.txID, refID: run.refID, profile: elsewhere.profile)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, try await early.makeRequest()) == "SSRVISS00002")
        let completion = CompleteVc(id: world.messageID(), txId: run.txID, vcId: "x")
        #expect(try await world.code(OpenDIDEndpoints.Issuer.completeVC, completion) == "SSRVISS00002")
        let revocation = CompleteRevoke(id: world.messageID(), txId: run.txID)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.completeRevoke, revocation) == "SSRVISS00002")
    }

    @Test("a message that was encrypted for one exchange cannot be decrypted in another")
    func swapped() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        var first = try await IssuanceRun.profiled(world, to: holder)
        let second = try await IssuanceRun.profiled(world, to: holder)
        var request = try await first.makeRequest()
        request.txId = second.txID
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00403")
    }

    @Test("unknown and expired transactions have their own codes")
    func lifetime() async throws {
        let world = try await IssuanceWorld()
        var run = try await IssuanceRun.profiled(world, to: world.holder())
        var request = try await run.makeRequest()
        world.clock.advance(by: 3600)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00003")
        request.txId = "00000000-0000-4000-8000-000000000000"
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00001")
    }

    @Test("a holder's second credential of a plan revokes the first")
    func replacement() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder(1)
        let first = try await IssuanceRun.issued(world, to: holder)
        let licence = try await IssuanceRun.issued(world, to: holder, plan: TestSchemas.userPlan)
        let bobs = try await IssuanceRun.issued(world, to: world.holder(3), pii: "pii of bob")
        let second = try await IssuanceRun.issued(world, to: holder)
        #expect(try await world.status(first.id) == .REVOKED)
        #expect(try await world.status(second.id) == .ACTIVE)
        #expect(try await world.status(licence.id) == .ACTIVE)
        #expect(try await world.status(bobs.id) == .ACTIVE)
    }

    @Test("only servers may call the endpoints between servers", arguments: [IssuanceWorld.Caller.anybody])
    func access(caller: IssuanceWorld.Caller) async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let run = try await IssuanceRun.proposed(world, to: holder)
        let propose = InspectProposeIssue(id: world.messageID(), vcPlanId: TestSchemas.identityPlan)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.inspectProposeIssue, propose, as: caller) == "9401")
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, run.profileRequest, as: caller) == "9401"
        )
        let offer = RequestIssueOffer(vcPlanId: TestSchemas.offerPlan)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.requestOffer, offer, as: caller) == "9401")
        #expect(try await world.code(OpenDIDEndpoints.Issuer.requestOffer, offer, as: .operatorHere) == "200")
    }
}
