import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Upstream's demo server, which sends no token")
struct StockDemoTests {
    /// The demo's calls, with bodies as both releases send them (did-demo-server V1.0.0 and V2.0.0, DemoServiceImpl).
    private static let calls: [(path: String, body: JSONValue)] = [
        ("/tas/api/v1/offer-issue-vc/qr", ["vcPlanId": .string(TestSchemas.offerPlan), "issuer": "did:omn:issuer"]),
        ("/issuer/api/v1/user", ["firstname": "Ada", "lastname": "Ito", "birthdate": "1990-01-02", "pii": "f0e1"]),
        ("/issuer/api/v1/vc", ["did": "did:omn:holder", "userName": "Ada", "address": "1 Hill Road"]),
        ("/cas/api/v1/save-user-info", ["userId": "ab12cd34", "pii": "f0e1", "result": false]),
        ("/verifier/api/v1/confirm-verify", ["offerId": "nobody's"]),
        (
            "/issuer/admin/v1/users/demo",
            [
                "firstname": "Ada", "lastname": "Ito", "did": "did:omn:other", "email": "a@example.org", "pii": "f0e2",
                "vcSchemaId": "http://127.0.0.1:8091/issuer/api/v1/vc/vcschema?name=mdl", "vcSchemaTitle": "t",
                "vcSchemaIndex": "0",
                "fields": ["org.iso.18013.5.birth_date": "1990-01-02"], "userInfo": "{}",
            ]
        ),
    ]

    private func world(_ networks: [String] = []) async throws -> IssuanceWorld {
        try await IssuanceWorld {
            $0.roles = Set(ServiceRole.allCases)
            $0.trustedNetworks = networks
        }
    }

    private func refused(
        _ world: IssuanceWorld, from origin: ServiceRequest.Origin, ofBrowser: Bool = false, host: String? = nil
    ) async -> [String] {
        var refused: [String] = []
        for (path, body) in Self.calls {
            var request = ServiceRequest(method: "POST", path: path, body: body.serialized(), origin: origin)
            (request.isOfBrowser, request.host) = (ofBrowser, host)
            if await world.router.respond(to: request).status == 401 { refused.append(path) }
        }
        return refused
    }

