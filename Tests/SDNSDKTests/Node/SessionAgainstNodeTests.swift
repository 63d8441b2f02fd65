import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("A session on the embedded node", .timeLimit(.minutes(10)))
struct SessionAgainstNodeTests {
    @Test("two users create a room, talk, edit and redact, and both read the same from beginning to end")
    func talk() async throws {
        let node = try await EmbeddedNode.start()
        let (alice, bob) = (try await EmbeddedUser(node, 1), try await EmbeddedUser(node, 2))
        let (hers, his) = (try await alice.session(MXMemoryStore()), try await bob.session(MXMemoryStore()))
        try await hers.start()
        try await his.start()
        let room = try await hers.createRoom(withName: "Harbour", topic: "Ships", invite: [bob.userId])
        #expect(room.summary.displayName == "Harbour" && room.summary.membership == .join)
        let invite = try await his.room(room.roomId, becomes: .invite)
        #expect(his.invitedRooms()?.map(\.roomId) == [room.roomId] && invite.summary.inviter == alice.userId)
        #expect(invite.summary.displayName == "Harbour")
        let joined = try await his.joinRoom(room.roomId)
        #expect(joined.summary.membership == .join && his.invitedRooms()?.isEmpty == true)

        let heardByBob = Heard(joined.liveTimeline)
        var updates = Updates(joined.liveTimeline.updates())
        var hersToo = Updates(room.liveTimeline.updates())
        for number in 1...20 {
            _ = try await room.sendTextMessage("alice \(number)")
            _ = try await joined.sendTextMessage("bob \(number)")
        }
        let last = try await room.sendTextMessage("typo")
        let original = try await updates.first { $0.liveEvent?.eventId == last ? $0.liveEvent : nil }
        let edit = try await room.replaceTextMessage(original, withTextMessage: "fixed")
        _ = try await updates.first { $0.liveEvent?.eventId == edit ? true : nil }
        #expect(try await joined.latestVersion(of: original).body == "fixed")
        let target = heardByBob.events(.forwards).first { $0.body == "alice 3" }?.eventId ?? ""
        _ = try await room.redactEvent(target, reason: "wrong room")
        let pruned = try await updates.first { update -> MXEvent? in
            guard case .redacted(let event) = update else { return nil }
            return event
        }
        #expect(pruned.eventId == target && pruned.content.isEmpty)
        _ = try await hersToo.first { update -> Bool? in
            guard case .redacted = update else { return nil }
            return true
        }
        let bodies = heardByBob.events(.forwards).compactMap(\.body)
        #expect(Set(bodies).count == bodies.count, "nothing is heard twice")

        let log = try await alice.log(room.roomId)
        #expect(try await room.liveTimeline.history().map(\.eventId) == log.reversed())
        #expect(try await joined.liveTimeline.history().map(\.eventId) == log.reversed())
        let state = try await joined.state()
        #expect(state.name == "Harbour" && state.topic == "Ships")
        #expect(room.outgoingMessages().isEmpty && joined.outgoingMessages().isEmpty)
        await hers.close()
        await his.close()
        await node.stop()
    }

