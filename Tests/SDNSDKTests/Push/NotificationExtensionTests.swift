import Foundation
import HeraldJSON
import SDNNode
@testable import SDNSession
import SDNSDK
import TestSupport
import Testing

@Suite("A notification in a process of its own", .timeLimit(.minutes(10)))
struct NotificationExtensionTests {
    /// The memory that iOS allows a notification extension.
    private static let memory = 24 << 20
    /// The time of the processor, in milliseconds. It does not depend on what else the machine does.
    private static let cpu = 3_000
    /// The whole time, in milliseconds, on a machine that does ten other things at the same time.
    private static let elapsed = 30_000

    /// A small picture: the smallest PNG.
    private static let picture = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

    #if os(Linux)
    @Test("beside a store of 2,000 rooms, a notification takes at most 24 MiB and 3 s, with its picture")
    func extensionProcess() async throws {
        let files = try TemporaryFolder()
        let folder = files.url.appendingPathComponent("store", isDirectory: true)
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let alice = try await EmbeddedUser(node, 81), bob = try await EmbeddedUser(node, 82)
        try await bob.client.setDisplayName("Bob")
        let avatar = try await bob.client.uploadContent(
            #require(Self.picture), filename: "bob.png", mimeType: "image/png")
        try await bob.client.setAvatarUrl(avatar)
        let roomId = try await bob.client.createRoom(
            parameters: ["preset": "public_chat", "name": "The team"]).roomId
        _ = try await alice.client.joinRoom(roomId)
        let token = try #require(alice.client.credentials.accessToken)
        // The store's folder depends on the text of the node's URL, which the process gets as an argument.
        let credentials = MXCredentials(node: node.url.absoluteString, userId: alice.userId, accessToken: token)
        let session = MXSession.session(of: MXRestClient(credentials: credentials))
        try await session.setStore(MXFileStore(directory: folder, sharing: .processes))
        try await session.start()
        _ = try await session.room(roomId, becomes: .join)
        await session.close()
        try await fill(folder, credentials, rooms: 2_000)

        let content: JSONObject = [
            "msgtype": "m.text", "body": "Alice, look", "m.mentions": ["user_ids": [.string(alice.userId)]],
        ]
        let eventId = try await bob.client.sendEvent(
            toRoom: roomId, eventType: .roomMessage, content: content, txnId: nil)
        let run = try await KilledSession.run(
            ["notify", folder.path, node.url.absoluteString, alice.userId, "1"], token: token, killedAfter: nil,
            pause: 0, environment: ["SESSION_ROOM": roomId, "SESSION_EVENT": eventId])
        #expect(run.isFinished, "\(run.lines.suffix(3))")
        func said(_ word: String) -> String? {
            run.lines.last { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
        }
        #expect(said("title") == "Bob" && said("subtitle") == "The team" && said("body") == "Alice, look")
        #expect(said("mention") == "true" && said("avatar").flatMap { Int($0) } == Self.picture?.count)
        let memory = try #require(said("memory").flatMap { Int($0) }),
            cpu = try #require(said("cpu").flatMap { Int($0) })
        let elapsed = try #require(said("elapsed").flatMap { Int($0) })
        print("a notification beside 2,000 rooms: \(memory >> 10) KiB, \(cpu) ms of the processor, \(elapsed) ms")
        #expect(memory <= Self.memory && cpu <= Self.cpu && elapsed <= Self.elapsed)
        await node.stop()
    }
    #endif

    /// Stores rooms that the node does not have, each with a name, members and messages.
    private func fill(_ folder: URL, _ credentials: MXCredentials, rooms count: Int) async throws {
        let client = MXRestClient(credentials: credentials, transport: AnsweringNode())
        let session = MXSession.session(of: client)
        try await session.setStore(MXFileStore(directory: folder, sharing: .processes))
        let token = try #require(try await session.store.read { try $0.value(.eventStreamToken) })
        var joined = JSONObject()
        for number in 0..<count {
            let members = (0..<10).map { member in
                QuietSession.state(
                    "m.room.member", "@user\(member):x", ["membership": "join", "displayname": "User \(member)"])
            }
            let state = [
                QuietSession.state("m.room.create", ["creator": "@user0:x"]),
                QuietSession.state("m.room.name", ["name": .string("Room \(number)")]),
            ]
            let messages = (0..<3).map { QuietSession.message("$\(number)-\($0)", "Message \($0)", from: "@user1:x") }
            joined["!room\(number):x"] = [
                "state": ["events": .array(state + members)], "timeline": ["events": .array(messages)],
                "summary": ["m.joined_member_count": 10],
            ]
        }
        let response: JSONValue = ["next_batch": .string(token), "rooms": ["join": .object(joined)]]
        try await session.handle(JSONDocument(response.serialized()))
        #expect(session.rooms.count == count + 1)
        await session.close()
    }
}
