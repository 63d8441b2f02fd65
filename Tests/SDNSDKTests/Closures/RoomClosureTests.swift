import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Methods of a room with every parameter, and their closure forms", .timeLimit(.minutes(10)))
struct RoomClosureTests {
    /// Ann with a session and a room of hers, and Bob in it.
    private func withRoom(
        _ body: (_ node: EmbeddedNode, _ session: MXSession, _ room: MXRoom, _ bob: MXRestClient) async throws -> Void
    ) async throws {
        try await withNode { node in
            let bob = try await node.loggedIn()
            let session = MXSession.session(of: try await node.loggedIn())
            try await session.setStore(MXMemoryStore())
            try await session.start(withSyncFilterId: nil)
            let room = try await session.createRoom(
                withName: "Closures", invite: [try #require(bob.credentials.userId)])
            _ = try await bob.joinRoom(room.roomId)
            try await session.eventually { room.summary.membersCount.joined == 2 }
            try await body(node, session, room, bob)
            await session.close()
        }
    }

    /// The event that a sending form with an echo made.
    private func sent(_ send: (inout MXEvent?, @escaping @Sendable (MXResponse<String?>) -> Void) -> MXHTTPOperation)
        async throws -> String
    {
        let outcome = OneShotResult()
        var echo: MXEvent?
        _ = send(&echo) { outcome.set($0) }
        #expect(echo?.isLocalEvent == true || echo?.eventId.isEmpty == false)
        return try #require(try await outcome.value())
    }

    @Test("every kind of message can be sent in a thread, with async calls and with closures")
    func threads() async throws {
        try await withRoom { _, _, room, bob in
            let root = try await room.sendTextMessage("root")
            let target = try await room.event(withEventId: root)
            let notice: JSONObject = ["msgtype": "m.notice", "body": "n"]
            let object: [String: Any] = ["msgtype": "m.notice", "body": "n"]
            var ids = [
                try await room.sendEvent(.roomMessage, content: notice, threadId: root),
                try await room.sendMessage(withContent: notice, threadId: root),
                try await room.sendTextMessage("t", formattedText: "<b>t</b>", threadId: root),
                try await room.sendEmote("e", formattedText: "<b>e</b>", threadId: root),
                try await room.sendReply(
                    to: target, textMessage: "r", formattedTextMessage: "<b>r</b>",
                    stringLocalizer: MXSendReplyEventDefaultStringLocalizer(),
                    threadId: root),
            ]
            ids.append(
                try await sent {
                    room.sendEvent(.roomMessage, content: object, threadId: root, localEcho: &$0, completion: $1)
                })
            ids.append(
                try await sent { room.sendMessage(withContent: object, threadId: root, localEcho: &$0, completion: $1) }
            )
            ids.append(
                try await sent {
                    room.sendTextMessage("t", formattedText: "<b>t</b>", threadId: root, localEcho: &$0, completion: $1)
                })
            ids.append(
                try await sent {
                    room.sendEmote("e", formattedText: "<b>e</b>", threadId: root, localEcho: &$0, completion: $1)
                })
            ids.append(
                try await sent {
                    room.sendReply(
                        to: target, textMessage: "r", formattedTextMessage: "<b>r</b>",
                        stringLocalizer: MXSendReplyEventDefaultStringLocalizer(),
                        threadId: root, localEcho: &$0, completion: $1)
                })
            for id in ids {
                #expect(
                    try await bob.event(withEventId: id, inRoom: room.roomId).content["m.relates_to"]?["event_id"]
                        == .string(root))
            }
        }
    }

    @Test("every kind of file can be sent in a thread, with async calls and with closures")
    func files() async throws {
        try await withRoom { _, _, room, bob in
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent("a.bin")
            try Data(repeating: 7, count: 100).write(to: file)
            let data = Data([1, 2, 3]), size = CGSize(width: 8, height: 6),
                small = MXMediaThumbnail(data: Data([1]), size: CGSize(width: 4, height: 3))
            let root = try await room.sendTextMessage("root")
            var ids = [
                try await room.sendImage(
                    data: data, size: size, mimeType: "image/png", thumbnail: small, blurhash: "L", threadId: root),
                try await room.sendVideo(localURL: file, thumbnail: small, threadId: root),
                try await room.sendFile(localURL: file, mimeType: "text/plain", threadId: root),
                try await room.sendAudioFile(localURL: file, mimeType: "audio/ogg", threadId: root),
                try await room.sendVoiceMessage(
                    localURL: file, additionalContentParams: ["x": 1], mimeType: "audio/ogg", duration: 5,
                    samples: [0.5], threadId: root),
            ]
            ids.append(
                try await sent {
                    room.sendImage(
                        data: data, size: size, mimeType: "image/png", thumbnail: small, blurhash: "L", threadId: root,
                        localEcho: &$0, completion: $1)
                })
            ids.append(
                try await sent {
                    room.sendVideo(localURL: file, thumbnail: small, threadId: root, localEcho: &$0, completion: $1)
                })
            ids.append(
                try await sent {
                    room.sendFile(
                        localURL: file, mimeType: "text/plain", threadId: root, localEcho: &$0, completion: $1)
                })
            ids.append(
                try await sent {
                    room.sendAudioFile(
                        localURL: file, mimeType: "audio/ogg", threadId: root, localEcho: &$0, completion: $1)
                })
            ids.append(
                try await sent {
                    room.sendVoiceMessage(
                        localURL: file, additionalContentParams: ["x": 1], mimeType: "audio/ogg", duration: 5,
                        samples: [0.5], threadId: root,
                        localEcho: &$0, completion: $1)
                })
            let kinds = ["m.image", "m.video", "m.file", "m.audio", "m.audio"]
            for (id, kind) in zip(ids, kinds + kinds) {
                let content = try await bob.event(withEventId: id, inRoom: room.roomId).content
                #expect(
                    content["msgtype"]?.stringValue == kind && content["m.relates_to"]?["event_id"] == .string(root))
            }
        }
    }

