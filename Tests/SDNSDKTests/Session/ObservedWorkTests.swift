import Foundation
import HeraldJSON
import HeraldKeys
import HeraldLocks
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Reports and counters of a client's work", .timeLimit(.minutes(10)))
struct ObservedWorkTests {
    final class Collected: MXLogSink {
        let minimumLevel: MXLogEntry.Level
        private let entries = Mutex<[MXLogEntry]>([])

        init(_ level: MXLogEntry.Level = .debug) { minimumLevel = level }
        func log(_ entry: MXLogEntry) { entries.withLock { $0.append(entry) } }
        var all: [MXLogEntry] { entries.withLock { $0 } }
        var text: String { all.map(\.message).joined(separator: "\n") }
    }

    @Test("the entries of an end-to-end run have no token, no signature, no text and no ID")
    func secrets() async throws {
        let (sink, options) = (Collected(), MXSDKOptions())
        options.logSink = sink
        try await withNode(.withPasswords) { node in
            let (password, words) = ("secret-password-7", "the safe is 1234")
            _ = try await node.client(options: options).register(username: "ada", password: password)
            let bob = node.client(options: options)
            _ = try await bob.login(username: "ada", password: password)
            _ = await failure { try await bob.login(username: "ada", password: "wrong-secret-8") }
            let visitor = node.client(options: options)
            let credentials = try await visitor.loginWithDID(signer: LocalWalletSigner(Secp256k1PrivateKey()))
            let client = MXRestClient(credentials: credentials, options: options)
            let session = MXSession.session(of: client)
            try await session.setStore(MXMemoryStore())
            try await session.start()
            let room = try await session.createRoom(withName: "Secret harbour")
            let sent = try await room.sendTextMessage(words)
            try await session.seen(sent, in: room)
            _ = try await room.sendImage(
                data: Data(words.utf8), mimeType: "image/png", name: "secret-name.png",
                caption: MXMediaCaption("secret-caption"))
            _ = await failure { try await client.joinRoom("!secret-room:elsewhere.example") }
            _ = await failure { try await client.event(withEventId: "$secret-event", inRoom: room.roomId) }
            let token = try #require(credentials.accessToken)
            await session.close()

            let text = sink.text
            #expect(text.contains("GET sync: status 200") && text.contains("the session's state is running"))
            #expect(text.contains("refused with M_"))
            for secret in [
                password, "wrong-secret-8", words, token, credentials.userId ?? "", room.roomId, sent, "harbour",
                "secret-name", "secret-caption", "secret-room", "secret-event", "mxc://", "0x", "Bearer", "://",
                credentials.deviceId ?? "",
            ] {
                #expect(!secret.isEmpty && !text.contains(secret), "the entries contain \(secret)")
            }
        }
    }

    @Test("a node's sentence and a strange code are not in the entries")
    func hostileNode() async throws {
        let (node, sink, options) = (AnsweringNode(), Collected(), MXSDKOptions())
        options.logSink = sink
        // The last ones look like codes. A node could answer with a password or a word of a message.
        let codes = ["M_FORBIDDEN", "evil text", "evil", "M_EVIL_WORD", "evil.secret"]
        node.on("/whoami") { _, count in
            (403, ["errcode": .string(codes[count - 1]), "error": "evil sentence"])
        }
        let client = MXRestClient(
            credentials: MXCredentials(node: "http://node.example", userId: "@me:x", accessToken: "t"), transport: node,
            options: options)
        for _ in codes { _ = await failure { try await client.whoami() } }
        #expect(sink.text.contains("M_FORBIDDEN") && !sink.text.lowercased().contains("evil"))
        #expect(client.counters.failures == codes.count)
    }

    @Test("syncs, retries, bytes and the time to the first list of rooms are counted, also without a sink")
    func counters() async throws {
        let node = ScriptedNode()
        node.say("hello")
        node.fail("/sync", .answer(500, ["errcode": "M_UNKNOWN", "error": ""]))
        let session = MXSession.scripted(node)
        #expect(session.counters == MXCounters.unused)
        try await session.setStore(MXMemoryStore())
        #expect(session.counters.timeToFirstRoomList == nil)
        _ = await failure { try await session.start() }
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", .refused)
        _ = try await room.sendTextMessage("hi")
        let counters = session.counters
        #expect(counters.syncs >= 1 && counters.failures >= 1 && counters.requests > counters.syncs)
        #expect(counters.largestSync > 0 && counters.bytesReceived >= counters.largestSync && counters.bytesSent > 0)
        #expect(counters.timeToFirstRoomList != nil)
        await session.close()
    }

    @Test("a repeated request is counted and reported as a warning, and entries below the sink's level are not made")
    func levels() async throws {
        let (node, sink, options, clock) = (AnsweringNode(), Collected(.warning), MXSDKOptions(), ManualClock())
        options.logSink = sink
        node.on("/whoami") { _, count in
            guard count > 1 else { throw SDNSDKError(.connectionLost, reason: "no") }
            return (200, ["user_id": "@me:x"])
        }
        let client = MXRestClient(
            credentials: MXCredentials(node: "http://node.example", userId: "@me:x", accessToken: "t"), transport: node,
            options: options, clock: clock.retryClock)
        _ = try await client.whoami()
        #expect(client.counters.requests == 2 && client.counters.retries == 1 && client.counters.failures == 0)
        #expect(sink.all.map(\.level) == [.warning] && sink.text.contains("connection_lost"))
    }
}

extension MXCounters {
    /// No work at all.
    fileprivate static var unused: MXCounters { MXRestClient.scripted(ScriptedTransport([]), token: "t").counters }
}
