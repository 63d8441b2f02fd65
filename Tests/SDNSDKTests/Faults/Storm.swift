import Foundation
import HeraldJSON
import SDNNode
import TestSupport
import SDNSDK
import Testing

/// Two people in one room of a node. Between Alice and the node something goes wrong all the time; what they say and send has to arrive all
/// the same.
struct Storm: Sendable {
    /// The messages that were queued, in order.
    struct Said: Sendable {
        var mine: [String] = []
        var theirs: [String] = []
        /// Alice's files by their names, which are the bodies of their messages.
        var files: [String: Data] = [:]
        /// Bob's files by their addresses.
        var theirFiles: [String: Data] = [:]
        /// The content of Alice's list during the whole run.
        let list: KeptList
    }

    let node: EmbeddedNode
    let alice: EmbeddedUser
    let bob: EmbeddedUser
    let roomId: String
    /// The folder of Alice's session.
    let store: TemporaryFolder
    private let outside: TemporaryFolder

    /// - Parameter wallets: every byte of Alice's key; Bob's is the next one.
    init(wallets: UInt8) async throws {
        store = try TemporaryFolder()
        outside = try TemporaryFolder()
        node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        alice = try await EmbeddedUser(node, wallets)
        bob = try await EmbeddedUser(node, wallets + 1)
        roomId = try await alice.client.createRoom(parameters: MXRoomCreationParameters(name: "Storm")).roomId
        try await alice.client.invite(.userId(bob.userId), toRoom: roomId)
        _ = try await bob.client.joinRoom(roomId)
    }

    /// Alice's session, started. Its waits between retries take no time.
    /// - Parameter url: where it finds the node.
    func session(over transport: any HTTPTransport, at url: URL? = nil, options: MXSDKOptions = MXSDKOptions())
        async throws -> MXSession
    {
        let clock = ManualClock().retryClock
        let client = MXRestClient(
            credentials: credentials(at: url), apiRoot: nil, transport: transport, options: options, clock: clock)
        client.completionQueue = DispatchQueue(label: "test.completion")
        let session = MXSession.session(of: client, clock: clock)
        try await session.setStore(MXFileStore(directory: store.url))
        while true {
            // The first sync is the app's to repeat.
            do {
                try await session.start()
                return session
            } catch { continue }
        }
    }

    func credentials(at url: URL?) -> MXCredentials {
        MXCredentials(
            node: (url ?? node.url).absoluteString, userId: alice.userId,
            accessToken: alice.client.credentials.accessToken)
    }

    /// Both talk, with a file now and then, until enough has gone wrong.
    func talk(_ session: MXSession, seed: UInt64, fetches: Bool, until isEnough: () -> Bool) async throws -> Said {
        var random = SeededGenerator(seed: seed)
        let room = try #require(session.room(withRoomId: roomId))
        let media = media(session)
        var updates = Updates(room.liveTimeline.updates())
        var said = Said(list: try await KeptList(room)), uploads: [String: [Double]] = [:]
        while !isEnough() {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                said.mine.append("mine \(said.mine.count)")
                let name = said.mine.last ?? ""
                guard said.mine.count % 8 == 3 else {
                    try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": .string(name)])
                    continue
                }
                said.files[name] = Self.file(&random)
                let path = outside.url.appendingPathComponent(name)
                try said.files[name]?.write(to: path)
                var echo: MXEvent?
                room.sendFile(localURL: path, mimeType: "application/octet-stream", localEcho: &echo) { _ in }
                _ = try #require(echo)
            }
            said.theirs.append("theirs \(said.theirs.count)")
            let heard = try await bob.client.sendTextMessage(toRoom: roomId, text: said.theirs.last ?? "")
            try await said.list.withdraw(&random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: _ = try? await room.liveTimeline.paginate(5, direction: .backwards)
            case 1: _ = try? await room.setTopic("topic \(said.mine.count)")
            case 2: _ = try? await room.members(loadFromNode: true)
            case 3 where fetches:
                let data = Self.file(&random)
                let address = try await bob.client.uploadContent(data, mimeType: "image/png").absoluteString
                said.theirFiles[address] = data
                if let fetched = try? await media.data(for: address) { expectSame(fetched, data) }
            default: break
            }
            _ = try await updates.first { update in
                if case .uploading(let localId, let fraction) = update {
                    uploads[localId, default: []].append(fraction)
                }
                // After a long silence a sync leaves events out, this one perhaps among them.
                if case .gap = update { return true }
                return update.liveEvent?.eventId == heard ? true : nil
            }
        }
        for fractions in uploads.values { #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 < $1 }) }
        return said
    }

    /// Returns when the weather is fine again and everything has arrived.
    func settle(_ session: MXSession, _ said: Said) async throws {
        let room = try #require(session.room(withRoomId: roomId))
        var progress = Updates(room.liveTimeline.updates()), updates = Updates(room.liveTimeline.updates())
        #expect(room.outgoingMessages().allSatisfy { $0.sentState != .failed }, "no weather is a refusal")
        while !room.outgoingMessages().isEmpty { _ = try await progress.first { _ in true } }
        let last = try await bob.client.sendTextMessage(toRoom: roomId, text: "the end")
        _ = try await updates.first { $0.liveEvent?.eventId == last ? true : nil }
        let media = media(session)
        for (address, data) in said.theirFiles { expectSame(try await media.data(for: address), data) }
        try await said.list.expectFresh()
    }

    /// A file that ends with its connection looks complete, so only its size distinguishes it from a flood of bytes.
    private func media(_ session: MXSession) -> MXMediaManager {
        MXMediaManager(
            restClient: session.sdnRestClient, folder: outside.url.appendingPathComponent("fetched"),
            maximumFileSize: 1 << 20)
    }

    /// Tells the sizes alone: what differs between two files takes for ever to print.
    func expectSame(_ data: Data, _ expected: Data) {
        let isSame = data == expected
        #expect(isSame, "a file of \(expected.count) bytes came as \(data.count)")
    }

    private static func file(_ random: inout SeededGenerator) -> Data {
        Data(
            (0..<Int.random(in: 1...40_000, using: &random) / 8).flatMap { _ in
                withUnsafeBytes(of: random.next()) { Array($0) }
            })
    }
}
