import HeraldJSON
import Logging
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("The router of every request")
struct RouterTests {
    private static let echo = ServiceEndpoint<RetrievePii, _RetrievePii>(.tas, .post, "echo")
    private static let ask = ServiceEndpoint<ServiceQuery, _RetrievePii>(.issuer, .get, "ask")

    private func router(_ add: (inout RouteTable) -> Void = { _ in }) -> ServiceRouter {
        var routes = RouteTable()
        routes.on(Self.echo) { request, _ in _RetrievePii(pii: request.userId) }
        routes.on(Self.ask) { query, _ in _RetrievePii(pii: query["name"] ?? "") }
        add(&routes)
        return ServiceRouter(
            routes: routes, admission: Admission(operatorToken: "operator", peerToken: "peer"),
            limiter: ClientLimiter(.unlimited, uptime: { .zero }),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func post(_ body: String, to router: ServiceRouter, path: String = echo.path) async -> ServiceResponse {
        await router.respond(to: ServiceRequest(method: "POST", path: path, body: Array(body.utf8)))
    }

    @Test("a handler receives the body, and the answer is in canonical form")
    func answers() async {
        let response = await post(#"{ "userId" : "7" }"#, to: router())
        #expect(response == ServiceResponse(status: 200, body: Array(#"{"pii":"7"}"#.utf8)))
    }

    @Test("a handler receives the query; a trailing slash and HEAD lead to the same endpoint")
    func queries() async {
        for (method, path) in [("GET", Self.ask.path), ("HEAD", Self.ask.path), ("GET", Self.ask.path + "/")] {
            let response = await router().respond(
                to: ServiceRequest(method: method, path: path, query: ServiceQuery("name", "x")))
            #expect(response.body == Array(#"{"pii":"x"}"#.utf8))
        }
    }

    @Test("attack 26: an endpoint that is not open to everybody has one spelling, without a trailing slash")
    func trailingSlash() async {
        let router = self.router { $0.on(Self.ask, access: .operatorOnly) { _, _ in _RetrievePii(pii: "") } }
        let request = { (path: String) in ServiceRequest(method: "GET", path: path, authorization: "Bearer operator") }
        #expect(await router.respond(to: request(Self.ask.path)).status == 200)
        #expect(await router.respond(to: request(Self.ask.path + "/")).status == 404)
    }

    @Test(
        "the error for a refused caller says whom the endpoint is for",
        arguments: [
            (ServiceAccess.peers, "the other servers"), (.peersOrTrustedNetwork, "the other servers"),
            (.operatorOnly, "the operator"),
            (.operatorOrTrustedNetwork, "the operator"),
        ])
    func refused(access: ServiceAccess, reader: String) async {
        let router = self.router { $0.on(Self.ask, access: access) { _, _ in _RetrievePii(pii: "") } }
        let response = await router.respond(to: ServiceRequest(method: "GET", path: Self.ask.path))
        #expect(response.status == 401 && response.code == "9401")
        #expect(String(decoding: response.body, as: UTF8.self).contains("This endpoint is for \(reader)."))
    }

    @Test("an unknown path gets 404, and another method gets 405 with the known ones")
    func unknown() async {
        #expect(await post("{}", to: router(), path: "/tas/api/v1/nothing").code == "9404")
        let response = await router().respond(to: ServiceRequest(method: "GET", path: Self.echo.path))
        #expect(response.status == 405 && response.allowed == ["POST"] && response.code == "9405")
    }

    @Test(
        "a body that is not JSON is refused with the server's own code and status",
        arguments: ["", "x", "[]", #"{"userId":1}"#, #"{"userId":"a","userId":"b"}"#])
    func unreadable(body: String) async {
        let response = await post(body, to: router())
        #expect(response.code == "SSRVTRA12004" && response.status == 500)
    }

    @Test("a missing member gets upstream's 9999 with status 500, and the member's name")
    func validation() async {
        let response = await post("{}", to: router())
        #expect(response.code == "9999" && response.status == 500)
        #expect(String(decoding: response.body, as: UTF8.self).contains("userId"))
    }

    @Test("a null is a missing member, even inside; a body that is only null cannot be read")
    func nulls() async {
        let response = await post(#"{"userId": null}"#, to: router())
        #expect(response.code == "9999" && String(decoding: response.body, as: UTF8.self).contains("userId"))
        #expect(await post("null", to: router()).code == "SSRVTRA12004")
    }

    @Test("an endpoint may have a code of its own for a missing member")
    func absent() async {
        let router = router { routes in
            routes.on(Self.echo, absent: ["userId": TASError.issuerUnknown]) { request, _ in
                _RetrievePii(pii: request.userId)
            }
        }
        for body in ["{}", #"{"userId":null}"#] {
            let response = await post(body, to: router)
            #expect(response.code == "SSRVTRA14001" && response.status == 400)
        }
        #expect(await post(#"{"userId":7}"#, to: router).code == "SSRVTRA12004")
    }

    @Test("too many bytes and too deep a nesting are refused")
    func limits() async {
        let long = await post(#"{"userId":""# + String(repeating: "a", count: BodySize.standard) + #""}"#, to: router())
        #expect(long.code == "9413" && long.status == 413)
        let deep = await post(
            #"{"userId":"a","x":"# + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "}",
            to: router())
        #expect(deep.code == "SSRVTRA12004")
    }

    @Test("a handler's error becomes the server's error, and an unexpected one shows nothing")
    func thrown() async throws {
        struct Unforeseen: Error { let secret = "a secret" }
        let cases: [(any Error, String, Int)] = [
            (TASError.tokenExpired("late"), "SSRVTRA19002", 400),
            (DataModelError(.invalidValue, field: "nonce", reason: "short"), "SSRVTRA12004", 400),
            (VerificationFailure(.signature, at: "proof", "wrong"), "SSRVTRA16510", 400),
            (ServiceError(relayed: "SSRVISS00202", description: "no plan"), "SSRVISS00202", 400),
            (Unforeseen(), "SSRVTRA90003", 500),
        ]
        for (error, code, status) in cases {
            let router = router { routes in
                routes.on(Self.echo) { (_: RetrievePii, _: ReceivedCall) async throws -> _RetrievePii in throw error }
            }
            let response = await post(#"{"userId":"7"}"#, to: router)
            #expect(response.code == code && response.status == status)
            #expect(!String(decoding: response.body, as: UTF8.self).contains("a secret"))
        }
    }

    @Test("a request keeps its bytes, and each part keeps its own")
    func received() async throws {
        let router = router { routes in
            routes.on(ServiceEndpoint<JSONValue, JSONValue>(.tas, .post, "parts")) { _, call in
                [
                    "body": .string(String(decoding: call.body, as: UTF8.self)),
                    "part": .string(String(decoding: try call.part("a", "b").bytes, as: UTF8.self)),
                ]
            }
        }
        let response = await post(#"{"a": {"b":{ "c":1 }}}"#, to: router, path: "/tas/api/v1/parts")
        let answer = try JSONValue(parsing: response.body)
        #expect(answer["body"] == #"{"a": {"b":{ "c":1 }}}"#)
        #expect(answer["part"] == #"{ "c":1 }"#)
        #expect(await post(#"{"a":{}}"#, to: router, path: "/tas/api/v1/parts").code == "9999")
    }
}

@Suite("Callers and their rights")
struct AdmissionTests {
    private let admission = Admission(operatorToken: "operator", peerToken: "peer")

    private func admits(
        _ access: ServiceAccess, _ authorization: String?, _ origin: ServiceRequest.Origin,
        by admission: Admission? = nil
    ) -> Bool {
        let request = ServiceRequest(method: "POST", path: "/", authorization: authorization, origin: origin)
        return (try? (admission ?? self.admission).check(access, request)) != nil
    }

    @Test(
        "the operator has the token and calls from this machine",
        arguments: [
            ("Bearer operator", "127.0.0.1", true), ("bearer operator", "::1", true),
            ("Bearer operator", "::ffff:127.0.0.1", true),
            ("Bearer operator", "10.0.0.1", false), ("Bearer peer", "127.0.0.1", false),
            ("Bearer operato", "127.0.0.1", false),
            ("operator", "127.0.0.1", false), (nil, "127.0.0.1", false),
        ])
    func operators(authorization: String?, address: String, isAdmitted: Bool) {
        #expect(admits(.operatorOnly, authorization, .network(address)) == isAdmitted)
    }

    @Test(
        "attack 26: a forwarded client does not count as this machine, whatever its address",
        arguments: ["127.0.0.1", "::1", "192.0.2.1"])
    func passedOn(address: String) {
        #expect(!admits(.operatorOnly, "Bearer operator", .forwarded(address)))
    }

    @Test(
        "this process's servers and callers with the peers' token are peers",
        arguments: [
            (nil, ServiceRequest.Origin.process, true), ("Bearer peer", .network("10.0.0.1"), true),
            (nil, .network("127.0.0.1"), false),
            ("Bearer operator", .network("127.0.0.1"), true), ("Bearer x", .network("127.0.0.1"), false),
        ])
    func peers(authorization: String?, origin: ServiceRequest.Origin, isAdmitted: Bool) {
        #expect(admits(.peers, authorization, origin) == isAdmitted)
    }

    @Test("without configured tokens no outside caller is peer or operator, not even with an empty token")
    func none() {
        let admission = Admission(operatorToken: nil, peerToken: "")
        for authorization in [nil, "Bearer ", "Bearer", "Bearer x"] {
            #expect(!admits(.operatorOnly, authorization, .process, by: admission))
            #expect(!admits(.peers, authorization, .network("127.0.0.1"), by: admission))
        }
    }
}