    @Test("stock fault 7: the demo works from a trusted network, and receives the offer itself")
    func trusted() async throws {
        let world = try await world(["loopback", "10.1.0.0/16"])
        #expect(await refused(world, from: .network("127.0.0.1")) == [])
        #expect(await refused(world, from: .network("10.1.2.3")) == [])
        let answer = await world.router.respond(
            to: ServiceRequest(
                method: "POST", path: Self.calls[0].path, body: Self.calls[0].body.serialized(), origin: .network("::1")
            ))
        let offer = try JSONValue(parsing: answer.body)["issueOfferPayload"]
        #expect(answer.status == 200)
        #expect(
            offer?["vcPlanId"]?.stringValue == TestSchemas.offerPlan && offer?["issuer"] == "did:omn:issuer"
                && offer?["type"] == "IssueOffer")
        #expect(offer?["offerId"]?.stringValue?.isEmpty == false && offer?["validUntil"]?.stringValue?.isEmpty == false)
        let policies = await world.router.respond(
            to: ServiceRequest(method: "GET", path: "/verifier/admin/v1/policies/all", origin: .network("127.0.0.1")))
        #expect(try JSONValue(parsing: policies.body).arrayValue?.first?["policyId"]?.stringValue?.isEmpty == false)
    }

    /// The operator chooses a plan, and its manager becomes the issuer of offers (did-demo-server V2.0.0 index.js, ConfigService).
    @Test("stock fault 7 release 2: each plan's manager is an issuer in whose name it can be offered")
    func managers() async throws {
        let world = try await world(["loopback"])
        let listed = await world.router.respond(
            to: ServiceRequest(
                method: "GET", path: "/list/api/v1/vcplan/list/issuer", origin: .network("127.0.0.1")))
        let managers =
            try JSONValue(parsing: listed.body)["items"]?.arrayValue?.reduce(into: [String: JSONValue]()) {
                managers, plan in
                managers[plan["vcPlanId"]?.stringValue ?? ""] = plan["manager"]
            } ?? [:]
        #expect(
            managers == [
                TestSchemas.identityPlan: "did:omn:issuer", TestSchemas.offerPlan: "did:omn:issuer",
                TestSchemas.foreignPlan: "did:omn:other",
            ])
        for plan in [TestSchemas.identityPlan, TestSchemas.offerPlan] {
            let body: JSONValue = ["vcPlanId": .string(plan), "issuer": managers[plan] ?? ""]
            let answer = await world.router.respond(
                to: ServiceRequest(
                    method: "POST", path: Self.calls[0].path, body: body.serialized(), origin: .network("127.0.0.1")))
            #expect(answer.status == 200 && answer.code == nil, "\(plan)")
            #expect(try JSONValue(parsing: answer.body)["issueOfferPayload"]?["vcPlanId"] == .string(plan))
        }
    }

    @Test("stock fault 7: without the option each of those calls needs its token")
    func off() async throws {
        let world = try await world()
        #expect(await refused(world, from: .network("127.0.0.1")) == Self.calls.map(\.path))
        let policies = await world.router.respond(
            to: ServiceRequest(method: "GET", path: "/verifier/admin/v1/policies/all", origin: .network("127.0.0.1")))
        #expect(policies.status == 401)
    }

    @Test(
        "attack 86: another network, a forwarded request, and a page in a browser are not trusted",
        arguments: [
            (ServiceRequest.Origin.network("192.0.2.1"), false), (.forwarded("127.0.0.1"), false),
            (.network("127.0.0.1"), true),
            (.network("not an address"), false),
        ])
    func strangers(origin: ServiceRequest.Origin, isOfBrowser: Bool) async throws {
        let world = try await world(["loopback", "10.1.0.0/16"])
        #expect(await refused(world, from: origin, ofBrowser: isOfBrowser) == Self.calls.map(\.path))
    }

    @Test(
        "attack 93: a name that resolves to this machine is not trusted, and this machine's own names are",
        arguments: [
            ("attacker.example:8090", false), ("localhost.attacker.example", false),
            ("127.0.0.1.attacker.example", false), ("", false),
            ("[::1].attacker.example", false), ("localhost", true), ("LOCALHOST:8090", true), ("127.0.0.1:8090", true),
            ("[::1]:8090", true),
        ])
    func rebinding(host: String, isTrusted: Bool) async throws {
        for networks in [["loopback"], ["127.0.0.0/8", "10.1.0.0/16"]] {
            let world = try await world(networks)
            #expect(
                await refused(world, from: .network("127.0.0.1"), host: host)
                    == (isTrusted ? [] : Self.calls.map(\.path)))
            var request = ServiceRequest(
                method: "GET", path: "/verifier/admin/v1/policies/all", origin: .network("127.0.0.1"))
            request.host = host
            #expect(await world.router.respond(to: request).status == (isTrusted ? 200 : 401))
            // Containers of a closed network call each other by names.
            if networks.count > 1 {
                #expect(await refused(world, from: .network("10.1.2.3"), host: "issuer:8091") == [])
            }
        }
    }

    @Test("attack 86: the option opens no call between servers and no other call of the operator")
    func closed() async throws {
        let world = try await world(["loopback"])
        for path in [
            "/issuer/api/v1/request-offer", "/issuer/api/v1/inspect-propose-issue", "/issuer/api/v1/issue-vc",
            "/issuer/api/v1/vc/status",
            "/cas/api/v1/retrieve-pii", "/tas/api/v1/update-user-status", "/tas/api/v1/offer-restore-did/push",
            "/noti/api/v1/send-email",
        ] {
            let answer = await world.router.respond(
                to: ServiceRequest(method: "POST", path: path, body: Array("{}".utf8), origin: .network("127.0.0.1")))
            #expect(answer.status == 401, "\(path)")
        }
    }

    @Test(
        "a malformed network, or one of all addresses, is refused by name",
        arguments: ["", "everywhere", "0.0.0.0/0", "::/0", "0.0.0.0/00", "::ffff:0:0/96", "10.0.0.0/33"])
    func malformed(text: String) async throws {
        await #expect {
            _ = try await world([text])
        } throws: { ($0 as? ServicesError)?.field == "trustedNetworks" }
    }

    @Test("the personal data of release 2's demo is in the credential's claims")
    func demoUser() throws {
        let sent = try SaveIssuerUser(jsonBytes: Self.calls[5].body.serialized())
        #expect(
            sent.user.values == [
                "given_name": "Ada", "family_name": "Ito", "email": "a@example.org",
                "org.iso.18013.5.birth_date": "1990-01-02",
            ])
    }
}
