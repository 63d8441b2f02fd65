import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

/// Rooms and sync through real sockets.
@Suite("Rooms over HTTP")
struct SyncOverHTTPTests {
    private struct Client: Sendable {
        let base: String
        let token: String

        func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> (
            status: Int, body: JSONValue
        ) {
            guard let url = URL(string: base + path) else { throw URLError(.badURL) }
            var request = URLRequest(url: url, timeoutInterval: 60)
            request.httpMethod = method
            request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
            request.httpBody = body.map { Data($0.serialized()) }
            let (data, response) = try await URLSession.lasting.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, try JSONValue(parsing: [UInt8](data)))
        }
    }

    /// Logs in beside the socket: the login has tests of its own.
    private func client(_ node: EmbeddedNode, _ seed: UInt8) async throws -> Client {
        let inside = TestNode(assembly: node.assembly)
        return Client(base: node.baseURL, token: try await inside.token(TestWallet(seed)))
    }

    @Test("a long poll waits on the socket, wakes, and ends with the node", .timeLimit(.minutes(10)))
    func longPoll() async throws {
        let node = try await EmbeddedNode.start()
        let alice = try await client(node, 1), bob = try await client(node, 2)
        let room = try #require(
            try await alice.call("POST", "/_api/client/r0/createRoom", ["preset": "public_chat"]).body.text("room_id"))
        let path = PercentEncoding.encodeSegment(room)
        #expect(try await bob.call("POST", "/_matrix/client/v3/join/\(path)").status == 200)
        let since = try await bob.call("GET", "/_api/client/r0/sync").body.nextBatch
        async let waiting = bob.call("GET", "/_api/client/r0/sync?since=\(since)&timeout=50000")
        while node.assembly.services.notifier.waiterCount < 1 { try? await Task.sleep(for: .milliseconds(2)) }
        #expect(
            try await alice.call("PUT", "/_api/client/unstable/rooms/\(path)/send/m.room.message/1", ["body": "über"])
                .status == 200)
        let answer = try await waiting.body
        #expect(answer.timeline(room).map(\.bodyText) == ["über"])
        #expect(
            try await alice.call("PUT", "/_matrix/client/v3/rooms/\(path)/state/m.room.topic/", ["topic": "T"]).status
                == 200)
        #expect(
            try await alice.call("GET", "/_matrix/client/v3/rooms/\(path)/state/m.room.topic").body == ["topic": "T"])
        let last = try await bob.call("GET", "/_api/client/r0/sync?since=\(answer.nextBatch)").body.nextBatch
        async let final = bob.call("GET", "/_api/client/r0/sync?since=\(last)&timeout=50000")
        while node.assembly.services.notifier.waiterCount < 1 { try? await Task.sleep(for: .milliseconds(2)) }
        await node.stop()
        #expect(try await final.body.nextBatch == last)
    }

    @Test("a restarted node serves the same rooms to the same tokens", .timeLimit(.minutes(10)))
    func restart() async throws {
        let directory = try TemporaryFolder()
        let first = try await EmbeddedNode.start(NodeConfiguration(storage: .directory(directory.url)))
        let alice = try await client(first, 1)
        let room = try #require(
            try await alice.call("POST", "/_api/client/r0/createRoom", ["name": "N"]).body.text("room_id"))
        let before = try await alice.call("GET", "/_api/client/r0/sync").body
        await first.stop()
        let second = try await EmbeddedNode.start(NodeConfiguration(storage: .directory(directory.url)))
        let again = Client(base: second.baseURL, token: alice.token)
        let after = try await again.call("GET", "/_api/client/r0/sync").body
        #expect(after.timeline(room).map(\.eventID) == before.timeline(room).map(\.eventID))
        let since = try await again.call("GET", "/_api/client/r0/sync?since=\(before.nextBatch)").body
        #expect(since.at("rooms", "join") == [:])
        await second.stop()
    }
}
