import HeraldJSON
import Logging
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Reading large bodies in turns, on OpenDID's servers")
struct LargeBodyTests {
    @Test(
        "attack 83: a limited number of large bodies is read and answered at once, and small ones beside them",
        .timeLimit(.minutes(10)))
    func turns() async throws {
        let large = ConcurrentCalls()
        var routes = RouteTable()
        routes.on(OpenDIDEndpoints.TAS.proposeRegisterUser) { request, _ in
            guard !request.unknownMembers.members.isEmpty else { return _ProposeRegisterUser(txId: "1") }
            large.enter()
            for _ in 0..<20 { await Task.yield() }
            large.leave()
            return _ProposeRegisterUser(txId: "1")
        }
        let router = ServiceRouter(
            routes: routes, admission: Admission(operatorToken: "operator", peerToken: "peer"),
            limiter: ClientLimiter(.unlimited, uptime: { .zero }),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        @Sendable func ask(_ body: JSONValue, from address: String) async -> Int {
            await router.respond(
                to: ServiceRequest(
                    method: "POST", path: "/tas/api/v1/propose-register-user", body: body.serialized(),
                    origin: .network(address))
            ).status
        }
        let long: JSONValue = ["id": "1", "x": .string(String(repeating: "x", count: ServiceRouter.largeBody))]
        for (count, addresses, most) in [(20, 1, ServiceRouter.largePerAddress), (40, 40, ServiceRouter.largeAtOnce)] {
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 0..<count { group.addTask { await ask(long, from: "192.0.2.\(number % addresses)") } }
                group.addTask { await ask(["id": "1"], from: "192.0.2.0") }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: count + 1))
            #expect(large.most <= most)
        }
    }
}
