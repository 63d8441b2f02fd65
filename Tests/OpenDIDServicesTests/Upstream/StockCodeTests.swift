import HeraldJSON
import OpenDIDServices
import OpenDID_DataModel
import Testing

@Suite("Upstream's error codes")
struct StockCodeTests {
    private func ask(_ world: TrustAgentWorld, _ path: String, _ body: String) async throws -> (
        code: String, status: Int, text: String
    ) {
        let response = await world.services.handler.respond(
            to: ServiceRequest(method: "POST", path: path, body: Array(body.utf8), origin: .process))
        let answer = try JSONValue(parsing: response.body)
        return (answer["code"]?.stringValue ?? "", response.status, answer["description"]?.stringValue ?? "")
    }

    @Test(
        "stock fault 8: a missing member gets 9999 with status 400 at verifier and app provider, and with 500 elsewhere",
        arguments: [
            ("/verifier/api/v1/request-profile", 400), ("/cas/api/v1/request-wallet-tokendata", 400),
            ("/tas/api/v1/request-ecdh", 500),
            ("/issuer/api/v1/inspect-propose-issue", 500), ("/wallet/api/v1/request-sign-wallet", 500),
            ("/noti/api/v1/send-email", 500),
        ])
    func missingMember(path: String, status: Int) async throws {
        let world = try await TrustAgentWorld()
        let answer = try await ask(world, path, "{}")
        #expect(answer.code == "9999" && answer.status == status)
        await world.stop()
    }

    @Test(
        "stock fault 8: a null is a missing member, whatever its type",
        arguments: [
            ("/tas/api/v1/update-push-token", #"{"id":"1","did":"d","appId":"a","pushToken":null}"#, "pushToken", 500),
            ("/tas/api/v1/request-ecdh", #"{"id":"1","txId":"2","reqEcdh":null}"#, "reqEcdh", 500),
            (
                "/tas/api/v1/request-ecdh",
                #"{"id":"1","txId":"2","reqEcdh":{"client":"c","clientNonce":"n","publicKey":"k","curve":null}}"#,
                "reqEcdh.curve", 500
            ),
            (
                "/tas/api/v1/request-create-token", #"{"id":"1","txId":"2","seed":{"purpose": null}}"#, "seed.purpose",
                500
            ),
            ("/issuer/api/v1/inspect-propose-issue", #"{"id":"1","vcPlanId":null}"#, "vcPlanId", 500),
            ("/wallet/api/v1/request-sign-wallet", #"{"@context":null}"#, "@context", 500),
            ("/verifier/api/v1/request-profile", #"{"id":null,"offerId":"o"}"#, "id", 400),
            ("/cas/api/v1/request-attested-appinfo", #"{"appId":null}"#, "appId", 400),
        ])
    func null(path: String, body: String, member: String, status: Int) async throws {
        let world = try await TrustAgentWorld()
        let answer = try await ask(world, path, body)
        #expect(answer.code == "9999" && answer.status == status && answer.text.contains("(\(member): "), "\(answer)")
        await world.stop()
    }

    @Test(
        "stock fault 8: an unreadable body gets the server's own code and status 500",
        arguments: [
            ("/tas/api/v1/request-ecdh", "SSRVTRA12004"), ("/issuer/api/v1/inspect-propose-issue", "SSRVISS00702"),
            ("/verifier/api/v1/request-profile", "SSRVVRF00100"),
            ("/cas/api/v1/request-attested-appinfo", "SCRVCFA00100"),
            ("/wallet/api/v1/request-sign-wallet", "SSRVWLT00502"),
        ])
    func unreadable(path: String, code: String) async throws {
        let world = try await TrustAgentWorld()
        for body in ["{", "", "null", "[]", #"{"@context":7,"id":7,"appId":7}"#] {
            let answer = try await ask(world, path, body)
            #expect(answer.code == code && answer.status == 500, "\(body): \(answer)")
        }
        await world.stop()
    }

    @Test(
        "stock fault 8: a DID of no server gets 14000, one of no issuer or none 14001, and an issuer without a certificate 14002"
    )
    func issuers() async throws {
        let world = try await TrustAgentWorld()
        let late = try TestProvider(did: "did:omn:issuer2", role: .Issuer, seed: 9, now: world.now)
        try await late.announce(in: world)
        let named = [
            (#","issuer":"did:omn:nobody""#, Refusal.tas(14000, 500)), (#","issuer":"""#, .tas(14000, 500)),
            (#","issuer":"did:omn:verifier""#, .tas(14001)), ("", .tas(14001)), (#","issuer":null"#, .tas(14001)),
            (#","issuer":"did:omn:issuer2""#, .tas(14002)),
        ]
        for (member, refusal) in named {
            let body = Array(
                #"{"id":"1","vcPlanId":"\#(TrustAgentWorld.planID)"\#(member),"email":"a@example.org"}"#.utf8)
            await #expect(throws: refusal, "\(member)") {
                _ = try await world.bytes(OpenDIDEndpoints.TAS.proposeIssueVC, body)
            }
            await #expect(throws: refusal, "\(member)") {
                _ = try await world.bytes(
                    OpenDIDEndpoints.TAS.offerIssueByQR, body, token: TrustAgentWorld.operatorToken)
            }
            await #expect(throws: refusal, "\(member)") {
                _ = try await world.bytes(
                    OpenDIDEndpoints.TAS.offerIssueByEmail, body, token: TrustAgentWorld.operatorToken)
            }
        }
        // A missing member is reported first.
        await #expect(throws: Refusal("9999", 500)) {
            _ = try await world.bytes(OpenDIDEndpoints.TAS.proposeIssueVC, Array(#"{"id":"1"}"#.utf8))
        }
        await world.stop()
    }

    @Test("stock fault 8: a user whom the app provider does not know gets 17018")
    func unknownUser() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        await #expect(throws: Refusal.tas(17018, 500)) { _ = try await wallet.identified(in: world, user: "nobody") }
        await world.stop()
    }

    @Test("stock fault 8: a DID of no user gets 17002 wherever a user is required")
    func unknownDID() async throws {
        let world = try await TrustAgentWorld()
        let bodies = [
            (OpenDIDEndpoints.TAS.proposeUpdateDIDDoc.path, #"{"id":"1","did":"did:omn:nobody"}"#),
            (
                OpenDIDEndpoints.TAS.updatePushToken.path,
                #"{"id":"1","did":"did:omn:nobody","appId":"a","pushToken":""}"#
            ),
            (OpenDIDEndpoints.TAS.updateUserStatus.path, #"{"did":"did:omn:nobody","status":"REVOKED"}"#),
            (OpenDIDEndpoints.TAS.offerRestoreByPush.path, #"{"id":"1","did":"did:omn:nobody"}"#),
            (
                OpenDIDEndpoints.TAS.offerIssueByPush.path,
                #"{"id":"1","vcPlanId":"\#(TrustAgentWorld.planID)","issuer":"did:omn:issuer","holder":"did:omn:nobody"}"#
            ),
        ]
        for (path, body) in bodies {
            let response = await world.services.handler.respond(
                to: ServiceRequest(
                    method: "POST", path: path, authorization: "Bearer " + TrustAgentWorld.operatorToken,
                    body: Array(body.utf8)))
            #expect(
                response.status == 400 && String(decoding: response.body, as: UTF8.self).contains("SSRVTRA17002"),
                "\(path)")
        }
        await world.stop()
    }
}
