import Foundation
import Logging
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Lists that anybody may request", .timeLimit(.minutes(10)))
struct LongListTests {
    @Test("attack 99: a limited number of lists is built at once, one for an address")
    func turns() async throws {
        let lists = ConcurrentCalls()
        var routes = RouteTable()
        routes.on(OpenDIDEndpoints.List.plans, isLong: true) { _, _ in
            lists.enter()
            for _ in 0..<20 { await Task.yield() }
            lists.leave()
            return VCPlanList(count: 0, items: [])
        }
        let router = ServiceRouter(
            routes: routes, admission: Admission(operatorToken: "operator", peerToken: "peer"),
            limiter: ClientLimiter(.unlimited, uptime: { .zero }),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        for (count, addresses, most) in [(20, 1, ServiceRouter.longPerAddress), (40, 40, ServiceRouter.longAtOnce)] {
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 0..<count {
                    group.addTask {
                        await router.respond(
                            to: ServiceRequest(
                                method: "GET", path: OpenDIDEndpoints.List.plans.path,
                                origin: .network("192.0.2.\(number % addresses)"))
                        ).status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: count))
            #expect(lists.most <= most)
        }
    }

    @Test(
        "attack 99: unread lists of an address have a limit; one over it is refused, and a short answer is not"
    )
    func unread() async throws {
        var configuration = ServicesConfiguration(roles: [.tas, .gateway, .list])
        // Room for one list and a half.
        configuration.transport.unreadBytesPerAddress = 3 << 20
        configuration.transport.readTimeout = .seconds(600)
        let services = try await OpenDIDServices.start(configuration)
        var plan = try #require(try await DistantWorld().agent.registry.plan(TestSchemas.identityPlan))
        plan.description = String(repeating: "x", count: 300 << 10)
        for number in 0..<6 {
            plan.vcPlanId = "vcplanid0000000000\(10 + number)"
            try await services.registry.save(plan, owner: nil)
        }
        let reader = try Self.ask(services.port, OpenDIDEndpoints.List.plans.path)
        func status(_ path: String) async throws -> (Int, retryAfter: String?) {
            let (_, response) = try await URLSession.lasting.data(from: #require(URL(string: services.baseURL + path)))
            let answer = try #require(response as? HTTPURLResponse)
            return (answer.statusCode, answer.value(forHTTPHeaderField: "Retry-After"))
        }
        var refused = try await status(OpenDIDEndpoints.List.plans.path)
        while refused.0 == 200 { refused = try await status(OpenDIDEndpoints.List.plans.path) }
        #expect(refused == (503, "5"))
        #expect(try await status(OpenDIDEndpoints.List.vcSchemas.path).0 == 200)
        // A stop waits for those who are answered.
        reader.close()
        await services.stop()
    }

    /// A connection that asks for a path again and again and reads nothing. The system itself takes megabytes of the first answers.
    private static func ask(_ port: Int, _ path: String) throws -> LoopbackConnection {
        let reader = try LoopbackConnection.connect(to: port)
        guard reader.send(String(repeating: "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n", count: 20).utf8) else {
            throw POSIXError(.ECONNREFUSED)
        }
        return reader
    }
}
