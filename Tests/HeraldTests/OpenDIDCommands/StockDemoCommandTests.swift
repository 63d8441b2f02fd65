import Foundation
import HeraldJSON
import Testing

/// did-demo-server V1.0.0 with the settings that it is published with (application-demo.yml): plan `vcplanid000000000001`, and the service
/// `login` of the terminal `WEB`.
@Suite("herald opendid --sample --trust-network, called by upstream's demo")
struct StockDemoCommandTests {
    /// The content of the demo's QR code (DemoServiceImpl).
    private func code(_ type: String, _ offer: JSONValue) throws -> String {
        let payload = Data(try JSONDocument(offer.serialized()).root.canonicalBytes()).base64EncodedString().prefix {
            $0 != "="
        }
        let shown: JSONValue = ["payloadType": .string(type), "payload": .string("m" + payload)]
        return String(decoding: shown.serialized(), as: UTF8.self)
    }

    @Test(
        "stock fault 7: two people of release 1's demo get the sample's card with its offer, and log in",
        .timeLimit(.minutes(10)))
    func release1() async throws {
        let services = try await RunningServices.start(
            "all", ["--in-memory", "--sample", "--trust-network", "loopback"])
        for (user, first, last) in [("ab12cd34", "Ada", "Ito"), ("ef56ab78", "Bo", "Sund")] {
            let pii = JSONValue.string("pii of \(first)")
            let saved = try await services.post(
                "/cas/api/v1/save-user-info", ["userId": .string(user), "pii": pii, "result": false])
            #expect(saved.status == 200, "\(saved.json)")
            let entered = try await services.post(
                "/issuer/api/v1/user",
                [
                    "did": "", "firstname": .string(first), "lastname": .string(last), "birthdate": "1990-01-02",
                    "address": "1 Hill Road",
                    "licenseNum": "12-345", "issueDate": "2024-01-01", "pii": pii,
                ])
            #expect(entered.status == 200, "\(entered.json)")
            let shell = try WalletShell()
            try await shell.register(at: services, as: user)

            let offered = try await services.post(
                "/tas/api/v1/offer-issue-vc/qr", ["vcPlanId": .string(WalletShell.plan), "issuer": "did:omn:issuer"])
            let issueOffer = try #require(offered.json["issueOfferPayload"], "\(offered.json)")
            let issued = try await shell.json("vc", "issue", "--offer", code("ISSUE_VC", issueOffer))
            #expect(issued["claims"] == 5)
            let result = try await services.get(
                "/issuer/api/v1/issue-vc/result?offerId=\(issueOffer["offerId"]?.stringValue ?? "")")
            #expect(result.json["result"] == true)

            let asked = try await services.post(
                "/verifier/api/v1/request-offer-qr",
                ["mode": "Direct", "device": "WEB", "service": "login", "validSeconds": 180])
            let verifyOffer = try #require(asked.json["payload"], "\(asked.json)")
            #expect(
                try await shell.json("vc", "present", "--offer", code("SUBMIT_VP", verifyOffer))["accepted"] == true)
            let confirmed = try await services.post(
                "/verifier/api/v1/confirm-verify", ["offerId": verifyOffer["offerId"] ?? ""])
            #expect(confirmed.status == 200 && confirmed.json["result"] == true)
            #expect(confirmed.json["claims"]?.arrayValue?.contains { $0["value"]?.stringValue == last } == true)
        }
        #expect(await services.end() == 0)
    }

    /// Release 2 asks which plans issuers start, and has the offer made in the name of the chosen plan's manager (index.js, ConfigService).
    @Test(
        "stock fault 7 release 2: each plan that the sample lists is offered in its manager's name",
        .timeLimit(.minutes(10)))
    func release2() async throws {
        let services = try await RunningServices.start(
            "all", ["--in-memory", "--sample", "--trust-network", "loopback"])
        let plans = try #require(try await services.get("/list/api/v1/vcplan/list/issuer").json["items"]?.arrayValue)
        #expect(plans.contains { $0["vcPlanId"] == .string(WalletShell.plan) })
        for plan in plans {
            let offered = try await services.post(
                "/tas/api/v1/offer-issue-vc/qr", ["vcPlanId": plan["vcPlanId"] ?? "", "issuer": plan["manager"] ?? ""])
            #expect(
                offered.status == 200 && offered.json["issueOfferPayload"]?["vcPlanId"] == plan["vcPlanId"],
                "\(offered.json)")
        }
        #expect(await services.end() == 0)
    }

    @Test(
        "if the value of --trust-network is not a network, the error names the flag", .timeLimit(.minutes(10)),
        arguments: ["localhost", "0.0.0.0/0"])
    func malformed(network: String) async throws {
        let result = try await Program.run(["opendid", "all", "--in-memory", "--port", "0", "--trust-network", network])
        #expect(result.status == 1)
        #expect(
            result.errors.contains("--trust-network: ") && result.errors.contains(network)
                && !result.errors.contains("trustedNetworks"))
    }
}
