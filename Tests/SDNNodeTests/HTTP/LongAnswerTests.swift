import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HeraldJSON
import HeraldPeer
import SDNWire
import Testing
@testable import SDNNode

@Suite("Long answers")
struct LongAnswerTests {
    @Test(
        "attack 3: a room's state is written in parts of about 128 KiB that together are the whole state",
        arguments: [
            "state", "members", "joined_members", "initialSync",
        ])
    func parts(endpoint: String) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await alice.fill(room, with: 1 << 20)
        try await alice.crowd(room, 250)
        let target = "rooms/\(PercentEncoding.encodeSegment(room))/\(endpoint)"
        let begun = try await alice.begin(target)
        var parts = try #require(begun.rest), all = begun.body, count = 1
        while let part = try await parts.next() {
            #expect(part.count <= 192 << 10)
            all += part
            count += 1
        }
        #expect(count > 1)
        let answer = try JSONValue(parsing: all)
        // A caller without a connection gets the same answer at once.
        #expect(try await alice.ok("GET", ["rooms", room, endpoint]) == answer)
        let positions = try await alice.node.assembly.services.database.read { db in
            let rowID = try RoomRecord.require(room, in: db).rowID
            return try StateStore.entries(room: rowID, type: endpoint == "members" ? EventType.member : nil, in: db)
                .compactMap { try EventStore.event(room: rowID, ord: $0.ord, in: db)?.eventID }
        }
        switch endpoint {
        case "joined_members":
            #expect(answer.at("joined").objectValue?.count == 251)
            #expect(answer.at("joined", "@user249:x", "display_name") == "Member 249")
        case "members": #expect(answer.list("chunk").map(\.eventID) == positions)
        case "initialSync": #expect(answer.list("state").map(\.eventID) == positions)
        default: #expect(answer.arrayValue?.map(\.eventID) == positions)
        }
    }

    @Test("members can be filtered by membership, now and at a token")
    func memberships() async throws {
        let alice = try await RoomUser(TestNode(), 1), bob = try await RoomUser(alice.node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await alice.invite(bob, to: room)
        let token = try await alice.sync().nextBatch
        try await bob.join(room)
        func members(_ query: [String: String]) async throws -> [String] {
            try await alice.ok("GET", ["rooms", room, "members"], query: query).list("chunk").compactMap {
                $0.text("state_key")
            }
        }
        #expect(try await members(["membership": "join"]) == [alice.userID, bob.userID])
        #expect(try await members(["membership": "invite", "at": token]) == [bob.userID])
        #expect(try await members(["not_membership": "invite", "at": token]) == [alice.userID])
    }

    @Test("attack 3: an answer in progress ends when its user is logged out or removed from the room")
    func ended() async throws {
        let alice = try await RoomUser(TestNode(), 1), bob = try await RoomUser(alice.node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await alice.fill(room, with: 1 << 20)
        try await alice.crowd(room, 250)
        let segment = PercentEncoding.encodeSegment(room)
        var joined = try #require(try await bob.begin("rooms/\(segment)/joined_members").rest)
        try await alice.ok("POST", ["rooms", room, "kick"], ["user_id": .string(bob.userID)])
        await #expect(throws: MatrixError.self) { try await joined.next() }
        // The state at the time of leaving stays readable.
        var state = try #require(try await bob.begin("rooms/\(segment)/state").rest)
        #expect(try await state.next() != nil)
        try await bob.ok("POST", ["logout"], [:])
        await #expect(throws: MatrixError.self) { try await state.next() }
        var own = try #require(try await alice.begin("sync").rest)
        try await alice.ok("POST", ["logout"], [:])
        await #expect(throws: MatrixError.self) { try await own.next() }
    }

    @Test(
        "attack 3: a room's state and a first sync arrive whole over a socket and use little memory",
        .timeLimit(.minutes(10)),
        arguments: [
            ("rooms/{room}/state", "HTTP/1.1 200"), ("sync", "HTTP/1.1 200"),
        ])
    func socket(path: String, status: String) async throws {
        let node = try await EmbeddedNode.start()
        let inside = TestNode(assembly: node.assembly)
        let alice = try await RoomUser(inside, 1)
        let room = try await alice.createRoom()
        try await alice.fill(room, with: 6 << 20)
        let target = path.replacingOccurrences(of: "{room}", with: PercentEncoding.encodeSegment(room))
        let (port, token) = (node.port, alice.token)
        let (most, bytes) = try await MutatedRequestTests.onThread {
            let connection = try RawConnection(port: port)
            connection.write(
                Array(
                    "GET /_matrix/client/v3/\(target) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n"
                        .utf8))
            var most = 0
            let answer = try connection.readChunked { most = max(most, node.listener.ground.answers.held) }
            return (most, answer)
        }
        #expect(most > 0 && most <= 1 << 20)
        let answer = try JSONValue(parsing: bytes)
        let events =
            path == "sync"
            ? answer.joined(room).list("state", "events") + answer.timeline(room) : answer.arrayValue ?? []
        #expect(events.count { $0.type == "org.example.large" } == 6 << 5)
        await node.stop()
    }
}
