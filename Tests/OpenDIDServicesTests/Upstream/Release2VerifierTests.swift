import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("A verifier called by release 2's terminals and wallets")
struct Release2VerifierTests {
    private func ask(_ world: IssuanceWorld, _ body: JSONValue) async -> ServiceResponse {
        await world.respond(
            OpenDIDEndpoints.Verifier.requestOfferQR.path, method: .post, body: body.serialized(), as: .anybody)
    }

    @Test("stock fault 7: a policyId alone, without id, gets an offer that can be used like any other")
    func byPolicy() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        // The body that upstream's demo sends (did-demo-server 2.0, DemoServiceImpl).
        let response = await ask(world, ["policyId": "gate/login"])
        #expect(response.status == 200)
        let offer = try VpOfferWrapper(jsonBytes: response.body)
        #expect(
            offer.payload.type == .VerifyOffer && offer.payload.mode == .Direct && offer.payload.lockedMember == false)
        #expect(
            offer.payload.device == "gate" && offer.payload.service == "login" && offer.payload.endpoints?.count == 1)
        #expect(offer.payload.$validUntil == world.now + ServiceLifetimes().verifyOffer)
        var run = try await PresentationRun.profiled(world, by: holder, offer: offer)
        #expect(run.profile.title == "Login")
        #expect(try await run.present([credential]) == "200")
        #expect(try await run.result().result)
    }

    @Test(
        "an unknown policyId gets 00201, one that is not a text is unreadable, and without one release 1's members are required",
        arguments: [
            (#"{"policyId":"nobody's"}"#, "SSRVVRF00201", 400), (#"{"policyId":""}"#, "SSRVVRF00201", 400),
            (#"{"policyId":7}"#, "SSRVVRF00100", 500), (#"{"policyId":null}"#, "9999", 400), (#"{}"#, "9999", 400),
        ])
    func refusals(body: String, code: String, status: Int) async throws {
        let world = try await IssuanceWorld()
        let response = await ask(world, try JSONValue(parsing: Array(body.utf8)))
        #expect(try IssuanceWorld.code(of: response) == code)
        #expect(response.status == status)
        if code == "9999" { #expect(String(decoding: response.body, as: UTF8.self).contains("(policyId: ")) }
    }

    @Test("release 1's members name a policy in any letter case, and first the one in the same case")
    func letters() async throws {
        let world = try await IssuanceWorld {
            for (device, title) in [("web", "small"), ("WEB", "large")] {
                $0.seed.verifications.append(
                    VerificationSeed(
                        device: device, service: "login", title: title, schema: TestSchemas.identity,
                        authType: [.pin, .bio]))
            }
        }
        let holder = try await world.holder()
        for (device, service, title) in [
            ("WEB", "login", "large"), ("web", "login", "small"), ("Web", "LogIn", "small"),
        ] {
            let response = await ask(
                world, ["mode": "Direct", "device": .string(device), "service": .string(service), "validSeconds": 180])
            let offer = try VpOfferWrapper(jsonBytes: response.body)
            #expect(try await PresentationRun.profiled(world, by: holder, offer: offer).profile.title == title)
        }
    }

    @Test("two policies of one device and service are distinguished by their IDs, also when the wallet asks")
    func sameTerminal() async throws {
        let world = try await IssuanceWorld {
            for (id, title) in [("a-1", "First"), ("a-2", "Second")] {
                $0.seed.verifications.append(
                    VerificationSeed(
                        device: "WEB", service: "login", title: title, schema: TestSchemas.identity,
                        authType: [.pin, .bio], policyId: id))
            }
        }
        let holder = try await world.holder()
        for (id, title) in [("a-1", "First"), ("a-2", "Second")] {
            let offer = try await world.answer(
                OpenDIDEndpoints.Verifier.requestOfferQRByPolicy, RequestOfferByPolicy(id: "1", policyId: id),
                as: .anybody)
            #expect(try await PresentationRun.profiled(world, by: holder, offer: offer).profile.title == title)
        }
        // Release 1's words name the first.
        let offer = try await world.answer(
            OpenDIDEndpoints.Verifier.requestOfferQR,
            RequestOfferPayload(mode: .Direct, device: "WEB", service: "login"), as: .anybody)
        #expect(try await PresentationRun.profiled(world, by: holder, offer: offer).profile.title == "First")
    }

    @Test(
        "vcStatusCheck: a revoked or inactive credential gets 00801, at any place of the presentation",
        arguments: [
            (VCStatusEnum.REVOKED, 0), (.INACTIVE, 0), (.REVOKED, 1), (.INACTIVE, 1),
        ])
    func statusCheck(status: VCStatusEnum, place: Int) async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credentials = [
            try await IssuanceRun.issued(world, to: holder),
            try await IssuanceRun.issued(world, to: holder, plan: TestSchemas.userPlan),
        ]
        try await world.registry.apply([.setCredentialStatus(id: credentials[place].id, status, at: world.now)])
        var run = try await PresentationRun.profiled(world, by: holder, service: "both")
        let request = try await run.request(holder.presentation(for: run.profile, of: credentials, at: world.now))
        let answer = try await world.ask(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody)
        #expect(try IssuanceWorld.code(of: answer) == "SSRVVRF00801")
        #expect(answer.status == 400)
    }
}
