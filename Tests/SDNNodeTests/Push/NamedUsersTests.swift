import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Users that a message names")
struct NamedUsersTests {
    /// A room with many members who have the defaults.
    private struct Scene {
        let node: TestNode
        let ann: RoomUser
        let room: String
        let members = (0..<150).map { "@member\($0):x" }

        init() async throws {
            node = try TestNode()
            ann = try await RoomUser(node, 1)
            let room = try await ann.createRoom(["preset": "public_chat"]), members = members
            self.room = room
            let push = node.assembly.services.push
            try await node.assembly.services.database.write { db in
                guard let record = try RoomRecord.find(room, in: db) else { return }
                var log = RoomLog(db, room: record, now: Timestamp(milliseconds: 1), push: push)
                for member in members { try log.append(.member(member, .join, by: member)) }
            }
        }

        /// The users whose notification was a highlight.
        func highlighted() async throws -> Set<String> {
            try await node.assembly.services.database.read { db in
                try Set(String.fetchAll(db, sql: "SELECT user FROM notified_user WHERE is_highlight"))
            }
        }

        func notified() async throws -> Int {
            try await node.assembly.services.database.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM notified") ?? 0
            }
        }
    }

    @Test("attack 101: only the first hundred users that a message mentions are highlighted, and all are notified")
    func mentioned() async throws {
        let scene = try await Scene()
        let ids = [scene.ann.userID, scene.members[0]] + scene.members
        let content: JSONValue = [
            "msgtype": "m.text", "body": .string(scene.members.reversed().joined(separator: " ")),
            "m.mentions": ["user_ids": .array(ids.map { .string($0) })],
        ]
        try await scene.ann.send("m.room.message", content, to: scene.room, txn: "1")
        #expect(try await scene.highlighted() == Set(scene.members.prefix(100)))
        #expect(try await scene.notified() == 1)
    }

    @Test(
        "attack 101: only the first hundred users whose names are in a message are highlighted, whatever its length",
        arguments: [0, 300])
    func named(more: Int) async throws {
        let scene = try await Scene()
        let text = (scene.members.map { String($0.dropFirst().dropLast(2)) } + (0..<more).map { "word\($0)" }).joined(
            separator: " ")
        try await scene.ann.send(text, to: scene.room, txn: "1")
        #expect(try await scene.highlighted() == Set(scene.members.prefix(100)))
        #expect(try await scene.notified() == 1)
    }
}
