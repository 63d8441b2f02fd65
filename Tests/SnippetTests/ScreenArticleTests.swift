import Foundation
import HeraldKeys
import SDNNode
import SDNObservation
import SDNSDK
import Synchronization
import TestSupport
import Testing

@Suite("Articles on screens and processes", .timeLimit(.minutes(10)))
struct ScreenArticleTests {
    private static let articles = [
        "SDNSDK/SDNSDK.docc/ARoomScreen", "SDNSDK/SDNSDK.docc/ARoomList", "SDNSDK/SDNSDK.docc/Threads",
        "SDNSDK/SDNSDK.docc/Media", "SDNSDK/SDNSDK.docc/PushAndExtensions", "SDNSDK/SDNSDK.docc/TestingAnApp",
        "SDNObservation/SDNObservation.docc/SDNObservation", "SDNObservation/SDNObservation.docc/SwiftUIViews",
    ]

    static func blocks(of article: String) throws -> [String] {
        try PackageFiles.text("Sources/\(article).md").components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first?.trimmingCharacters(in: .newlines) }
    }

    /// Returns the text of all compiled examples.
    static func compiled() throws -> String {
        let folder = PackageFiles.url("Tests/SnippetTests")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("DocExamples") }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }

    /// True if a source has the lines of a block one after the other, all of them indented alike.
    static func contains(_ source: String, _ block: String) -> Bool {
        let lines = block.components(separatedBy: "\n")
        return [0, 4, 8, 12].contains { width in
            let indent = String(repeating: " ", count: width)
            return source.contains("\n" + lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n") + "\n")
        }
    }

    @Test("the code in the articles is compiled here", arguments: articles)
    func sameText(article: String) throws {
        let (blocks, source) = (try Self.blocks(of: article), try Self.compiled())
        #expect(!blocks.isEmpty)
        for block in blocks { #expect(Self.contains(source, block), "\(block)") }
    }

    @Test("the code of the article on the sample client is the sample client's")
    func sampleClient() throws {
        let folder = PackageFiles.url("Examples/ChatClient")
        let source = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
        let blocks = try Self.blocks(of: "SDNSDK/SDNSDK.docc/AClientInATerminal")
        #expect(blocks.count > 4)
        for block in blocks { #expect(Self.contains(source, block), "\(block)") }
    }

    @Test(
        "the landing page names the types with which an app reads a timeline, and the classes of the products that are apart"
    )
    func landingPageNames() throws {
        let page = try PackageFiles.text("Sources/SDNSDK/SDNSDK.docc/SDNSDK.md")
        for name in [
            "MXRoomListModel", "MXTimelineModel", "MXThreadListModel", "MXAESStoreCipher", "MXTextContent",
            "MXMediaMessage", "MXLocationMessage", "MXStateChange", "MXReceiptData", "MXEmbeddedEvent",
            "MXEventVersion", "MXSpaceChild", "MXThumbnailSize", "MXThreadListInclude",
        ] { #expect(page.contains("/\(name)``") || page.contains("`\(name)`"), "\(name)") }
    }

    @Test(
        "the landing page lists every class and protocol, and every type that has an example",
        arguments: ["SDNValues", "SDNStore", "SDNClient", "SDNFolds", "SDNSession"])
    func landingPage(module: String) throws {
        let page = try PackageFiles.text("Sources/SDNSDK/SDNSDK.docc/SDNSDK.md")
        let folder = PackageFiles.url("Sources/\(module)")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        var count = 0
        for file in files where file.pathExtension == "swift" {
            var hasExample = false
            for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
                if line == "/// ```swift" { hasExample = true }
                guard !line.hasPrefix("///"), !line.hasPrefix("@") else { continue }
                if let found = line.firstMatch(of: /^public (?:final )?(class|protocol|struct|enum|actor) (\w+)/) {
                    let isMain = hasExample || ["class", "protocol", "actor"].contains(String(found.1))
                    if isMain { count += 1 }
                    #expect(!isMain || page.contains("- ``/\(module)/\(found.2)``"), "\(found.2)")
                }
                hasExample = false
            }
        }
        #expect(count > 0)
    }
}

extension ScreenArticleTests {
    /// A user of a node with a room, and what the articles do in it.
    func harbour(_ node: EmbeddedNode, _ store: any MXStore = MXMemoryStore()) async throws -> (
        MXSession, MXRoom
    ) {
        let visitor = MXRestClient(node: node.url, unrecognizedCertificateHandler: nil)
        let credentials = try await visitor.loginWithDID(signer: LocalWalletSigner(Secp256k1PrivateKey()))
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
        try await session.setStore(store)
        try await session.start()
        return (session, try await session.createRoom(withName: "Harbour"))
    }

    @Test("a room screen shows what its user sends, edits and redacts, and remembers a draft")
    func roomScreen() async throws {
        let node = try await EmbeddedNode.start()
        let (session, room) = try await harbour(node)
        let redacted = try await DocExamples.actions(room)
        let reply = try await room.sendTextMessage("At six")
        try await DocExamples.roomScreen(room) { items in
            let isSent = items.contains { $0.event.eventId == reply && $0.sentState == .sent }
            let isGone = items.contains { $0.event.eventId == redacted && $0.event.isRedacted }
            return isSent && isGone
        }
        let updates = try await room.timelineUpdates()
        try await DocExamples.older(updates)
        let item = try #require(updates.items.first { $0.event.eventId == reply })
        #expect(DocExamples.line(item) == "\(item.senderProfile.shownName): At six")
        let gone = try #require(updates.items.first { $0.event.eventId == redacted })
        #expect(DocExamples.line(gone).contains("(deleted)"))
        var rows: [MXTimelineRow] = []
        try await DocExamples.rowsOfScreen(room) { shown in
            rows = shown
            return true
        }
        let isDay = if case .dateDivider = rows.first { true } else { false }
        let lines = rows.map(DocExamples.line(of:))
        #expect(isDay && lines.contains { $0.hasSuffix(": At six") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix("named the room Harbour") }, "\(lines)")
        try await DocExamples.waiting(room, item)
        let changes = session.updates()
        try await DocExamples.moreActions(room, session.myUserId)
        // The state changes when a sync brings the event.
        for await case .event(let event) in changes where event.type == "m.room.pinned_events" { break }
        #expect(try await room.pinnedEventIds().count == 1)
        try await DocExamples.reading(room, updates.items)
        #expect(room.summary.localUnreadEventCount == 0)
        #expect(try await DocExamples.drafts(room) == "When do we")
        let typing = Task { try await DocExamples.typing(room) }
        typing.cancel()
        _ = try? await typing.value
        await session.close()
        await node.stop()
    }

    @Test("a room list has its sections and rows, moves rows, and accepts invites")
    func roomList() async throws {
        let node = try await EmbeddedNode.start()
        let (session, room) = try await harbour(node)
        let (other, theirs) = try await harbour(node)
        let before = session.roomList.snapshot
        try await theirs.invite(.userId(session.myUserId))
        await DocExamples.listScreen(session) { !$0.rooms(in: .invites).isEmpty }
        #expect(DocExamples.sections(session.roomList.snapshot).contains("invites: 1"))
        #expect(DocExamples.moves(before, session.roomList.snapshot) == session.roomList.snapshot.roomIds)
        try await DocExamples.invites(session)
        #expect(session.joinedRooms.count == 2)
        try await room.sendTextMessage("Ahoy")
        await DocExamples.listScreen(session) { list in
            list.rooms.contains { $0.roomId == room.roomId && $0.latestEvent?.content.body == "Ahoy" }
        }
        #expect(DocExamples.listRow(room.summary) == "  Harbour: Ahoy")
        #expect(DocExamples.listOptions(session).snapshot.count == 2)
        let (people, quiet) = (DocExamples.filters(session)[0].snapshot, DocExamples.filters(session)[1].snapshot)
        #expect(people.rooms.isEmpty && quiet.roomIds.contains(room.roomId))
        await DocExamples.search(session) { $0.rooms.isEmpty && !$0.hasMore }
        DocExamples.spaces(session)
        try await DocExamples.settingAMode(room)
        try await DocExamples.favourite(room)
        await DocExamples.listScreen(session) { $0.rooms(in: .favourites).map(\.roomId) == [room.roomId] }
        for session in [session, other] { await session.close() }
        await node.stop()
    }

    @Test("a thread is sent to, summarised and read page by page")
    func threads() async throws {
        let node = try await EmbeddedNode.start()
        let (session, room) = try await harbour(node)
        let root = try await room.event(withEventId: try await room.sendTextMessage("Where do we meet?"))
        let reply = try await DocExamples.threadSend(room, root)
        // The list has the thread when a sync has brought the reply.
        for await items in try await Self.lists(of: room) where items.contains(where: { $0.thread?.count == 1 }) {
            break
        }
        #expect(try await DocExamples.threadSummaries(room).map(\.rootId) == [root.eventId])
        try await DocExamples.readingWithoutThreads(room, try await room.timelineUpdates(hidesThreads: true))
        #expect(room.summary.readMarkerEventId == root.eventId)
        #expect(try await DocExamples.threadsOfRoom(room).map(\.id) == [root.eventId])
        var items: [MXTimelineItem] = []
        try await DocExamples.threadScreen(room, root) { shown in
            items = shown
            return shown.last?.original.eventId == reply
        }
        #expect(items.map(\.original.eventId) == [root.eventId, reply])
        try await DocExamples.threadReading(room, root, items)
        await session.close()
        await node.stop()
    }

    static func lists(of room: MXRoom) async throws -> AsyncStream<[MXTimelineItem]> {
        let updates = try await room.timelineUpdates()
        let (lists, continuation) = AsyncStream<[MXTimelineItem]>.makeStream()
        let following = Task {
            var items: [MXTimelineItem] = []
            for await batch in updates {
                items.apply(batch)
                continuation.yield(items)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return lists
    }

    @Test("a session on a played node has its room; a recorded client still reaches its node")
    func testing() async throws {
        let played = try await DocExamples.playedSession()
        #expect(played.rooms.map(\.summary.lastMessage?.eventId) == ["$1"])
        await played.close()
        let node = try await EmbeddedNode.start()
        let (session, _) = try await harbour(node)
        #expect(try await DocExamples.recordingClient(session.credentials).joinedRooms().count == 1)
        await session.close()
        await node.stop()
    }

    @Test("a stored login is opened again, and forgotten with the logout")
    func storedLogin() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let visitor = MXRestClient(node: node.url, unrecognizedCertificateHandler: nil)
        let credentials = try await visitor.loginWithDID(signer: LocalWalletSigner(Secp256k1PrivateKey()))
        let login = StoredLogin(folder: folder.url, keychain: SecretsInMemory())
        #expect(try await login.session() == nil)
        try login.save(credentials)
        let file = try String(contentsOf: folder.url.appendingPathComponent("login.json"), encoding: .utf8)
        #expect(!file.contains(try #require(credentials.accessToken)))
        let session = try #require(try await login.session())
        try await session.start()
        try await login.forget(session)
        #expect(try await login.session() == nil)
        await node.stop()
    }

    @Test("the models' examples run without a view")
    @MainActor
    func models() async throws {
        let node = try await EmbeddedNode.start()
        let (session, room) = try await harbour(node)
        let list = DocExamples.roomListModel(session)
        // The model shows all rooms until it has followed the change of its filter.
        #expect(list.rooms.map(\.roomId) == [room.roomId] && list.searchText == "ann")
        let model = await DocExamples.timelineModel(room)
        let threads = await DocExamples.threadListModel(room)
        #expect(model.failure == nil && threads.failure == nil && !threads.hasMore)
        await session.close()
        await node.stop()
    }

    /// A keychain of the test.
    private final class SecretsInMemory: Keychain {
        private let secrets = Mutex<[String: Data]>([:])

        func secret(_ name: String) throws -> Data? { secrets.withLock { $0[name] } }
        func setSecret(_ secret: Data?, _ name: String) throws { secrets.withLock { $0[name] = secret } }
    }
}
