import Dispatch
import GRDB
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Turns of database reads")
struct ReadTurnTests {
    @Test(
        "attack 49: a user with many slow reads waits for them, and no other user does",
        .timeLimit(.minutes(10)))
    func turns() async throws {
        let folder = try TemporaryFolder()
        let node = try TestNode { $0.storage = .directory(folder.url) }
        let database = node.assembly.services.database, held = DispatchSemaphore(value: 0), begun = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await Requester.$current.withValue(Requester(client: "@eve:x")) {
                        try await database.read { _ in
                            begun.add()
                            held.wait()
                        }
                    }
                }
            }
            while begun.count < ReadTurns.perClient { try? await Task.sleep(for: .milliseconds(2)) }
            for client in ["@ann:x", "192.0.2.1", "@bob:x"] {
                for _ in 0..<10 {
                    let one = try await Requester.$current.withValue(Requester(client: client)) {
                        try await database.read { db in try Int.fetchOne(db, sql: "SELECT 1") }
                    }
                    #expect(one == 1)
                }
            }
            for _ in 0..<20 { held.signal() }
            try await group.waitForAll()
        }
        await database.close()
    }

    @Test("attack 49: a read counts for the logged-in user, or for the address without a login")
    func clients() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        var routes = RouteTable()
        routes.on(Endpoints.capabilities) { _, _ in
            RawJSON(assembled: Array("\"\(Requester.current?.client ?? "")\"".utf8))
        }
        routes.on(Endpoints.versions) { _, _ in VersionsResponse(versions: [Requester.current?.client ?? ""]) }
        let handler = NodeHandler(
            routes: routes, authenticate: { _, _ in Caller(userID: ann.userID, deviceID: "D", tokenID: 1) },
            limits: node.assembly.services.limits, logger: node.assembly.services.logger)
        let known = await handler.respond(
            to: NodeRequest(method: "GET", target: "/_matrix/client/v3/capabilities", authorization: "Bearer x"))
        #expect(String(decoding: known.body, as: UTF8.self) == "\"\(ann.userID)\"")
        let unknown = await handler.respond(
            to: NodeRequest(method: "GET", target: "/_matrix/client/versions", remoteAddress: "192.0.2.7"))
        #expect(String(decoding: unknown.body, as: UTF8.self).contains("192.0.2.7"))
    }

    @Test(
        "attack 78: an address has a limited part of the readers, however many users it has", .timeLimit(.minutes(10)))
    func addresses() async throws {
        let folder = try TemporaryFolder()
        let node = try TestNode { $0.storage = .directory(folder.url) }
        let database = node.assembly.services.database, held = DispatchSemaphore(value: 0), begun = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let requester = Requester(client: "@eve\(number):x", network: "192.0.2.1")
                    try await Requester.$current.withValue(requester) {
                        try await database.read { _ in
                            begun.add()
                            held.wait()
                        }
                    }
                }
            }
            while begun.count < ReadTurns.perAddress { try? await Task.sleep(for: .milliseconds(2)) }
            for _ in 0..<10 {
                let requester = Requester(client: "@ann:x", network: "192.0.2.2")
                let one = try await Requester.$current.withValue(requester) {
                    try await database.read { db in try Int.fetchOne(db, sql: "SELECT 1") }
                }
                #expect(one == 1)
            }
            #expect(begun.count == ReadTurns.perAddress)
            for _ in 0..<20 { held.signal() }
            try await group.waitForAll()
        }
        await database.close()
    }

    @Test(
        "attack 73: password checks, reads and writes of a logged-in user count for the request's address too"
    )
    func network() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        var routes = RouteTable()
        routes.on(Endpoints.capabilities) { _, _ in
            RawJSON(assembled: Array("\"\(PasswordHasher.Client(forSessionOf: ann.userID).source)\"".utf8))
        }
        let handler = NodeHandler(
            routes: routes, authenticate: { _, _ in Caller(userID: ann.userID, deviceID: "D", tokenID: 1) },
            limits: node.assembly.services.limits, logger: node.assembly.services.logger)
        let answer = await handler.respond(
            to: NodeRequest(
                method: "GET", target: "/_matrix/client/v3/capabilities", authorization: "Bearer x",
                remoteAddress: "192.0.2.7"))
        #expect(String(decoding: answer.body, as: UTF8.self) == "\"192.0.2.7\"")
        #expect(PasswordHasher.Client(forSessionOf: ann.userID).source == ann.userID)
    }
}
