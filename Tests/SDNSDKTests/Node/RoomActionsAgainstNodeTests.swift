import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Actions on a room, on the embedded node", .timeLimit(.minutes(10)))
struct RoomActionsAgainstNodeTests {
    /// Ann with a session and a room of hers, and Bob.
    private func withRoom(_ body: (_ session: MXSession, _ room: MXRoom, _ bob: EmbeddedUser) async throws -> Void)
        async throws
    {
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let (ann, bob) = (try await EmbeddedUser(node, 41), try await EmbeddedUser(node, 42))
        let session = try await ann.session(MXMemoryStore())
        session.sdnRestClient.completionQueue = DispatchQueue(label: "test.completion")
        try await session.start(withSyncFilterId: nil)
        let room = try await session.createRoom(withName: "Actions", invite: [bob.userId])
        _ = try await bob.client.joinRoom(room.roomId)
        try await body(session, room, bob)
        await session.close()
        await node.stop()
    }

    @Test("name, topic, picture, join rule and history visibility reach the room's state")
    func state() async throws {
        try await withRoom { session, room, _ in
            try await room.setName("New name")
            try await room.setTopic("New topic")
            try await room.setAvatar(url: "mxc://x/y")
            try await room.setHistoryVisibility(.joined)
            try await room.setGuestAccess(.canJoin)
            try await room.setJoinRule(.invite)
            try await room.setJoinRule(.restricted, parentIds: ["!parent:x"])
            let last = try await room.sendStateEvent(.custom("org.example.last"), content: ["n": 1])
            try await session.seen(last, in: room)
            let state = try await room.state()
            #expect(state.name == "New name" && state.topic == "New topic" && state.avatar == "mxc://x/y")
            #expect(
                state.historyVisibility == .joined && state.guestAccess == .canJoin && state.joinRule == .restricted)
            let allowed = state.stateEvents(with: .roomJoinRules).first?.content["allow"]?.arrayValue?.compactMap {
                $0["room_id"]?.stringValue
            }
            #expect(allowed == ["!parent:x"])
            try await session.eventually {
                room.summary.displayName == "New name"
                    && session.roomSummary(withRoomId: room.roomId)?.topic == "New topic"
            }
        }
    }

    @Test("a room is put on the public list and found by its aliases, with async calls and with closures")
    func directory() async throws {
        try await withRoom { session, room, _ in
            let (first, second) = ("#first:localhost", "#second:localhost")
            try await room.addAlias(first)
            try await answer { room.addAlias(second, completion: $0) }
            try await room.setCanonicalAlias(first)
            try await answer { room.setCanonicalAlias(second, completion: $0) }
            try await room.setDirectoryVisibility(.public)
            #expect(try await room.getDirectoryVisibility() == .public)
            try await answer { room.setDirectoryVisibility(.private, completion: $0) }
            #expect(try await answer { room.getDirectoryVisibility(completion: $0) } == .private)
            try await room.removeAlias(first)
            try await session.eventually { session.room(withAlias: second) != nil }
            #expect(session.room(withAlias: first) == nil && session.hasRoom(withRoomId: room.roomId))
            try await answer { room.removeAlias(second, completion: $0) }
            await #expect(throws: MXError.notFound) { try await session.sdnRestClient.resolveRoomAlias(second) }
            try await answer { room.setJoinRule(.restricted, parentIds: ["!p:x"], completion: $0) }
        }
    }

    @Test("every kind of message that a room's methods send arrives")
    func messages() async throws {
        try await withRoom { session, room, bob in
            var sent = [try await room.sendEvent(.custom("org.example.any"), content: ["n": 1])]
            sent.append(try await room.sendMessage(withContent: ["msgtype": "m.text", "body": "content"]))
            sent.append(try await room.sendEmote("waves"))
            sent.append(
                try await bob.client.sendMessage(toRoom: room.roomId, messageType: .notice, content: ["body": "note"]))
            try await session.seen(sent[3], in: room)
            #expect(try await room.liveTimeline.history().map(\.eventId).filter(sent.contains) == sent.reversed())
            #expect(
                room.mxSession === session && room.liveTimeline.isLiveTimeline
                    && room.liveTimeline.state?.name == "Actions")
            #expect(session.users().map(\.userId).contains(bob.userId))
            try await session.markAllMessagesAsRead()
            session.removeAllListeners()
            room.liveTimeline.destroy()
        }
    }

    @Test("a room is left and joined again, hidden and shown")
    func comingAndGoing() async throws {
        try await withRoom { session, room, bob in
            #expect(
                session.myDeviceId != nil && session.syncWithLazyLoadOfRoomMembers
                    && session.preferredSyncPresence == .online)
            #expect(
                session.acknowledgableEventTypes.isEmpty
                    && session.unreadEventTypes.contains(.roomMessage))
            try await room.hideRoom(session.myUserId, roomId: room.roomId)
            try await session.eventually { room.summary.hiddenFromUser }
            try await room.showRoomWithRoomId(roomId: room.roomId)
            try await session.eventually { !room.summary.hiddenFromUser }
            try await room.setJoinRule(.public)
            try await room.enableEncryption(withAlgorithm: "m.megolm.v1.aes-sha2")
            try await session.eventually { room.summary.isEncrypted }
            try await room.leave()
            #expect(!session.hasRoom(withRoomId: room.roomId))
            let again = try await session.joinRoom(room.roomId)
            try await again.leave()
            try await bob.client.invite(.userId(session.myUserId), toRoom: room.roomId)
            try await session.eventually { session.invitedRooms()?.isEmpty == false }
            let invitedRoom = try #require(session.invitedRooms()?.first)
            try await invitedRoom.join()
            #expect(session.joinedRooms.map(\.roomId) == [room.roomId])
        }
    }

    @Test("an app can register and log in with a body of its own")
    func bodies() async throws {
        let node = try await EmbeddedNode.start(NodeConfiguration(enableRegistration: true, rateLimits: .unlimited))
        let client = MXRestClient(node: node.url, unrecognizedCertificateHandler: nil)
        client.completionQueue = DispatchQueue(label: "test.completion")
        #expect(
            client.apiPathPrefix.hasPrefix("_api/") && client.registerFallback().hasSuffix("/static/client/register/"))
        let made = try await client.register(parameters: [
            "username": "ann", "password": "correct horse", "auth": ["type": "m.login.dummy"],
        ])
        let body: JSONObject = [
            "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "ann"], "password": "correct horse",
        ]
        let again = try await client.login(parameters: body)
        #expect(again["user_id"] == made["user_id"] && again["access_token"] != made["access_token"])
        let credentials = MXCredentials(
            node: node.url, userId: again["user_id"]?.stringValue, accessToken: again["access_token"]?.stringValue)
        let userClient = MXRestClient(credentials: credentials)
        userClient.completionQueue = client.completionQueue
        let room = try await userClient.createRoom(name: "Mine", topic: nil)
        #expect(try await userClient.joinRule(ofRoomWithId: room.roomId).joinRule == .invite)
        try await userClient.sendDirectToDevice(
            payload: MXToDevicePayload(eventType: "org.example", content: [:], toAllDevicesOf: credentials.userId ?? "")
        )
        try await userClient.logout()
        await #expect(throws: MXError.unknownToken) { try await userClient.whoami() }
        await node.stop()
    }

    @Test("a session starts with a filter that the node stores")
    func filters() async throws {
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let ann = try await EmbeddedUser(node, 43)
        let filterId = try await ann.client.setFilter(.syncFilter(withMessageLimit: 5))
        let session = try await ann.session(MXMemoryStore())
        try await session.start(withSyncFilterId: filterId)
        #expect(session.syncFilterId == filterId && session.state == .running)
        await session.close()
        await node.stop()
    }

    @Test("videos and sounds are sent as messages of their types, with the file on the node")
    func files() async throws {
        try await withRoom { session, room, bob in
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent("a.bin")
            try Data(repeating: 7, count: 5_000).write(to: file)
            let ids = [
                try await room.sendVideo(localURL: file),
                try await room.sendAudioFile(localURL: file, mimeType: "audio/ogg"),
            ]
            for (id, kind) in zip(ids, ["m.video", "m.audio"]) {
                let event = try await bob.client.event(withEventId: id, inRoom: room.roomId)
                #expect(
                    event.content["msgtype"]?.stringValue == kind && event.content["info"]?["size"]?.intValue == 5_000)
                let uri = try #require(event.content["url"]?.stringValue)
                #expect(try await bob.client.downloadContent(uri).data.count == 5_000)
            }
        }
    }

    @available(*, deprecated, message: "It tests what is deprecated.")
    @Test("the deprecated calls about rooms still work")
    func deprecated() async throws {
        try await withRoom { session, room, _ in
            let client = session.sdnRestClient
            try await client.hideRoom(session.myUserId, roomId: room.roomId)
            try await done { client.showRoomWithroomId(room.roomId, success: $0, failure: $1) }
            #expect(try await client.tags(ofRoom: room.roomId).isEmpty)
            let heard = Heard()
            let listener = room.listen(toEvents: [.roomMessage]) { heard.note($0, $1, $2) }
            let sent = try await room.sendTextMessage("heard")
            try await session.eventually { heard.ids(.forwards) == [sent] }
            room.liveTimeline.removeListener(listener)
        }
    }
}

extension MXSession {
    /// Returns when something holds; it is looked at with every update.
    func eventually(_ holds: () -> Bool) async throws {
        var updates = Updates(updates())
        if holds() { return }
        _ = try await updates.first { _ in holds() ? true : nil }
    }

    /// Returns when sync has brought an event of a room. The store alone is asked: the node has the event before sync brings it.
    func seen(_ eventId: String, in room: MXRoom) async throws {
        var updates = Updates(room.liveTimeline.updates())
        let roomId = room.roomId
        if try await store.read({ try $0.event(eventId, inRoom: roomId) }) != nil, room.outgoingMessages().isEmpty {
            return
        }
        _ = try await updates.first { $0.liveEvent?.eventId == eventId ? true : nil }
    }
}
