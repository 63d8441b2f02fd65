import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent's operator (OpenDID sheet 5.2, 5.10, 9)")
struct OperatorTests {
    @Test("without the operator's token every call is refused", arguments: [nil, "", "wrong"])
    func credential(_ token: String?) async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let refusal = Refusal("9401", 401)
        await #expect(throws: refusal) {
            let _: OperatorAnswer = try await world.send(
                OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: "user-1"), token: token)
        }
        await #expect(throws: refusal) {
            let _: _UpdateUserStatus = try await world.send(
                OpenDIDEndpoints.TAS.updateUserStatus, UpdateUserStatus(did: wallet.holder.id, status: "REVOKED"),
                token: token)
        }
        await #expect(throws: refusal) {
            let _: _OfferRestore = try await world.send(
                OpenDIDEndpoints.TAS.offerRestoreByPush, OfferRestoreByPush(id: "1", did: wallet.holder.id),
                token: token)
        }
        await #expect(throws: refusal) {
            let _: _RequestEnrollTas = try await world.send(
                OpenDIDEndpoints.TAS.requestEnrolTAS, RequestEnrollTas(id: "1", request: .init(password: "password")),
                token: token)
        }
        #expect(try await world.resolve(wallet.holder.id)?.status == .activated)
        await world.stop()
    }

    @Test("the operator's token is accepted only from this machine")
    func elsewhere() async throws {
        let world = try await TrustAgentWorld()
        _ = try await TestWallet.registered(in: world, seed: 2)
        await #expect(throws: Refusal("9401", 401)) {
            let _: OperatorAnswer = try await world.send(
                OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: "user-1"),
                token: TrustAgentWorld.operatorToken, origin: .network("192.0.2.7"))
        }
        await world.stop()
    }

    @Test("a user's status and the DID's change together")
    func statuses() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        func set(_ status: String, of did: String? = nil) async throws {
            let answer: _UpdateUserStatus = try await world.operate(
                OpenDIDEndpoints.TAS.updateUserStatus, UpdateUserStatus(did: did ?? wallet.holder.id, status: status))
            #expect(answer.txId?.isEmpty == false)
        }
        func deactivate(_ user: String) async throws {
            let _: OperatorAnswer = try await world.operate(
                OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: user))
        }
        await #expect(throws: Refusal.tas(17002)) { try await deactivate("nobody") }
        await #expect(throws: Refusal.tas(17002)) { try await set("DEACTIVATED", of: wallet.device.id) }
        await #expect(throws: Refusal.tas(12004)) { try await set("ON") }
        try await deactivate("user-1")
        await #expect(throws: Refusal.tas(17003)) { try await deactivate("user-1") }
        try await set("ACTIVATED")
        #expect(try await world.resolve(wallet.holder.id)?.status == .activated)
        try await set("REVOKED")
        #expect(try await world.resolve(wallet.holder.id)?.status == .revoked)
        await #expect(throws: Refusal.tas(17003)) { try await set("ACTIVATED") }
        await world.stop()
    }

    @Test("offers are sent to the outbox and shown as QR code in the form of DataPayload")
    func offers() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let shown: _OfferIssue = try await world.operate(
            OpenDIDEndpoints.TAS.offerIssueByQR,
            OfferIssueByQR(id: "1", vcPlanId: TrustAgentWorld.planID, issuer: "did:omn:issuer"))
        let offer = try MultibaseEnvelope.open(#require(shown.payload), as: IssueOfferPayload.self, field: "payload")
            .value
        #expect(shown.payloadType == .ISSUE_VC)
        #expect(shown.issueOfferPayload == offer, "upstream's demo reads the offer there")
        #expect(
            offer.offerId == shown.offerId && offer.vcPlanId == TrustAgentWorld.planID
                && offer.issuer == "did:omn:issuer")

        // The offer can be taken up.
        let _: _ProposeIssueVc = try await world.send(
            OpenDIDEndpoints.TAS.proposeIssueVC,
            ProposeIssueVc(id: "1", vcPlanId: offer.vcPlanId, issuer: offer.issuer, offerId: offer.offerId))

        let _: _OfferIssue = try await world.operate(
            OpenDIDEndpoints.TAS.offerIssueByPush,
            OfferIssueByPush(
                id: "2", vcPlanId: TrustAgentWorld.planID, issuer: "did:omn:issuer", holder: wallet.holder.id))
        let _: _OfferIssue = try await world.operate(
            OpenDIDEndpoints.TAS.offerIssueByEmail,
            OfferIssueByEmail(
                id: "3", vcPlanId: TrustAgentWorld.planID, issuer: "did:omn:issuer", email: "user@example.org"))
        #expect(try await world.services.outbox().count == 2)
        await #expect(throws: Refusal.tas(12004)) {
            let _: _OfferIssue = try await world.operate(
                OpenDIDEndpoints.TAS.offerIssueByEmail,
                OfferIssueByEmail(id: "3", vcPlanId: TrustAgentWorld.planID, issuer: "did:omn:issuer", email: "nobody"))
        }
        await #expect(throws: Refusal.tas(17002)) {
            let _: _OfferIssue = try await world.operate(
                OpenDIDEndpoints.TAS.offerIssueByPush,
                OfferIssueByPush(
                    id: "2", vcPlanId: TrustAgentWorld.planID, issuer: "did:omn:issuer", holder: wallet.device.id))
        }
        await world.stop()
    }

    @Test("an offer by push message or mail is valid for a day, one as a QR code for three minutes")
    func lifetimes() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let (plan, issuer) = (TrustAgentWorld.planID, "did:omn:issuer")
        let pushed: _OfferIssue = try await world.operate(
            OpenDIDEndpoints.TAS.offerIssueByPush,
            OfferIssueByPush(id: "1", vcPlanId: plan, issuer: issuer, holder: wallet.holder.id))
        let mailed: _OfferIssue = try await world.operate(
            OpenDIDEndpoints.TAS.offerIssueByEmail,
            OfferIssueByEmail(id: "2", vcPlanId: plan, issuer: issuer, email: "user@example.org"))
        let shown: _OfferIssue = try await world.operate(
            OpenDIDEndpoints.TAS.offerIssueByQR, OfferIssueByQR(id: "3", vcPlanId: plan, issuer: issuer))
        #expect(pushed.$validUntil == world.now.advanced(by: .seconds(86_400)))
        #expect(mailed.$validUntil == pushed.$validUntil)
        #expect(shown.$validUntil == world.now.advanced(by: .seconds(180)))
        await world.stop()
    }

    /// did-ca-aos PushMessagingService takes all three from the data; did-ca-ios AppDelegate has the system show the notification.
    @Test("stock fault 10: pushed offers name their kind on both platforms, and are the same offer")
    func pushed() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let issue: _OfferIssue = try await world.operate(
            OpenDIDEndpoints.TAS.offerIssueByPush,
            OfferIssueByPush(
                id: "1", vcPlanId: TrustAgentWorld.planID, issuer: "did:omn:issuer", holder: wallet.holder.id))
        let _: OperatorAnswer = try await world.operate(
            OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: TrustAgentWorld.kyc))
        let restore: _OfferRestore = try await world.operate(
            OpenDIDEndpoints.TAS.offerRestoreByPush, OfferRestoreByPush(id: "2", did: wallet.holder.id))
        let outbox = try await world.services.outbox()
        #expect(outbox.count == 2)
        for message in outbox {
            #expect(message.recipient == .push([wallet.holder.id]))
            #expect(message.title?.isEmpty == false && message.text?.isEmpty == false)
            #expect(message.data["title"] == message.title && message.data["body"] == message.text)
        }
        let offers = try outbox.map { try DataPayload(from: $0.data["offerData"] ?? "") }
        #expect(offers.map(\.payloadType) == [.ISSUE_VC, .RESTORE_DID])
        let opened = try MultibaseEnvelope.open(
            try #require(offers.first).payload, as: IssueOfferPayload.self, field: "payload"
        ).value
        #expect(opened.offerId == issue.offerId)
        let restored = try MultibaseEnvelope.open(
            try #require(offers.last).payload, as: RestoreDidOfferPayload.self, field: "payload"
        ).value
        #expect(restored.offerId == restore.offerId && restored.did == wallet.holder.id)
        await world.stop()
    }

    @Test("the trust agent returns the addresses of its certificate and of the certificates' schema")
    func certificate() async throws {
        let world = try await TrustAgentWorld()
        let answer: _RequestEnrollTas = try await world.operate(
            OpenDIDEndpoints.TAS.requestEnrolTAS, RequestEnrollTas(id: "1"))
        #expect(answer.certVcRef == world.services.baseURL + "/tas/api/v1/certificate-vc")
        let response = await world.services.handler.respond(
            to: ServiceRequest(
                method: "GET", path: "/tas/api/v1/vc-schema", query: ServiceQuery("name", "certificate")))
        let schema = try VCSchema(jsonBytes: response.body)
        #expect(schema.id == world.services.baseURL + "/tas/api/v1/vc-schema?name=certificate")
        let other = await world.services.handler.respond(
            to: ServiceRequest(
                method: "GET", path: "/tas/api/v1/vc-schema", query: ServiceQuery("name", "person")))
        #expect(other.status == 500 && other.code == "SSRVTRA18503")
        let unnamed = await world.services.handler.respond(
            to: ServiceRequest(method: "GET", path: "/tas/api/v1/vc-schema"))
        #expect(unnamed.status == 500 && unnamed.code == "9999")
        await world.stop()
    }
}
