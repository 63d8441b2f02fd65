import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Presenting to the verifier")
struct PresentationTests {
    @Test("a presentation with two of three claims is accepted, and the terminal receives those two")
    func happyPath() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        let report = try await VerificationPolicy.standard(for: .verifyProfile, signer: "did:omn:verifier")
            .verify(run.profile, at: world.now, resolver: world.registry)
        #expect(report.isValid, "\(report.failures)")
        #expect(run.profile.profile.process.authType == [.pin, .bio])
        #expect(run.profile.profile.filter.credentialSchemas.first?.id == credential.credentialSchema.id)
        #expect(try await run.result() == _ConfirmVerify(result: false, claims: []))
        #expect(try await run.present([credential]) == "200")
        let result = try await run.result()
        #expect(result.result)
        #expect(result.claims.map(\.code) == [TestSchemas.code("family_name"), TestSchemas.code("birth_date")])
        #expect(result.claims.first?.value == "Alice의 family_name")
    }

    @Test("an offer names its policy, mode, address and transaction")
    func offers() async throws {
        let world = try await IssuanceWorld()
        let offer = try await PresentationRun.offered(world, mode: .Indirect, seconds: 60)
        #expect(offer.txId != nil)
        #expect(offer.payload.mode == .Indirect)
        #expect(offer.payload.device == "gate" && offer.payload.service == "login")
        #expect(offer.payload.endpoints == ["\(IssuanceWorld.baseURL)/verifier/api/v1/request-verify"])
        #expect(offer.payload.$validUntil == world.now.advanced(by: .seconds(60)))
        #expect(offer.payload.lockedMember == false)
    }

    @Test(
        "a request for an offer without a policy, in another mode, or without a valid duration is refused",
        arguments: [
            (PresentModeEnum.Direct, "nothing", 60, "SSRVVRF00201"), (.Proxy, "login", 60, "SSRVVRF00201"),
            (.Direct, "login", 0, "SSRVVRF00100"),
            (.Direct, "login", -1, "SSRVVRF00100"), (.Direct, "login", 1 << 52, "SSRVVRF00100"),
        ])
    func noOffer(mode: PresentModeEnum, service: String, seconds: Int, code: String) async throws {
        let world = try await IssuanceWorld()
        let request = RequestOfferPayload(mode: mode, device: "gate", service: service, validSeconds: seconds)
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestOfferQR, request, as: .anybody) == code)
    }

    @Test("a profile is refused for an offer that is unknown, expired or answered")
    func offerStanding() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let unknown = RequestProfile(id: world.messageID(), offerId: "00000000-0000-4000-8000-000000000000")
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestProfile, unknown, as: .anybody) == "SSRVVRF00200")
        #expect(
            try await world.code(OpenDIDEndpoints.Verifier.confirmVerify, ConfirmVerify(offerId: "x")) == "SSRVVRF00200"
        )
        var run = try await PresentationRun.profiled(world, by: holder)
        #expect(try await run.present([credential]) == "200")
        let answered = try PresentationRun.profileRequest(world, run.offer)
        #expect(
            try await world.code(OpenDIDEndpoints.Verifier.requestProfile, answered, as: .anybody) == "SSRVVRF00200")
        let late = try PresentationRun.profileRequest(world, try await PresentationRun.offered(world))
        world.clock.advance(by: 181)
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestProfile, late, as: .anybody) == "SSRVVRF00200")
    }

    @Test("a profile request needs no transaction, but another offer's is refused")
    func transactions() async throws {
        let world = try await IssuanceWorld()
        let (offer, other) = (try await PresentationRun.offered(world), try await PresentationRun.offered(world))
        var request = try PresentationRun.profileRequest(world, offer)
        request.txId = nil
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestProfile, request, as: .anybody) == "200")
        request.txId = other.txId
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestProfile, request, as: .anybody) == "SSRVVRF00303")
        request.txId = "00000000-0000-4000-8000-000000000000"
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestProfile, request, as: .anybody) == "SSRVVRF00300")
    }

    @Test(
        "the first profile request with the offer's transaction continues it and can be repeated; later ones get others"
    )
    func offersTransaction() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let offer = try await PresentationRun.offered(world)
        let request = try PresentationRun.profileRequest(world, offer)
        let answer = try await world.ask(OpenDIDEndpoints.Verifier.requestProfile, request, as: .anybody)
        #expect(answer.status == 200)
        #expect(try await world.ask(OpenDIDEndpoints.Verifier.requestProfile, request, as: .anybody) == answer)
        let first = try _RequestProfile(jsonBytes: answer.body)
        #expect(first.txId == offer.txId)
        let second = try await PresentationRun.profiled(world, by: holder, offer: offer)
        #expect(second.txID != offer.txId)
        var again = try PresentationRun.profileRequest(world, offer)
        again.txId = nil
        let third = try await world.answer(OpenDIDEndpoints.Verifier.requestProfile, again, as: .anybody)
        #expect(third.txId != offer.txId && third.txId != second.txID)
        let nonces = [first.profile, second.profile, third.profile].map(\.profile.process.verifierNonce)
        #expect(Set(nonces).count == 3)
        // The answer to the first is as good as any.
        var run = PresentationRun(world: world, holder: holder, offer: offer, txID: first.txId, profile: first.profile)
        #expect(try await run.present([credential]) == "200")
    }

    @Test("one of many wallets that scan a code at once continues in the offer's transaction")
    func together() async throws {
        let world = try await IssuanceWorld()
        let offer = try await PresentationRun.offered(world)
        let requests = try (0..<8).map { _ in try PresentationRun.profileRequest(world, offer) }
        let transactions = try await withThrowingTaskGroup(of: String.self) { group in
            for request in requests {
                group.addTask {
                    try await world.answer(OpenDIDEndpoints.Verifier.requestProfile, request, as: .anybody).txId
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(transactions).count == requests.count)
        #expect(transactions.filter { $0 == offer.txId }.count == 1)
    }

    @Test("every profile has its own nonce and key, and an offer accepts one presentation")
    func severalScans() async throws {
        let world = try await IssuanceWorld()
        let (alice, bob) = (try await world.holder(1), try await world.holder(2))
        let mine = try await IssuanceRun.issued(world, to: alice)
        let bobs = try await IssuanceRun.issued(world, to: bob, pii: "pii of bob")
        var first = try await PresentationRun.profiled(world, by: alice)
        var second = try await PresentationRun.profiled(world, by: bob, offer: first.offer)
        #expect(first.txID != second.txID)
        #expect(first.profile.profile.process.verifierNonce != second.profile.profile.process.verifierNonce)
        #expect(first.profile.profile.process.reqE2e.publicKey != second.profile.profile.process.reqE2e.publicKey)
        #expect(try await second.present([bobs]) == "200")
        #expect(try await first.present([mine]) == "SSRVVRF00200")
        #expect(try await first.result().claims.first?.value == "Bob의 family_name")
    }

    @Test("a repeated presentation gets the same answer, and another one is refused")
    func repetition() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        let request = try await run.request(holder.presentation(for: run.profile, of: [credential], at: world.now))
        let answer = try await world.ask(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody)
        #expect(answer.status == 200)
        #expect(try await world.ask(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == answer)
        #expect(try await run.present([credential]) == "SSRVVRF00301")
    }

    @Test(
        "a presentation without a transaction, with an offer's own, with an unknown one, or too late is refused"
    )
    func order() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        var request = try await run.request(holder.presentation(for: run.profile, of: [credential], at: world.now))
        func code(_ txID: String?) async throws -> String {
            request.txId = txID
            return try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody)
        }
        #expect(try await code(nil) == "SSRVVRF00300")
        #expect(try await code("00000000-0000-4000-8000-000000000000") == "SSRVVRF00300")
        #expect(try await code(PresentationRun.offered(world).txId) == "SSRVVRF00301")
        let elsewhere = try await PresentationRun.profiled(world, by: holder)
        #expect(try await code(elsewhere.txID) == "SSRVVRF00409")
        world.clock.advance(by: 3600)
        #expect(try await code(run.txID) == "SSRVVRF00302")
    }

    @Test("the terminal can read the presented claims, and only for a limited time")
    func results() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        #expect(try await run.present([credential]) == "200")
        let request = ConfirmVerify(offerId: try run.offer.payload.offerId.unwrapped)
        #expect(try await world.code(OpenDIDEndpoints.Verifier.confirmVerify, request, as: .anybody) == "9401")
        #expect(try await world.code(OpenDIDEndpoints.Verifier.confirmVerify, request, as: .operatorHere) == "200")
        #expect(try await run.result().claims.count == 2)
        world.clock.advance(by: 3601)
        let late = try await world.ask(OpenDIDEndpoints.Verifier.confirmVerify, request)
        #expect(!String(decoding: late.body, as: UTF8.self).contains("Alice"))
    }
}
