import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Issuing at the issuer")
struct IssuanceTests {
    @Test("a complete issuance gives the holder a credential that verifies")
    func happyPath() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        var run = try await IssuanceRun.profiled(world, to: holder)
        let profile = try run.profile.unwrapped
        let profileReport = try await VerificationPolicy.standard(for: .issueProfile, signer: "did:omn:issuer")
            .verify(profile, at: world.now, resolver: world.registry)
        #expect(profileReport.isValid, "\(profileReport.failures)")
        #expect(profile.profile.process.reqE2e.nonce == profile.profile.process.issuerNonce)
        #expect(profile.profile.process.reqE2e.proof == nil)

        let credential = try await run.issue()
        let schema: VCSchema = try await world.answer(
            OpenDIDEndpoints.Issuer.vcSchema, ServiceQuery("name", TestSchemas.identity))
        let policy = VerificationPolicy.credential(issuedUnder: profile, to: holder.did, schema: schema)
            .adding([CredentialStatusRule(world.registry)])
        let report = try await policy.verify(credential, at: world.now, resolver: world.registry)
        #expect(report.isValid, "\(report.failures)")
        #expect(credential.proof.proofValueList?.count == 3)
        #expect(try await world.status(credential.id) == .ACTIVE)

        let done = try await world.answer(
            OpenDIDEndpoints.Issuer.completeVC, CompleteVc(id: world.messageID(), txId: run.txID, vcId: credential.id))
        #expect(done.txId == run.txID)
    }

    @Test("a credential has its claims in the schema's order and in every language")
    func languages() async throws {
        let world = try await IssuanceWorld()
        let credential = try await IssuanceRun.issued(world, to: world.holder(), plan: TestSchemas.registerPlan)
        #expect(credential.language == "ko")
        #expect(credential.claimCodes == TestSchemas.registerItems.map(TestSchemas.registerCode))
        for (claim, item) in zip(credential.credentialSubject.claims, TestSchemas.registerItems) {
            #expect(claim.value == "Alice의 \(item)")
            #expect(claim.caption == "항목 \(item)")
            #expect(claim.i18n?["en"]?.caption == "item \(item)")
            #expect(claim.i18n?["en"]?.value == "\(item) of Alice")
        }
    }

    @Test("a reference has 17 letters and digits, and no two are the same")
    func reference() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let ids = try await [
            IssuanceRun.proposed(world, to: holder).refID, IssuanceRun.proposed(world, to: holder).refID,
        ]
        for id in ids { #expect(id.count == 17 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }) }
        #expect(ids[0] != ids[1])
    }

    @Test(
        "an unknown plan, another issuer's plan, and a request for another issuer are refused",
        arguments: [
            ("vcplanid999999999999", "did:omn:issuer"), (TestSchemas.foreignPlan, "did:omn:issuer"),
            (TestSchemas.identityPlan, "did:omn:other"),
        ])
    func plans(plan: String, issuer: String) async throws {
        let world = try await IssuanceWorld()
        let request = InspectProposeIssue(id: world.messageID(), vcPlanId: plan, issuer: issuer)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.inspectProposeIssue, request) == "SSRVISS00202")
    }

    @Test("a plan that only the issuer starts needs an offer")
    func userMayNotStart() async throws {
        let world = try await IssuanceWorld()
        let request = InspectProposeIssue(id: world.messageID(), vcPlanId: TestSchemas.offerPlan)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.inspectProposeIssue, request) == "SSRVISS00202")
    }

    @Test("a holder with an unregistered or inactive DID is refused")
    func holders() async throws {
        let world = try await IssuanceWorld()
        let stranger = try TestHolder(seed: 3, created: world.now)
        let unknown = try await IssuanceRun.proposed(world, to: stranger)
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, unknown.profileRequest) == "SSRVISS00300"
        )

        let holder = try await world.holder()
        let run = try await IssuanceRun.proposed(world, to: holder)
        try await world.registry.apply([.setDIDStatus(did: holder.did, .deactivated, at: world.now)])
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, run.profileRequest) == "SSRVISS00302")
    }

    @Test(
        "a person is refused whom the issuer does not know, or whose record lacks claims of the credential",
        arguments: [
            "pii of nobody", "pii of carol", nil,
        ])
    func people(pii: String?) async throws {
        let world = try await IssuanceWorld()
        let offer = try await world.answer(
            OpenDIDEndpoints.Issuer.requestOffer, RequestIssueOffer(vcPlanId: TestSchemas.identityPlan, pii: nil))
        let offered = try await IssuanceRun.proposed(
            world, to: world.holder(), pii: pii, offer: offer.issueOfferPayload.offerId)
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, offered.profileRequest) == "SSRVISS00301"
        )
        // Upstream's apps ask the initiator for the rest between profile and credential.
        var run = try await IssuanceRun.profiled(world, to: world.holder(), pii: pii)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, run.makeRequest()) == "SSRVISS00301")
    }

    @Test(
        "the encrypted request has to answer this profile",
        arguments: [
            ("refId", "SSRVISS00004"), ("id", "SSRVISS00203"), ("nonce", "SSRVISS00204"),
        ])
    func requestInside(member: String, code: String) async throws {
        let world = try await IssuanceWorld()
        var run = try await IssuanceRun.profiled(world, to: world.holder())
        let wanted = try run.wanted(
            refID: member == "refId" ? "12345678901234567" : nil, profileID: member == "id" ? "another" : nil,
            nonce: member == "nonce" ? run.holder.nonce() : nil)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, try await run.makeRequest(wanted)) == code)
        // Refused and nothing changed: the right request still comes through.
        _ = try await run.issue()
    }

    @Test("the issuer's nonce may come back in another encoding")
    func nonceEncoding() async throws {
        let world = try await IssuanceWorld()
        var run = try await IssuanceRun.profiled(world, to: world.holder())
        let bytes = try Multibase.decode(run.profile.unwrapped.profile.process.issuerNonce).bytes
        let wanted = try run.wanted(nonce: Multibase.encode(bytes, as: .base64url))
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, try await run.makeRequest(wanted)) == "200")
    }

    @Test("the channel has to be the holder's own", arguments: ["none", "stranger", "value", "purpose", "key"])
    func channelProof(fault: String) async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let other = try await world.holder(78)
        var run = try await IssuanceRun.profiled(world, to: holder)
        var request = try await run.makeRequest()
        let offer = try run.profile.unwrapped.profile.process.reqE2e
        switch fault {
        case "none": request.accE2e.proof = nil
        case "stranger": request.accE2e = try await other.answer(offer, at: world.now).accE2e
        case "value": request.accE2e.iv = holder.nonce()
        case "purpose": request.accE2e = try await holder.answer(offer, at: world.now, purpose: .assertionMethod).accE2e
        default:
            request.accE2e.proof = nil
            request.accE2e = try await request.accE2e.signed(
                by: holder.request(.pin, for: .assertionMethod, at: world.now))
        }
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00413")
        #expect(try await world.registry.credentials(of: holder.did) == 0)
    }

    @Test("a message that cannot be decrypted and one that is not JSON get the same answer")
    func decryption() async throws {
        let world = try await IssuanceWorld()
        var run = try await IssuanceRun.profiled(world, to: world.holder())
        let request = try await run.makeRequest()
        var texts: [String] = []
        for text in [
            try run.channel.unwrapped.seal(bytes: Array("no JSON".utf8)),
            Multibase.encode([UInt8](repeating: 7, count: 32), as: .base64),
            Multibase.encode([1, 2, 3], as: .base64),
        ] {
            var changed = request
            changed.encReqVc = text
            let response = try await world.ask(OpenDIDEndpoints.Issuer.issueVC, changed)
            #expect(try IssuanceWorld.code(of: response) == "SSRVISS00403")
            texts.append(String(decoding: response.body, as: UTF8.self))
        }
        #expect(Set(texts).count == 1)
        var unreadable = request
        unreadable.encReqVc = "?"
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, unreadable) == "SSRVISS00401")
        unreadable.encReqVc = try run.channel.unwrapped.seal(bytes: Array(#"{"refId":"1"}"#.utf8))
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, unreadable) == "SSRVISS00208")
    }

    @Test("only the issued credential can be confirmed")
    func confirmation() async throws {
        let world = try await IssuanceWorld()
        var run = try await IssuanceRun.profiled(world, to: world.holder())
        _ = try await run.issue()
        let request = CompleteVc(id: world.messageID(), txId: run.txID, vcId: "another")
        #expect(try await world.code(OpenDIDEndpoints.Issuer.completeVC, request) == "SSRVISS00207")
    }
}
