import GRDB
import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Requests with many events, across a restart")
struct FanOutRestartTests {
    struct Crash: Sendable, CustomTestStringConvertible {
        let kind: FanOutKind
        /// The number of turns after the request's own turn, before the node ends.
        let turns: Int
        var testDescription: String { "\(kind), \(turns)" }
    }

    static let crashes = FanOutKind.ofEvents.flatMap { kind in [0, 1].map { Crash(kind: kind, turns: $0) } }

    @Test(
        "attack 9: a restarted node continues such a request, and nothing is lost or done twice",
        arguments: crashes)
    func carriedOn(crash: Crash) async throws {
        let directory = try TemporaryFolder()
        let first = try TestNode { $0.storage = .directory(directory.url) }
        let many = try await FanOutCase(crash.kind, first)
        await first.assembly.services.fanOutTasks.stop()
        _ = try await many.ask()
        for _ in 0..<crash.turns {
            let next = try #require(try await first.pendingFanOuts().first)
            _ = try await first.assembly.services.fanOuts.step(next.id, of: next.user)
        }
        #expect(try await many.made(on: first) < FanOutCase.size)
        await first.assembly.services.database.close()

        let second = try await EmbeddedNode.start(
            NodeConfiguration(storage: .directory(directory.url), rateLimits: .unlimited))
        await second.assembly.services.fanOutTasks.idle()
        let node = TestNode(assembly: second.assembly)
        #expect(try await many.made(on: node) == FanOutCase.size)
        #expect(try await node.pendingFanOuts().isEmpty)
        try await Self.check(many, RoomUser(node, token: many.user.token, userID: many.user.userID))
        await second.stop()
    }

    /// That the last turn was made too.
    private static func check(_ many: FanOutCase, _ user: RoomUser) async throws {
        switch many.kind {
        case .profile, .creation, .redaction, .leftovers, .erasure, .crowding, .guests, .backups, .retiredKeys,
            .closing,
            .purge:
            break
        case .departure, .dissolution:
            let joined = try await user.node.assembly.services.database.read { db in
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM membership WHERE user = ? AND membership = 'join'",
                    arguments: [many.user.userID])
            }
            #expect(joined == 0)
        case .upgrade:
            let tombstone = try await user.ok(
                "GET", ["rooms", many.room, "state", "m.room.tombstone", ""], query: ["format": "event"])
            let new = try #require(tombstone.text("content", "replacement_room"))
            let create = try await user.ok("GET", ["rooms", new, "state", "m.room.create", ""])
            #expect(
                create.at("predecessor") == ["room_id": .string(many.room), "event_id": .string(tombstone.eventID)])
            #expect(try await user.ok("GET", ["publicRooms"]).list("chunk").map { $0.text("room_id") } == [new])
        }
    }
}
