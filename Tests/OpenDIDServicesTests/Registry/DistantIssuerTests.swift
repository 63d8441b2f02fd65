import GRDB
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("An issuer whose registry is in another process")
struct DistantIssuerTests {
    private static let change = OpenDIDEndpoints.Registry.change.path

    private func opened(_ world: IssuanceWorld, _ vcID: String) async throws -> _InspectProposeRevoke {
        try await world.answer(
            OpenDIDEndpoints.Issuer.inspectProposeRevoke, InspectProposeRevoke(id: world.messageID(), vcId: vcID))
    }

    private func ledgerRows(in world: IssuanceWorld) async throws -> Int {
        try await world.assembly.database.read { rows in
            let tables = [
                "ledger_did", "ledger_credential", "ledger_plan", "ledger_schema", "ledger_provider", "ledger_app",
            ]
            return try tables.reduce(0) { sum, table in
                try sum + (Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM \(table)") ?? 0)
            }
        }
    }

    @Test("the issuer issues, replaces and revokes in that registry, and has no registry data in its own file")
    func wholeLife() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let holder = try await world.holder()
        let first = try await IssuanceRun.issued(world, to: holder)
        #expect(try await world.status(first.id) == .ACTIVE)
        let second = try await IssuanceRun.issued(world, to: holder)
        #expect(try await world.status(first.id) == .REVOKED)
        #expect(try await world.status(second.id) == .ACTIVE)
        let opened = try await opened(world, second.id)
        let wish = try await holder.wish(second.id, nonce: opened.issuerNonce, at: world.now)
        let revocation = RevokeVc(id: world.messageID(), txId: opened.txId, request: wish)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.revokeVC, revocation) == "200")
        #expect(try await world.status(second.id) == .REVOKED)
        let again = InspectProposeRevoke(id: "1", vcId: second.id)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.inspectProposeRevoke, again) == "SSRVISS00209")
        #expect(try await ledgerRows(in: world) == 0)
    }

    @Test(
        "if the registry does not answer, the issuer's code is returned, and the same request succeeds later")
    func outage() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let holder = try await world.holder()
        var run = try await IssuanceRun.profiled(world, to: holder)
        let request = try await run.makeRequest()
        distant.line.cut(true)
        let refused = try await world.ask(OpenDIDEndpoints.Issuer.issueVC, request)
        #expect(refused.status == 503 && refused.code == "SSRVISS00602")
        let another = InspectProposeIssue(id: "1", vcPlanId: TestSchemas.identityPlan)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.inspectProposeIssue, another) == "SSRVISS00602")
        distant.line.cut(false)
        let credential = try run.channel.unwrapped.opening(
            try await world.answer(OpenDIDEndpoints.Issuer.issueVC, request).e2e)
        #expect(try await world.status(credential.id) == .ACTIVE)
        #expect(try await world.registry.credentials(of: holder.did) == 1)
    }

    @Test("after the registry's answer is lost, the repeated request registers the same credential once")
    func lostIssuance() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let holder = try await world.holder()
        let earlier = try await IssuanceRun.issued(world, to: holder)
        var run = try await IssuanceRun.profiled(world, to: holder)
        let request = try await run.makeRequest()
        distant.line.loseAnswer(of: Self.change)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00602")
        #expect(try await world.registry.credentials(of: holder.did) == 2)
        world.clock.advance(by: 5)
        let credential = try run.channel.unwrapped.opening(
            try await world.answer(OpenDIDEndpoints.Issuer.issueVC, request).e2e)
        #expect(try await world.registry.credentials(of: holder.did) == 2)
        #expect(try await world.status(credential.id) == .ACTIVE)
        #expect(try await world.status(earlier.id) == .REVOKED)
        // The issuer knows what it issued, and the earlier one as ended.
        let rows = try await world.assembly.database.read { rows in
            try String.fetchAll(rows.sqlite, sql: "SELECT vc_id FROM issuer_credential WHERE ended = 0")
        }
        #expect(rows == [credential.id])
    }

    /// A trust agent that does not answer when a credential is to be revoked.
    private struct Unrevoking: ServiceHandler {
        let inner: any ServiceHandler

        func admit(_ head: ServiceRequest) async -> ServiceAdmittance { await inner.admit(head) }

        func respond(to request: ServiceRequest) async -> ServiceResponse {
            let isRevocation =
                request.path == DistantIssuerTests.change
                && String(decoding: request.body, as: UTF8.self).contains("REVOKED")
            return isRevocation
                ? ServiceResponse(status: 503, body: Array("{}".utf8)) : await inner.respond(to: request)
        }
    }

    @Test(
        "the earlier credential stays valid until the new one is stored, and is revoked later if the registry fails meanwhile"
    )
    func lateRevocation() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let holder = try await world.holder()
        let earlier = try await IssuanceRun.issued(world, to: holder)
        var run = try await IssuanceRun.profiled(world, to: holder)
        let request = try await run.makeRequest()
        // The new one is entered and not kept: nobody has lost anything.
        distant.line.loseAnswer(of: Self.change)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00602")
        #expect(try await world.status(earlier.id) == .ACTIVE)
        distant.line.connect(Unrevoking(inner: distant.agent.router), at: CoreWorld.baseURL)
        let credential = try run.channel.unwrapped.opening(
            try await world.answer(OpenDIDEndpoints.Issuer.issueVC, request).e2e)
        #expect(try await world.status(credential.id) == .ACTIVE)
        #expect(try await world.status(earlier.id) == .ACTIVE)
        _ = try? await world.assembly.sweeper.sweep()
        #expect(try await world.status(earlier.id) == .ACTIVE)
        distant.line.connect(distant.agent.router, at: CoreWorld.baseURL)
        try await world.assembly.sweeper.sweep()
        #expect(try await world.status(earlier.id) == .REVOKED)
        #expect(try await world.status(credential.id) == .ACTIVE)
        let open = try await world.assembly.database.read { rows in
            try String.fetchAll(rows.sqlite, sql: "SELECT vc_id FROM issuer_credential WHERE ended = 0")
        }
        #expect(open == [credential.id])
    }

    @Test("an offer whose issuance did not finish can be used again")
    func lostOffer() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let offer = try await world.answer(
            OpenDIDEndpoints.Issuer.requestOffer, RequestIssueOffer(vcPlanId: TestSchemas.offerPlan))
        let offerID = try offer.issueOfferPayload.offerId.unwrapped
        let holder = try await world.holder()
        var run = try await IssuanceRun.profiled(world, to: holder, plan: TestSchemas.offerPlan, offer: offerID)
        distant.line.loseAnswer(of: Self.change)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, try await run.makeRequest()) == "SSRVISS00602")
        var next = try await IssuanceRun.profiled(world, to: holder, plan: TestSchemas.offerPlan, offer: offerID)
        let credential = try await next.issue()
        #expect(try await world.status(credential.id) == .ACTIVE)
        #expect(
            try await world.code(
                OpenDIDEndpoints.Issuer.inspectProposeIssue,
                InspectProposeIssue(id: world.messageID(), vcPlanId: TestSchemas.offerPlan, offerId: offerID))
                == "SSRVISS00201")
    }

    @Test(
        "only one of two simultaneous requests under one offer gets a credential, and nothing is registered for the other"
    )
    func together() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let offer = try await world.answer(
            OpenDIDEndpoints.Issuer.requestOffer, RequestIssueOffer(vcPlanId: TestSchemas.offerPlan))
        let offerID = try offer.issueOfferPayload.offerId.unwrapped
        let holder = try await world.holder()
        var requests: [IssueVc] = []
        for _ in 0..<4 {
            var run = try await IssuanceRun.profiled(world, to: holder, plan: TestSchemas.offerPlan, offer: offerID)
            requests.append(try await run.makeRequest())
        }
        let made = requests
        let codes = try await withThrowingTaskGroup(of: String.self) { group in
            for request in made { group.addTask { try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(codes.sorted() == ["200", "SSRVISS00201", "SSRVISS00201", "SSRVISS00201"])
        #expect(try await world.registry.credentials(of: holder.did) == 1)
    }

    @Test(
        "a second DID of a person is refused while the first has a credential, and served when the registry has revoked it"
    )
    func onePerson() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let (real, stranger) = (try await world.holder(1), try await world.holder(2))
        let first = try await IssuanceRun.issued(world, to: real)
        let run = try await IssuanceRun.proposed(world, to: stranger)
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, run.profileRequest) == "SSRVISS00302")
        try await world.registry.apply([.setCredentialStatus(id: first.id, .REVOKED, at: world.now)])
        let second = try await IssuanceRun.issued(world, to: stranger)
        #expect(try await world.status(second.id) == .ACTIVE)
    }

    @Test("a revocation whose answer is lost continues with the same request, and its text is stored")
    func lostRevocation() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let opened = try await opened(world, credential.id)
        let late = try await self.opened(world, credential.id)
        let wish = try await holder.wish(credential.id, nonce: opened.issuerNonce, at: world.now)
        let revocation = RevokeVc(id: world.messageID(), txId: opened.txId, request: wish)
        distant.line.loseAnswer(of: Self.change)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.revokeVC, revocation) == "SSRVISS00602")
        #expect(try await world.status(credential.id) == .REVOKED)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.revokeVC, revocation) == "200")
        let evidence = try await world.assembly.database.read { rows in
            try rows.revocationRequest(of: credential.id)
        }
        #expect(try evidence == wish.canonicalBytes())
        // Another transaction finds it revoked.
        let other = try await holder.wish(credential.id, nonce: late.issuerNonce, at: world.now)
        let second = RevokeVc(id: world.messageID(), txId: late.txId, request: other)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.revokeVC, second) == "SSRVISS00209")
    }

    @Test("an operator's change of status reaches the registry, and an impossible change is refused")
    func operatorStatus() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let credential = try await IssuanceRun.issued(world, to: world.holder())
        func set(_ status: VCStatusEnum) async throws -> String {
            try await world.code(
                OpenDIDEndpoints.Issuer.updateVCStatus, UpdateVcStatus(vcId: credential.id, vcStatus: status),
                as: .operatorHere)
        }
        #expect(try await set(.INACTIVE) == "200")
        #expect(try await world.status(credential.id) == .INACTIVE)
        #expect(try await set(.ACTIVE) == "200")
        #expect(try await set(.REVOKED) == "200")
        #expect(try await set(.ACTIVE) == "SSRVISS00209")
    }
}