    @Test("a room's state is set, reported to listeners and reset")
    func state() async throws {
        try await withRoom { node, session, room, bob in
            let bobId = try #require(bob.credentials.userId)
            #expect(
                await withCheckedContinuation { continuation in
                    room.liveTimeline { continuation.resume(returning: $0?.isLiveTimeline) }
                } == true)
            #expect(
                await withCheckedContinuation { continuation in room.state { continuation.resume(returning: $0?.name) }
                } == "Closures")
            #expect(try await answer { room.members(completion: $0) }?.member(withUserId: bobId) != nil)
            let text = try await bob.sendTextMessage(toRoom: room.roomId, text: "x"),
                other = try await bob.sendTextMessage(toRoom: room.roomId, text: "y")
            try await room.reportEvent(text, score: -1, reason: "called")
            try await answer { room.reportEvent(other, score: -2, reason: "told", completion: $0) }
            #expect(Set(try await node.reports().map(\.reason)) == ["called", "told"])
            try await answer { room.redactEvent(text, reason: "r", completion: $0) }
            #expect(try await bob.event(withEventId: text, inRoom: room.roomId).isRedacted)
            try await answer { room.setName("N", completion: $0) }
            try await answer { room.setTopic("T", completion: $0) }
            try await answer { room.setAvatar(url: "mxc://x/y", completion: $0) }
            try await answer { room.setHistoryVisibility(.joined, completion: $0) }
            try await answer { room.setGuestAccess(.canJoin, completion: $0) }
            try await answer { room.setJoinRule(.public, completion: $0) }
            try await answer { room.enableEncryption(withAlgorithm: "m.megolm.v1.aes-sha2", completion: $0) }
            try await answer { room.setPowerLevel(ofUser: bobId, powerLevel: 50, completion: $0) }
            try await room.sendStateEvent(.custom("org.example.a"), content: ["n": 1], stateKey: "k")
            let last = try await answer {
                room.sendStateEvent(.custom("org.example.b"), content: ["n": 1], stateKey: "k", completion: $0)
            }
            try await session.seen(last, in: room)
            let state = try await room.state()
            #expect(
                state.name == "N" && state.topic == "T" && state.avatar == "mxc://x/y" && state.isEncrypted
                    && state.joinRule == .public)
            #expect(
                state.historyVisibility == .joined && state.guestAccess == .canJoin
                    && state.powerLevels.powerLevelOfUser(withUserID: bobId) == 50)
        }
    }

    @Test("members are kicked, banned, unbanned and invited, and the user leaves and joins again")
    func membership() async throws {
        try await withRoom { _, session, room, bob in
            let other = try #require(bob.credentials.userId)
            func stands() async throws -> String? {
                try await session.sdnRestClient.members(ofRoom: room.roomId).first { $0.stateKey == other }?.content[
                    "membership"]?.stringValue
            }
            try await room.kickUser(other, reason: "r")
            #expect(try await stands() == "leave")
            try await room.invite(.userId(other))
            #expect(try await stands() == "invite")
            try await room.banUser(other, reason: "r")
            #expect(try await stands() == "ban")
            try await room.unbanUser(other)
            #expect(try await stands() == "leave")
            try await answer { room.invite(.userId(other), completion: $0) }
            #expect(try await stands() == "invite")
            try await answer { room.kickUser(other, reason: "r", completion: $0) }
            #expect(try await stands() == "leave")
            try await answer { room.banUser(other, reason: "r", completion: $0) }
            #expect(try await stands() == "ban")
            try await answer { room.unbanUser(other, completion: $0) }
            #expect(try await stands() == "leave")
            try await room.setJoinRule(.public)
            try await answer { room.leave(completion: $0) }
            #expect(!session.hasRoom(withRoomId: room.roomId))
            let again = try await session.joinRoom(room.roomId)
            try await again.leave()
            _ = try await bob.joinRoom(room.roomId)
            try await bob.invite(.userId(session.myUserId), toRoom: room.roomId)
            let invited = try await session.room(room.roomId, becomes: .invite)
            try await answer { invited.join(completion: $0) }
            #expect(session.joinedRooms.map(\.roomId) == [room.roomId])
        }
    }

    @Test("receipts, read markers, tags and typing notices are sent")
    func reading() async throws {
        try await withRoom { _, session, room, bob in
            let first = try await bob.sendTextMessage(toRoom: room.roomId, text: "1"),
                second = try await bob.sendTextMessage(toRoom: room.roomId, text: "2")
            try await session.seen(second, in: room)
            let event = try await room.event(withEventId: first)
            try await answer { room.acknowledgeEvent(event, andUpdateReadMarker: true, completion: $0) }
            #expect(room.summary.readMarkerEventId == first)
            try await answer { room.markAllAsRead(completion: $0) }
            try await answer { room.moveReadMarker(toEventId: second, completion: $0) }
            // A sync that began earlier may still bring the marker on the first event.
            try await session.eventually {
                room.summary.readMarkerEventId == second && room.summary.localUnreadEventCount == 0
            }
            let mine = try await room.sendTextMessage("3"), other = try #require(bob.credentials.userId)
            var updates = Updates(session.updates())
            try await bob.sendReadReceipt(toRoom: room.roomId, forEvent: mine)
            _ = try await updates.first { update -> Bool? in
                guard case .receipts(_, let receipts) = update,
                    receipts.contains(where: { $0.eventId == mine && $0.userId == other })
                else { return nil }
                return true
            }
            #expect(try await room.getEventReceipts(mine, threadId: nil, sorted: true).map(\.userId) == [other])
            #expect(
                try await answer { room.getEventReceipts(mine, threadId: nil, sorted: true, completion: $0) }.map(
                    \.userId) == [other])
            try await answer { room.sendTypingNotification(typing: true, timeout: 3, completion: $0) }
            try await answer { room.addTag("u.a", withOrder: 0.5, completion: $0) }
            try await answer { room.replaceTag("u.a", with: "u.b", withOrder: 0.25, completion: $0) }
            #expect(try await session.sdnRestClient.tags(ofRoom: room.roomId).map(\.name) == ["u.b"])
            try await answer { room.removeTag("u.b", completion: $0) }
            #expect(try await session.sdnRestClient.tags(ofRoom: room.roomId).isEmpty)
            try await answer { room.setIsDirect(true, withUserId: other, completion: $0) }
            try await session.eventually { session.directRooms[other] == [room.roomId] }
            try await answer { room.hideRoom(session.myUserId, roomId: room.roomId, completion: $0) }
            try await session.eventually { room.summary.hiddenFromUser }
            try await answer { room.showRoomWithRoomId(roomId: room.roomId, completion: $0) }
            try await session.eventually { !room.summary.hiddenFromUser }
        }
    }
}
