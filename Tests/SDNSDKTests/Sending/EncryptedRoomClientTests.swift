import Foundation
import HeraldJSON
@testable import SDNClient
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Plain text in encrypted rooms, through the REST client", .timeLimit(.minutes(10)))
struct EncryptedRoomClientTests {
    private let node = ScriptedNode()
    private let roomId = ScriptedNode.room
    private let text = "the safe is 1234"
    private var client: MXRestClient { MXSession.scripted(node).sdnRestClient }

    /// The number of times that the node was asked if the room is encrypted.
    private var questions: Int { node.requests("/state/m.room.encryption").count }

    private func code(_ send: () async throws -> String) async -> SDNSDKError.Code? {
        (await failure { try await send() } as? SDNSDKError)?.code
    }

    @Test(
        "an encrypted room refuses texts, replies in threads, other events and reasons; the node is asked once and receives nothing"
    )
    func everyKind() async throws {
        node.encrypt()
        let theirs = node.say("hello")
        let (client, roomId, text) = (self.client, self.roomId, self.text)
        let sends: [@Sendable () async throws -> String] = [
            { try await client.sendTextMessage(toRoom: roomId, text: text) },
            { try await client.sendTextMessage(toRoom: roomId, threadId: theirs, text: text) },
            { try await client.sendMessage(toRoom: roomId, messageType: .notice, content: ["body": .string(text)]) },
            { try await client.sendEvent(toRoom: roomId, eventType: .reaction, content: ["key": .string(text)]) },
            { try await client.sendEvent(toRoom: roomId, eventType: .custom("x"), content: [:], txnId: "1") },
            { try await client.redactEvent(theirs, inRoom: roomId, reason: text) },
            { try await client.redactEvent(theirs, inRoom: roomId, reason: text, txnId: nil) },
            { try await answer { client.sendTextMessage(toRoom: roomId, text: text, completion: $0) } },
        ]
        for (number, send) in sends.enumerated() {
            #expect(await code(send) == .roomIsEncrypted, "send \(number)")
        }
        #expect(questions == 1)
        for path in ["/send/", "/redact/"] { #expect(node.requests(path).isEmpty) }
    }

    @Test("what the app encrypted, redactions without a reason, and what the app allows are sent without a question")
    func allowed() async throws {
        node.encrypt()
        let theirs = node.say("hello")
        let (client, roomId) = (self.client, self.roomId)
        try await client.sendEvent(toRoom: roomId, eventType: .roomEncrypted, content: ["ciphertext": "AwgAEn"])
        try await client.redactEvent(theirs, inRoom: roomId, reason: nil, txnId: "2")
        try await client.allowingPlainText(inRoom: roomId) {
            try await client.sendTextMessage(toRoom: roomId, text: "for everyone")
            try await client.redactEvent(theirs, inRoom: roomId, reason: "for everyone", txnId: "3")
        }
        _ = try await answer { completion in
            client.allowingPlainText(inRoom: roomId) {
                client.sendTextMessage(toRoom: roomId, text: "with a closure", completion: completion)
            }
        }
        #expect(questions == 0 && node.texts == ["for everyone", "with a closure"])
        #expect(node.requests("/redact/").count == 2)
        // The permission is for one room and for one call.
        let other = await code {
            try await client.allowingPlainText(inRoom: "!other:node.example") {
                try await client.sendTextMessage(toRoom: roomId, text: "not here")
            }
        }
        #expect(other == .roomIsEncrypted)
        #expect(
            await code { try await client.sendTextMessage(toRoom: roomId, text: "not any more") } == .roomIsEncrypted)
    }

    @Test("a client notices at the next message that a room became encrypted")
    func later() async throws {
        let (client, roomId) = (self.client, self.roomId)
        try await client.sendTextMessage(toRoom: roomId, text: "one")
        try await client.sendTextMessage(toRoom: roomId, text: "two")
        node.encrypt()
        #expect(await code { try await client.sendTextMessage(toRoom: roomId, text: "three") } == .roomIsEncrypted)
        #expect(node.texts == ["one", "two"] && questions == 3)
    }

