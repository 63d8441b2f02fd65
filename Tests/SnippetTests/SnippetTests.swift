import Foundation
import HeraldJSON
import HeraldKeys
import SDNSDK
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs the specification's samples against an embedded node and looks at what they did.
@Suite(.serialized)
struct SnippetTests {
    @Test("1: the public rooms are listed")
    func publicRooms() async throws {
        let world = try await SnippetWorld.make()
        world.run { snippet1() }
        let exchange = await world.transport.exchange("/publicRooms")
        #expect(
            exchange.status == 200 && exchange.response.contains("!room_id:sdn.org")
                && exchange.response.contains("Harbour"))
        await world.close()
    }

    @Test("2: a session syncs and has its rooms")
    func session() async throws {
        let world = try await SnippetWorld.make()
        let session = world.run { snippet2() }
        try await session.untilRunning()
        #expect(
            session.rooms.map(\.roomId) == ["!room_id:sdn.org"]
                && session.rooms().first?.summary.displayName == "Harbour")
        await session.close()
        await world.close()
    }

    @Test("2 with a file store: the second run continues from the first one's stored data")
    func fileStore() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sdnsdk-snippets-" + UUID().uuidString)
        setenv("XDG_DATA_HOME", folder.path, 1)
        let world = try await SnippetWorld.make()
        let first = world.run { snippet2bis() }
        try await first.untilRunning()
        #expect(first.rooms().map(\.roomId) == ["!room_id:sdn.org"])
        #expect((first.store as? MXFileStore)?.file != nil)
        await first.close()

        let second = world.run { snippet2bis() }
        try await second.untilRunning()
        #expect(second.rooms().map(\.roomId) == ["!room_id:sdn.org"])
        await second.close()
        await world.close()
        if let file = (first.store as? MXFileStore)?.file {
            try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
        }
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("3, 4 and 5: a listener receives sent messages, and older events when it paginates")
    func listening() async throws {
        let world = try await SnippetWorld.make()
        for number in 1...5 { _ = try await world.client.sendTextMessage(toRoom: world.roomId, text: "old \(number)") }
        let session = world.run { snippet2() }
        try await session.untilRunning()
        let room = try #require(snippet3(session))
        let (heard, note) = AsyncStream<(MXEvent, MXTimelineDirection)>.makeStream()
        _ = room.liveTimeline.listenToEvents([.roomMessage]) { event, direction, _ in note.yield((event, direction)) }
        var events = heard.makeAsyncIterator()

        snippet5(session.sdnRestClient)
        let live = try #require(await events.next())
        #expect(
            live.1 == .forwards && live.0.content["body"] == "Hello World!" && live.0.sender == "@your_user_id:sdn.org")

        snippet4(room)
        var older: [String] = []
        while older.count < 6, let (event, direction) = await events.next() {
            #expect(direction == .backwards)
            older.append(event.content["body"]?.stringValue ?? "")
        }
        #expect(older == ["Hello World!", "old 5", "old 4", "old 3", "old 2", "old 1"])
        await session.close()
        await world.close()
    }

    @Test("6: the older challenge call gets the text to sign from the node")
    func preLogin() async throws {
        let world = try await SnippetWorld.make()
        let client = world.run {
            MXRestClient(node: URL(string: "http://sdn.org")!, unrecognizedCertificateHandler: nil)
        }
        let did = try #require(world.client.credentials.userId?.split(separator: ":").first).replacingOccurrences(
            of: "@sdn_", with: "did:sdn:")
        let outcome = Outcome<Result<String, any Error>>()
        let snippet: any PreLoginSnippet = DeprecatedPreLogin()
        snippet.run(client, did, success: { outcome.set(.success($0)) }, failure: { outcome.set(.failure($0)) })
        #expect(try await outcome.value().get().isEmpty == false)
        await world.close()
    }

    @Test("7: the node stores a pusher that was set without append, and does not list append")
    func pusher() async throws {
        let world = try await SnippetWorld.make()
        let credentials = MXCredentials(
            node: "http://sdn.org", userId: "@your_user_id:sdn.org", accessToken: "your_access_token")
        let client = world.run { MXRestClient(credentials: credentials, unrecognizedCertificateHandler: nil) }
        let outcome = Outcome<MXResponse<Void>>()
        snippet7(client) { outcome.set($0) }
        try await outcome.value().get()
        #expect(try await world.client.pushers().map(\.pushkey) == ["the_push_key"])
        let exchange = await world.transport.exchange("/pushers/set")
        #expect(!exchange.request.contains("\"append\":true") && exchange.request.contains("the_push_key"))
        await world.close()
    }
}

extension MXSession {
    /// Waits until the session is in step with the node.
    fileprivate func untilRunning() async throws {
        let updates = updates()
        if state == .running { return }
        for await update in updates {
            if case .state(.running) = update { return }
        }
        throw CancellationError()
    }
}