    @Test("a message sent while the node is stopped arrives once after its restart, and nothing is lost")
    func outage() async throws {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        var node = try await EmbeddedNode.start(NodeConfiguration(storage: .directory(data.url)))
        let alice = try await EmbeddedUser(node, 3)
        let session = try await alice.session(MXFileStore(directory: files.url))
        try await session.start()
        let room = try await session.createRoom(withName: "Outage")
        var synced = Updates(room.liveTimeline.updates())
        for number in 1...5 { _ = try await room.sendTextMessage("before \(number)") }
        _ = try await synced.first { $0.liveEvent?.body == "before 5" ? $0.liveEvent : nil }
        let port = node.port
        await node.stop()

        let queued = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "during"])
        await session.close()
        let restored = try await alice.session(MXFileStore(directory: files.url))
        let offline = try #require(restored.room(withRoomId: room.roomId))
        #expect(offline.summary.displayName == "Outage")
        #expect(offline.outgoingMessages().map(\.body) == ["during"])
        var updates = Updates(offline.liveTimeline.updates())

        node = try await EmbeddedNode.start(NodeConfiguration(port: port, storage: .directory(data.url)))
        try await restored.start()
        let live = try await updates.first { $0.liveEvent?.body == "during" ? $0.liveEvent : nil }
        #expect(live.unsignedData.transactionId == queued.unsignedData.transactionId)
        let history = try await offline.liveTimeline.history()
        #expect(history.compactMap(\.body) == ["during", "before 5", "before 4", "before 3", "before 2", "before 1"])
        #expect(history.map(\.eventId) == (try await alice.log(room.roomId)).reversed())
        await restored.close()
        await node.stop()
    }

    @Test("limited syncs leave no gaps", arguments: [1, 2, 3])
    func gaps(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let node = try await EmbeddedNode.start()
        let (alice, bob) = (try await EmbeddedUser(node, 4), try await EmbeddedUser(node, 5))
        let session = try await alice.session(MXMemoryStore())
        try await session.start(withSyncFilter: .syncFilterForLazyLoading(withMessageLimit: 3))
        let room = try await session.createRoom(withName: nil, invite: [bob.userId])
        _ = try await bob.client.joinRoom(room.roomId)
        for round in 0..<4 {
            await session.pause()
            for number in 0..<Int.random(in: 0...12, using: &random) {
                _ = try await bob.client.sendTextMessage(toRoom: room.roomId, text: "\(round).\(number)")
            }
            try await session.resume()
            if Bool.random(using: &random) {
                try await room.liveTimeline.paginate(UInt.random(in: 1...9, using: &random), direction: .backwards)
            }
        }
        let log = try await alice.log(room.roomId)
        #expect(try await room.liveTimeline.history(by: 5).map(\.eventId) == log.reversed())
        await session.close()
        await node.stop()
    }

    @Test("members that lazy loading left out are loaded on request, and a kick or ban removes the room from the list")
    func members() async throws {
        let node = try await EmbeddedNode.start()
        let users = [try await EmbeddedUser(node, 6), try await EmbeddedUser(node, 7), try await EmbeddedUser(node, 8)]
        let roomId = try await users[0].client.createRoom(
            parameters: {
                var parameters = MXRoomCreationParameters(name: "Members")
                parameters.preset = .publicChat
                return parameters
            }()
        ).roomId
        _ = try await users[1].client.joinRoom(roomId)
        _ = try await users[2].client.joinRoom(roomId)
        for number in 1...30 { _ = try await users[0].client.sendTextMessage(toRoom: roomId, text: "\(number)") }
        let session = try await users[2].session(MXMemoryStore())
        try await session.start()
        let room = try #require(session.room(withRoomId: roomId))
        #expect(room.summary.membersCount.joined == 3)
        let members = try await room.members()
        #expect(Set(members.joinedMembers.map(\.userId)) == Set(users.map(\.userId)))
        #expect(room.summary.hasLoadedAllRoomMembers)

        var updates = Updates(session.updates())
        try await users[0].client.kickUser(users[2].userId, fromRoom: roomId, reason: "enough")
        _ = try await updates.first { update -> Bool? in
            guard case .left(roomId) = update else { return nil }
            return true
        }
        #expect(session.rooms.isEmpty)
        let again = try await session.joinRoom(roomId)
        #expect(session.joinedRooms == [again])
        let history = try await again.liveTimeline.history()
        #expect(
            history.map(\.eventId) == (try await users[0].log(roomId)).reversed(),
            "the room is whole again after coming back")
        await session.close()
        await node.stop()
    }

    @Test("a second process reads the whole session without the network and then continues it")
    func secondLife() async throws {
        let files = try TemporaryFolder()
        let node = try await EmbeddedNode.start()
        let alice = try await EmbeddedUser(node, 9)
        let first = try await alice.session(MXFileStore(directory: files.url))
        try await first.start()
        let room = try await first.createRoom(withName: "Memory")
        var synced = Updates(room.liveTimeline.updates())
        for number in 1...30 { _ = try await room.sendTextMessage("\(number)") }
        _ = try await synced.first { $0.liveEvent?.body == "30" ? $0.liveEvent : nil }
        _ = try await room.liveTimeline.history()
        await first.close()
        let log = try await alice.log(room.roomId)
        await node.stop()

        let second = try await alice.session(MXFileStore(directory: files.url))
        let restored = try #require(second.room(withRoomId: room.roomId))
        let heard = Heard(restored.liveTimeline)
        try await restored.liveTimeline.paginate(1000, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards) == log.reversed())
        #expect(second.state == .storeDataReady)
        await second.close()
    }
}