    @Test(
        "if the node does not say whether the room is encrypted, nothing is sent; if it shows the user no state, it decides itself"
    )
    func unknown() async throws {
        let (client, roomId) = (self.client, self.roomId)
        node.fail("/state/", .answer(400, ["errcode": "M_UNKNOWN", "error": "no"]))
        #expect(await failure { try await client.sendTextMessage(toRoom: roomId, text: "x") } as? MXError != nil)
        node.fail("/state/", .page(404))
        #expect(await code { try await client.sendTextMessage(toRoom: roomId, text: "x") } == .httpStatus)
        node.fail("/state/", .answer(200, ["rotation_period_ms": 1]))
        #expect(await code { try await client.sendTextMessage(toRoom: roomId, text: "x") } == .malformedResponse)
        #expect(node.requests("/send/").isEmpty)
        node.fail("/state/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "no"]))
        try await client.sendTextMessage(toRoom: roomId, text: "y")
        #expect(node.texts == ["y"])
    }

    /// A node that shows an encryption without an algorithm.
    private func withoutAlgorithm(_ state: JSONValue) -> AnsweringNode {
        let node = AnsweringNode()
        node.on("/state/m.room.encryption") { _, _ in (200, [:]) }
        node.on("/state") { _, _ in (200, state) }
        node.on("/send/") { _, _ in (200, ["event_id": "$sent"]) }
        node.on("/sync") { _, count in count == 1 ? (200, AnsweringNode.oneRoom) : try await AnsweringNode.silence() }
        return node
    }

    @Test("a room whose encryption was redacted refuses plain text, also in the outbox of a session that does not sync")
    func redacted() async throws {
        let node = withoutAlgorithm([QuietSession.state("m.room.encryption", [:])])
        let session = MXSession.scripted(node)
        let (client, roomId) = (session.sdnRestClient, self.roomId)
        for _ in 0..<2 {
            #expect(await code { try await client.sendTextMessage(toRoom: roomId, text: text) } == .roomIsEncrypted)
        }
        #expect(node.requests("/state").count == 2)
        let other = withoutAlgorithm([QuietSession.state("m.room.encryption", [:])])
        let paused = MXSession.scripted(other)
        try await paused.setStore(MXMemoryStore())
        try await paused.start()
        await paused.pause()
        let resuming = Task { try await paused.resume() }
        #expect(await code { try await paused.theRoom.sendTextMessage(text) } == .roomIsEncrypted)
        #expect(node.requests("/send/").isEmpty && other.requests("/send/").isEmpty)
        await paused.close()
        await session.close()
        _ = await resuming.result
    }

    @Test(
        "an empty object in place of the encryption does not encrypt a room whose state has none, and nothing is sent")
    func emptyPage() async throws {
        let states: [JSONValue] = [
            [], [:], [QuietSession.state("m.room.name", [:])], [QuietSession.state("m.room.encryption", "other", [:])],
        ]
        for state in states {
            let node = withoutAlgorithm(state)
            let (client, roomId) = (MXSession.scripted(node).sdnRestClient, self.roomId)
            #expect(await code { try await client.sendTextMessage(toRoom: roomId, text: text) } == .malformedResponse)
            #expect(node.requests("/send/").isEmpty)
        }
    }

    @Test("the messages of a running session need no question")
    func session() async throws {
        let session = MXSession.scripted(node)
        try await session.start()
        try await session.theRoom.sendTextMessage("x")
        #expect(node.texts == ["x"] && questions == 0)
        await session.close()
    }

    @Test(
        "the client of a session refuses plain text for the session's encrypted rooms, whatever the node answers",
        arguments: [403, 404])
    func denied(status: Int) async throws {
        let folder = try TemporaryFolder()
        let encryption = QuietSession.state("m.room.encryption", ["algorithm": "m.megolm.v1.aes-sha2"])
        let quiet = try await QuietSession(store: MXFileStore(directory: folder.url))
        let denial: JSONValue = ["errcode": .string(status == 403 ? "M_FORBIDDEN" : "M_NOT_FOUND"), "error": "no"]
        quiet.node.on("/state/") { _, _ in (status, denial) }
        quiet.node.on("/send/") { _, _ in (200, ["event_id": "$sent"]) }
        let (client, roomId, text) = (quiet.session.sdnRestClient, self.roomId, self.text)
        try await client.sendTextMessage(toRoom: roomId, text: "before")
        try await quiet.take(room: ["state": ["events": [encryption]]])
        #expect(await code { try await client.sendTextMessage(toRoom: roomId, text: text) } == .roomIsEncrypted)
        await quiet.session.close()
        // A later session knows it from its store, before it syncs.
        let later = MXSession.scripted(quiet.node)
        try await later.setStore(MXFileStore(directory: folder.url))
        let other = later.sdnRestClient
        #expect(await code { try await other.sendTextMessage(toRoom: roomId, text: text) } == .roomIsEncrypted)
        #expect(quiet.node.requests("/send/").count == 1)
        await later.close()
    }

    @Test("at the embedded node, a room takes plain text until it is encrypted")
    func embedded() async throws {
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let client = try await EmbeddedUser(node, 74).client
        let roomId = try await client.createRoom(name: "Safe").roomId
        let sent = try await client.sendTextMessage(toRoom: roomId, text: "before")
        let algorithm: JSONObject = ["algorithm": "m.megolm.v1.aes-sha2"]
        try await client.sendStateEvent(toRoom: roomId, eventType: .roomEncryption, content: algorithm)
        #expect(await code { try await client.sendTextMessage(toRoom: roomId, text: text) } == .roomIsEncrypted)
        #expect(await code { try await client.redactEvent(sent, inRoom: roomId, reason: text) } == .roomIsEncrypted)
        try await client.redactEvent(sent, inRoom: roomId)
        await node.stop()
    }

    @Test("a client remembers a limited number of encrypted rooms")
    func limit() {
        let rooms = EncryptedRooms()
        for number in 0..<(2 * EncryptedRooms.limit) { rooms.insert("!\(number)") }
        #expect((0..<(2 * EncryptedRooms.limit)).count { rooms.contains("!\($0)") } == EncryptedRooms.limit)
        #expect(rooms.contains("!\(2 * EncryptedRooms.limit - 1)"))
        // The rooms that a session has stored are not among them.
        let stored = (0..<(2 * EncryptedRooms.limit)).map { "!stored\($0)" }
        rooms.insert(stored: stored)
        rooms.insert("!another")
        #expect(stored.allSatisfy(rooms.contains))
    }
}
