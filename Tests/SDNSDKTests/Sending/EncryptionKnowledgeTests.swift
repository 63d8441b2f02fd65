import Foundation
import HeraldJSON
import SDNSDK
@testable import SDNSession
import TestSupport
import Testing

@Suite("Whether a session still knows that a room takes plain text", .timeLimit(.minutes(10)))
struct EncryptionKnowledgeTests {
    private let node = ScriptedNode()
    private let text = "the safe is 1234"

    /// The number of times that the node was asked if the room is encrypted.
    private var questions: Int { node.requests("/state/m.room.encryption").count }

    private func code(_ send: () async throws -> some Any) async -> SDNSDKError.Code? {
        (await failure { try await send() } as? SDNSDKError)?.code
    }

    @Test("a session whose sync has been waiting for too long asks the node, and before that it does not")
    func asleep() async throws {
        let clock = ManualClock()
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        let room = try session.theRoom
        node.hold("/sync")
        clock.advance(.seconds(34))
        try await room.sendTextMessage("awake")
        #expect(questions == 0)
        clock.advance(.seconds(3_600))
        node.encrypt()
        #expect(session.state == .running)
        #expect(await code { try await room.sendTextMessage(text) } == .roomIsEncrypted)
        #expect(questions == 1 && node.texts == ["awake"])
        await session.close()
    }

    @Test("the answer to a sync that was asked for an hour ago says nothing about now")
    func late() async throws {
        let (node, clock, answer) = (AnsweringNode(), ManualClock(), OneShot<Void>())
        node.on("/sync") { _, count in
            if count == 1 { return (200, AnsweringNode.oneRoom) }
            guard count == 2 else { return try await AnsweringNode.silence() }
            try await answer.value()
            return (200, AnsweringNode.nothing(2))
        }
        node.on("/state/m.room.encryption") { _, _ in (200, ["algorithm": "m.megolm.v1.aes-sha2"]) }
        node.on("/send/") { _, _ in (200, ["event_id": "$sent"]) }
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        try await node.received(2, "/sync")
        clock.advance(.seconds(3_600))
        answer.fulfil(.success(()))
        try await node.received(3, "/sync")
        #expect(await code { try await session.theRoom.sendTextMessage(text) } == .roomIsEncrypted)
        #expect(node.requests("/send/").isEmpty)
        await session.close()
    }

    @Test("a session asks the node while another process syncs, which may be suspended")
    func follower() async throws {
        let folder = try TemporaryFolder()
        let leader = MXSession.scripted(node)
        try await leader.setStore(MXFileStore(directory: folder.url, sharing: .processes))
        try await leader.start()
        let follower = MXSession.scripted(node)
        try await follower.setStore(MXFileStore(directory: folder.url, sharing: .processes))
        try await follower.start()
        node.hold("/sync")
        node.encrypt()
        #expect(await code { try await follower.theRoom.sendTextMessage(text) } == .roomIsEncrypted)
        #expect(questions == 1 && node.requests("/send/").isEmpty)
        await follower.close()
        await leader.close()
    }

    static let hiding: [JSONObject] = [
        ["room": ["timeline": ["types": ["m.room.message"]]]],
        ["room": ["timeline": ["not_types": ["m.room.enc*"]]]],
        ["room": ["state": ["types": ["m.room.name"]]]],
        ["room": ["state": ["not_types": ["*"]]]],
        ["room": ["timeline": ["senders": ["@me:node.example"]]]],
        ["room": ["rooms": ["!another:node.example"]]],
        ["room": ["timeline": ["contains_url": true]]],
        ["event_fields": ["content.body"]],
    ]

    @Test("a session whose filter may hide the encryption asks the node", arguments: hiding)
    func hidden(filter: JSONObject) async throws {
        #expect(!FilterChoice.made(MXFilterJSONModel(json: filter)).showsEncryption)
        let session = MXSession.scripted(node)
        try await session.start(withSyncFilter: MXFilterJSONModel(json: filter))
        node.hold("/sync")
        node.encrypt()
        #expect(await code { try await session.theRoom.sendTextMessage(text) } == .roomIsEncrypted)
        #expect(node.requests("/send/").isEmpty)
        await session.close()
    }

    @Test("a session asks the node if it knows its filter only by the ID")
    func stored() async throws {
        let session = MXSession.scripted(node)
        try await session.start(withSyncFilterId: "f1")
        node.hold("/sync")
        node.encrypt()
        #expect(await code { try await session.theRoom.sendTextMessage(text) } == .roomIsEncrypted)
        #expect(node.requests("/send/").isEmpty)
        await session.close()
    }

    static let showing: [JSONObject] =
        [
            [:],
            ["room": ["timeline": ["limit": 5, "types": ["m.room.*"]], "state": ["types": ["m.room.encryption"]]]],
            [
                "presence": ["types": []],
                "room": ["timeline": ["not_types": ["m.reaction"]], "ephemeral": ["types": []]],
            ],
            MXSession.ownFilter.json,
        ]

    @Test("a session whose filter shows the encryption needs no question", arguments: showing)
    func shown(filter: JSONObject) async throws {
        let session = MXSession.scripted(node)
        try await session.start(withSyncFilter: MXFilterJSONModel(json: filter))
        try await session.theRoom.sendTextMessage("x")
        #expect(node.texts == ["x"] && questions == 0)
        await session.close()
    }
}
