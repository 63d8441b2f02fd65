import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Reading large bodies in turns")
struct LargeBodyTests {
    @Test("attack 79: an address's connections with bodies that need no turn use less than 100 MiB")
    func smallest() {
        // A tree has up to forty times the bytes of its text.
        let transport = NodeTransportLimits()
        #expect(transport.connectionsPerAddress * NodeHandler.largeBody * 40 < 100 << 20)
    }

    @Test(
        "attack 69: a limited number of large bodies is read and answered at once, and small ones beside them",
        .timeLimit(.minutes(10)))
    func turns() async throws {
        let node = try TestNode(), large = ConcurrentCalls(), services = node.assembly.services
        var routes = RouteTable()
        routes.on(Endpoints.searchPublicRooms.answering(RawJSON.self)) { request, _ in
            guard request.searchTerm == nil else { return RawJSON(assembled: Array("{}".utf8)) }
            large.enter()
            for _ in 0..<20 { await Task.yield() }
            large.leave()
            return RawJSON(assembled: Array("{}".utf8))
        }
        let handler = NodeHandler(
            routes: routes, authenticate: { _, _ in throw MatrixError(.unknownToken, "") }, limits: services.limits,
            logger: services.logger)
        @Sendable func post(_ body: JSONValue, from remote: String) async -> Int {
            await handler.respond(
                to: NodeRequest(
                    method: "POST", target: "/_matrix/client/v3/publicRooms", body: body.serialized(),
                    remoteAddress: remote)
            ).status
        }
        let long: JSONValue = ["x": .string(String(repeating: "x", count: NodeHandler.largeBody))]
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { await post(long, from: "192.0.2.1") } }
            group.addTask { await post(["filter": ["generic_search_term": "x"]], from: "192.0.2.1") }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 21))
        #expect(large.most <= NodeHandler.largePerAddress)
        _ = await withTaskGroup(of: Int.self) { group in
            for number in 0..<40 { group.addTask { await post(long, from: "192.0.2.\(number)") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(large.most <= NodeHandler.largeAtOnce)
    }
}
