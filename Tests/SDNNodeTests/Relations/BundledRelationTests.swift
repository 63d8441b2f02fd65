import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Relations that are sent with an event (Matrix: aggregations of child events)")
struct BundledRelationTests {
    private let node: TestNode
    private let ada: RoomUser
    private let ben: RoomUser
    private let room: String

    init() async throws {
        node = try TestNode()
        ada = try await RoomUser(node, 1)
        ben = try await RoomUser(node, 2)
        room = try await ada.createRoom(["preset": "public_chat"])
        try await ben.join(room)
    }

    /// Sends an event that is newer than all events before it, because the newest edit counts.
    @discardableResult
    private func relate(
        _ user: RoomUser, _ kind: String, to target: String, _ text: String, replaces: Bool = false
    ) async throws -> String {
        node.clock.advance(by: .milliseconds(10))
        var content: JSONObject = [
            "msgtype": "m.text", "body": .string(text),
            "m.relates_to": ["rel_type": .string(kind), "event_id": .string(target)],
        ]
        if replaces { content["m.new_content"] = ["msgtype": "m.text", "body": .string(text)] }
        return try await user.send("m.room.message", .object(content), to: room, txn: "txn " + text)
    }

    private func bundled(_ event: String) async throws -> JSONValue {
        try await ben.ok("GET", ["rooms", room, "event", event]).at("unsigned", "m.relations")
    }

    @Test("a redacted event keeps its thread and its references, and loses its edit")
    func redactedRoot() async throws {
        let root = try await ada.send("root", to: room)
        let reply = try await relate(ben, "m.thread", to: root, "reply")
        let reference = try await relate(ben, "m.reference", to: root, "reference")
        try await relate(ada, "m.replace", to: root, "edit", replaces: true)
        #expect(try await bundled(root).objectValue?.keys == ["m.reference", "m.replace", "m.thread"])
        try await ada.redact(root, in: room, txn: "x")
        let left = try await bundled(root)
        #expect(left.at("m.thread", "latest_event").eventID == reply && left.at("m.thread", "count") == 1)
        #expect(left.list("m.reference", "chunk") == [["event_id": .string(reference)]])
        #expect(left["m.replace"] == nil)
        let shown = try await ben.sync().timeline(room).first { $0.eventID == root }
        #expect(shown?.at("unsigned", "m.relations", "m.thread", "count") == 1)
    }

    @Test("an edit of an edit is not sent with the edit, and does not change the message")
    func editOfEdit() async throws {
        let message = try await ada.send("message", to: room)
        let edit = try await relate(ada, "m.replace", to: message, "edit", replaces: true)
        try await relate(ada, "m.replace", to: edit, "edit of the edit", replaces: true)
        #expect(try await bundled(edit) == .null)
        #expect(try await bundled(message).at("m.replace").eventID == edit)
    }

    @Test("an edit without a new content does not hide an earlier valid edit")
    func editWithoutContent() async throws {
        let message = try await ada.send("message", to: room)
        let edit = try await relate(ada, "m.replace", to: message, "edit", replaces: true)
        let invalid = try await relate(ada, "m.replace", to: message, "invalid")
        #expect(try await bundled(message).at("m.replace").eventID == edit)
        let listed = try await ben.ok("GET", ["rooms", room, "relations", message, "m.replace"])
        #expect(listed.list("chunk").map(\.eventID) == [invalid, edit])
        let other = try await ada.send("other", to: room)
        try await relate(ada, "m.replace", to: other, "invalid too")
        #expect(try await bundled(other) == .null)
    }

    @Test("an encrypted edit has its new content inside, where the node does not look for it")
    func encryptedEdit() async throws {
        func content(_ relation: JSONValue?) -> JSONValue {
            var content: JSONObject = ["algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "x"]
            content["m.relates_to"] = relation
            return .object(content)
        }
        let message = try await ada.send("m.room.encrypted", content(nil), to: room, txn: "message")
        let relation: JSONValue = ["rel_type": "m.replace", "event_id": .string(message)]
        let edit = try await ada.send("m.room.encrypted", content(relation), to: room, txn: "edit")
        #expect(try await bundled(message).at("m.replace").eventID == edit)
    }

    @Test("the newest event of a thread is sent with its own edit and references, its age and its transaction ID")
    func latestOfThread() async throws {
        let root = try await ada.send("root", to: room)
        let reply = try await relate(ben, "m.thread", to: root, "reply")
        let edit = try await relate(ben, "m.replace", to: reply, "edit", replaces: true)
        let reference = try await relate(ada, "m.reference", to: reply, "reference")
        let timeline = try await ben.sync().timeline(room)
        for thread in [
            try await bundled(root).at("m.thread"),
            try #require(timeline.first { $0.eventID == root }).at("unsigned", "m.relations", "m.thread"),
        ] {
            let latest = thread.at("latest_event")
            #expect(latest.eventID == reply && latest["age"] == nil)
            #expect(latest.at("unsigned", "age") == 20)
            #expect(latest.at("unsigned", "transaction_id") == "txn reply")
            #expect(latest.at("unsigned", "m.relations", "m.replace").eventID == edit)
            #expect(
                latest.at("unsigned", "m.relations").list("m.reference", "chunk") == [
                    ["event_id": .string(reference)]
                ])
        }
    }

    @Test("the newest event of a thread is sent without a thread of its own")
    func nestedThread() async throws {
        let root = try await ada.send("root", to: room)
        let reply = try await relate(ben, "m.thread", to: root, "reply")
        // The node refuses such an event today. An older database may have one.
        try await node.assembly.services.database.write { [room] db in
            let rowID = try RoomRecord.require(room, in: db).rowID
            try db.execute(
                sql: """
                    INSERT INTO relation (room, target, rel_type, ord, sender, type)
                    SELECT room, ?, 'm.thread', ord, sender, type FROM event WHERE room = ? AND event_id = ?
                    """,
                arguments: [reply, rowID, reply])
        }
        let latest = try await bundled(root).at("m.thread", "latest_event")
        #expect(latest.eventID == reply && latest.at("unsigned", "m.relations") == .null)
    }
}
