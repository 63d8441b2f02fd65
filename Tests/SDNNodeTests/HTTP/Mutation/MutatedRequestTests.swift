import Dispatch
import Foundation
import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

/// "Bad input never traps": mutated requests for each endpoint family over real connections.
@Suite("Mutated requests", .tags(.slow), .serialized)
struct MutatedRequestTests {
    /// HERALD_MUTATED_REQUESTS asks for more; a multiple of `connections`.
    static let requests = ProcessInfo.processInfo.environment["HERALD_MUTATED_REQUESTS"].flatMap { Int($0) } ?? 1_000
    static let connections = 4

    /// The results of one connection.
    struct Tally: Sendable {
        var statuses: [Int: Int] = [:]
        var faults: [String] = []
        var sent = 0
    }

    @Test("every route belongs to a family, and every family has routes")
    func families() throws {
        let routes = try TestNode().assembly.handler.routes.routes
        for family in EndpointFamily.allCases { #expect(routes.contains { EndpointFamily(of: $0) == family }) }
    }

    @Test(
        "mutated requests get only 2xx and 4xx answers in JSON, and correct requests work meanwhile",
        arguments: EndpointFamily.allCases)
    func family(_ family: EndpointFamily) async throws {
        let node = try await EmbeddedNode.start(
            NodeConfiguration(enableRegistration: true, rateLimits: .unlimited, passwordCost: 2))
        let routes = node.assembly.handler.routes.routes.filter { EndpointFamily(of: $0) == family }
        let port = node.port
        let tallies = try await withThrowingTaskGroup(of: Tally.self) { group in
            for index in 0..<Self.connections {
                group.addTask { try await Self.onThread { try Self.attack(port: port, routes: routes, index: index) } }
            }
            return try await group.reduce(into: [Tally]()) { $0.append($1) }
        }
        await node.stop()
        let faults = tallies.flatMap(\.faults)
        #expect(faults.isEmpty, "\(faults.prefix(5))")
        #expect(tallies.reduce(0) { $0 + $1.sent } == Self.requests)
        // The mutations must reach the handlers, not only the router.
        let statuses = tallies.reduce(into: [Int: Int]()) { sum, tally in sum.merge(tally.statuses, uniquingKeysWith: +)
        }
        #expect(statuses[200, default: 0] > Self.requests / 100)
        #expect(statuses[400, default: 0] > Self.requests / 100)
        print(
            "mutated requests, \(family): \(statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))"
        )
    }

    private static func attack(port: Int, routes: [Route], index: Int) throws -> Tally {
        let connection = try RawConnection(port: port)
        let seed = UInt8(truncatingIfNeeded: 100 + index * 2)
        var mutator = RequestMutator(
            random: SeededGenerator(seed: UInt64(seed)),
            samples: SampleRequests(wallet: try TestWallet(seed), other: try TestWallet(seed + 1)), routes: routes)
        var tally = Tally()
        for number in 0..<(requests / connections) {
            if number % 250 == 0 { try renew(&mutator.samples, connection) }
            let request = try mutator.next()
            let answer: RawConnection.Answer
            do {
                connection.write(request)
                answer = try connection.read()
            } catch {
                tally.faults.append("\(error) after \(line(of: request))")
                try connection.reconnect()
                continue
            }
            tally.sent += 1
            tally.statuses[answer.status, default: 0] += 1
            if let fault = fault(in: answer) { tally.faults.append("\(fault) after \(line(of: request))") }
        }
        try renew(&mutator.samples, connection)
        return tally
    }

    private static func fault(in answer: RawConnection.Answer) -> String? {
        switch answer.status {
        case 204: return answer.body.isEmpty ? nil : "204 with a body"
        case 200...299: return (try? JSONDocument(answer.body)) == nil ? "2xx without JSON" : nil
        case 400...499:
            guard let body = try? JSONValue(parsing: answer.body) else { return "\(answer.status) without JSON" }
            if body["errcode"]?.stringValue?.isEmpty == false && body["error"]?.stringValue?.isEmpty == false {
                return nil
            }
            return answer.status == 401 && body["flows"] != nil ? nil : "\(answer.status) without errcode"
        default: return "status \(answer.status)"
        }
    }

    private static func line(of request: [UInt8]) -> String {
        String(decoding: request.prefix(1_500), as: UTF8.self)
    }

    /// Good requests: fresh sessions, a room with an event, a filter and a sync token. They prove that the node still works.
    private static func renew(_ samples: inout SampleRequests, _ connection: RawConnection) throws {
        func good(_ method: String, _ path: String, token: String? = nil, _ body: JSONValue? = nil) throws -> JSONReader
        {
            let bytes = body?.serialized() ?? []
            var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(bytes.count)\r\n"
            if let token { head += "Authorization: Bearer \(token)\r\n" }
            connection.write(Array((head + "\r\n").utf8) + bytes)
            let answer = try connection.read()
            try #require(answer.status == 200, "\(method) \(path): \(String(decoding: answer.body, as: UTF8.self))")
            return try JSONReader(JSONValue(parsing: answer.body))
        }
        func challenge(_ wallet: TestWallet) throws -> TestChallenge {
            let body = try good("POST", "/_api/client/unstable/did/pre_login1", ["address": .string(wallet.text)])
            return try TestChallenge(TestNode.Answer(status: 200, body: .object(body.value), headers: [:]))
        }
        func logIn(_ wallet: TestWallet, device: String) throws -> String {
            try good(
                "POST", "/_api/client/unstable/did/login",
                TestNode.loginBody(wallet, challenge(wallet), deviceID: device)
            ).string("access_token")
        }
        samples.token = try logIn(samples.wallet, device: "MAIN")
        samples.otherToken = try logIn(samples.other, device: "OTHER")
        samples.challenge = try challenge(samples.other)
        samples.roomID = try good("POST", "/_api/client/r0/createRoom", token: samples.token, ["preset": "public_chat"])
            .string("room_id")
        let room = "/_api/client/r0/rooms/" + samples.roomID.replacing("!", with: "%21").replacing("@", with: "%40")
        samples.eventID = try good(
            "PUT", room + "/send/m.room.message/renew", token: samples.token, ["msgtype": "m.text", "body": "hi"]
        ).string("event_id")
        _ = try good("POST", room.replacing("/rooms/", with: "/join/"), token: samples.otherToken)
        samples.filterID = try good(
            "POST", "/_api/client/r0/user/\(samples.wallet.userID)/filter", token: samples.token, [:]
        ).string("filter_id")
        samples.since = try good(
            "GET", "/_api/client/r0/sync?filter=%7B%22room%22%3A%7B%22rooms%22%3A%5B%5D%7D%7D", token: samples.token
        ).string("next_batch")
    }

    static func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { done in
            Thread { done.resume(with: Result(catching: body)) }.start()
        }
    }
}
