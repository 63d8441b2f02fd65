import Foundation
import SDNNode
import SDNSDK
import TestSupport
import Testing

// The articles on media, and on processes beside the app.
extension ScreenArticleTests {
    @Test("a picture is sent from a file and shown from the cache")
    func media() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let (session, room) = try await harbour(node)
        let file = folder.url.appendingPathComponent("harbour.jpg")
        // The node recognises a picture by its first bytes, and sends a small one in place of its thumbnail.
        try Data([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46, 0x49, 0x46, 0x00, 0xFF, 0xD9]).write(to: file)
        try await DocExamples.sendPicture(room, file)
        var found: MXTimelineItem?
        for await items in try await Self.lists(of: room) {
            found = items.last { if case .image(let picture) = $0.content { picture.url != nil } else { false } }
            if found != nil { break }
        }
        let item = try #require(found)
        let shown = try await DocExamples.showPicture(session, item)
        #expect(shown.count == 2 && FileManager.default.contentsEqual(atPath: shown[1].path, andPath: file.path))
        #expect(DocExamples.progress(item) == nil)
        try await DocExamples.cacheOf(session)
        await session.close()
        await node.stop()
    }

    @Test("a notification has the room's name and the text, in a process that does not sync")
    func notification() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let (app, room) = try await harbour(node, MXFileStore(directory: folder.url, sharing: .processes))
        try await DocExamples.pusher(app, "token")
        #expect(try await app.sdnRestClient.pushers().count == 1)
        let (ben, _) = try await harbour(node)
        try await room.invite(.userId(ben.myUserId))
        let theirs = try await ben.joinRoom(room.roomId)
        // The suspension of shared files concerns the whole process, so the tests of the store suspend a process of their own.
        await app.pause()
        let eventId = try await theirs.sendTextMessage("Ahoy")
        let shown = try await DocExamples.notification(
            app.credentials, sharedFolder: folder.url, userInfo: ["room_id": room.roomId, "event_id": eventId],
            saveTokens: { _ in Issue.record("the tokens do not expire") },
            readTokens: { [tokens = app.credentials.tokens] in tokens })
        #expect(shown?.subtitle == "Harbour" && shown?.text == "Ahoy")
        for session in [app, ben] { await session.close() }
        await node.stop()
    }

    @Test("a session that follows another process gets rooms and lists, and no events of rooms")
    func following() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let (leader, room) = try await harbour(node, MXFileStore(directory: folder.url, sharing: .processes))
        let follower = try await SDNSamples.share(leader.credentials, sharedFolder: folder.url) {
            [tokens = leader.credentials.tokens] in tokens
        }
        let updates = follower.updates()
        try await follower.start()
        let followed = try #require(follower.room(withRoomId: room.roomId))
        let lists = try await Self.lists(of: followed)
        try await room.sendTextMessage("Ahoy")
        await DocExamples.listScreen(follower) { list in
            list.rooms.contains { $0.latestEvent?.content.body == "Ahoy" }
        }
        for await items in lists where items.last?.content.body == "Ahoy" { break }
        for session in [follower, leader] { await session.close() }
        var rooms: [String] = [], events: [String] = []
        for await update in updates {
            switch update {
            case .room(let summary): rooms.append(summary.roomId)
            case .event(let event) where event.roomId != nil: events.append(event.type)
            default: continue
            }
        }
        #expect(rooms.contains(room.roomId) && events.isEmpty)
        await node.stop()
    }
}
