import Foundation
import HeraldJSON
import HeraldLocks
import SDNNode
@testable import SDNSession
import SDNSDK
import TestSupport
import Testing

@Suite("The notification client", .timeLimit(.minutes(10)))
struct NotificationClientTests {
    private let me = ScriptedNode.me, other = ScriptedNode.other, room = ScriptedNode.room

    private func client(
        _ node: any HTTPTransport, _ folder: TemporaryFolder, _ sharing: MXStoreSharing = .exclusive,
        patience: Duration = .zero
    ) -> MXNotificationClient {
        MXNotificationClient(
            sdnRestClient: MXSession.scripted(node).sdnRestClient,
            store: MXFileStore(directory: folder.url, sharing: sharing), mediaManager: nil, patience: patience,
            timeout: TestDeadline.time, clock: .system)
    }

    /// A store that a session has left.
    private func leftStore(_ news: [JSONValue], room more: JSONObject = [:]) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let quiet = try await QuietSession(store: MXFileStore(directory: folder.url), starts: false)
        let state: [JSONValue] = [
            QuietSession.state("m.room.create", ["creator": .string(other)]),
            QuietSession.state("m.room.name", ["name": "The team"]),
            QuietSession.state("m.room.member", me, ["membership": "join", "displayname": "Me"], from: me),
            QuietSession.state(
                "m.room.member", other,
                ["membership": "join", "displayname": "Olga", "avatar_url": "mxc://node.example/olga"]),
        ]
        var joined: JSONObject = [
            "state": ["events": .array(state)], "timeline": ["events": .array(news)],
            "summary": ["m.joined_member_count": 3],
        ]
        for (key, value) in more { joined[key] = value }
        try await quiet.take(room: .object(joined))
        await quiet.session.close()
        return folder
    }

    @Test("an event that the store has is shown without the node")
    func stored() async throws {
        let folder = try await leftStore([QuietSession.message("$1", "hello"), QuietSession.edit("$2", of: "$1", "hi")])
        let node = ScriptedNode()
        node.setDown(true)
        let status = try await client(node, folder).getNotification(roomId: room, eventId: "$1")
        let item = try #require(status.item)
        #expect(item.title == "Olga" && item.subtitle == "The team" && item.body == "hi", "with its latest edit")
        #expect(item.senderAvatarUrl == "mxc://node.example/olga" && item.avatarFile == nil)
        #expect(!item.isNoisy && !item.hasMention && !item.isMuted && !item.isAlreadyRead && item.notifies)
        #expect(item.joinedMembersCount == 3 && !item.isDirect && !item.isEncrypted)
        #expect(item.roomUnreadCount == 0 && item.threadId == nil && item.senderId == other && item.event.body == "hi")
        #expect(node.requests("/").isEmpty)
    }

    @Test("what the user has read, has muted, has written or ignores is filtered out, and the item says why")
    func filtered() async throws {
        let mute: JSONValue = [
            "rule_id": .string(room), "default": false, "enabled": true, "actions": [],
            "conditions": [["kind": "event_match", "key": "room_id", "pattern": .string(room)]],
        ]
        func reason(
            _ news: [JSONValue], _ more: JSONObject = [:], data: [JSONValue] = [], of eventId: String = "$1"
        ) async throws -> String {
            let folder = try await leftStore(news, room: more)
            let quiet = try await QuietSession(store: MXFileStore(directory: folder.url), starts: false)
            try await quiet.take(["account_data": ["events": .array(data)]])
            await quiet.session.close()
            let status = try await client(ScriptedNode(), folder).getNotification(roomId: room, eventId: eventId)
            guard case .eventFilteredOut(let item) = status else { return status.item == nil ? "missing" : "shown" }
            let reasons = [
                (item.isAlreadyRead, "read"), (item.isMuted, "muted"), (item.isFromIgnoredUser, "ignored"),
                (!item.notifies, "silent"),
            ]
            return reasons.filter { $0.0 }.map { $0.1 }.joined(separator: " ")
        }
        let one = QuietSession.message("$1", "hello"), two = QuietSession.message("$2", "later", at: 2)
        #expect(try await reason([one]) == "shown")
        let read: JSONObject = ["ephemeral": QuietSession.receipt("$2", me)]
        #expect(try await reason([one, two], read) == "read")
        #expect(try await reason([two, one], read) == "shown", "the receipt is at an earlier event")
        let inThread: JSONObject = ["ephemeral": QuietSession.receipt("$2", me, thread: "$root")]
        #expect(try await reason([one, two], inThread) == "shown", "only a thread was read")
        let answer = QuietSession.message("$2", "mine", from: me, at: 2)
        #expect(try await reason([one, answer]) == "read")
        let besides = QuietSession.threaded("$2", "$0", from: me)
        #expect(try await reason([one, besides]) == "shown", "the user wrote into a thread")
        let part = [QuietSession.threaded("$1", "$0"), QuietSession.reaction("$2", to: "$1")]
        let readThread: JSONObject = ["ephemeral": QuietSession.receipt("$2", me, thread: "$0")]
        #expect(try await reason(part, readThread, of: "$2") == "read silent", "a reaction is in its target's thread")
        #expect(try await reason([one, answer], of: "$2") == "read silent")
        let rules: JSONValue = ["type": "m.push_rules", "content": ["global": ["override": [mute]]]]
        #expect(try await reason([one], data: [rules]) == "muted silent")
        let list: JSONValue = ["type": "m.ignored_user_list", "content": ["ignored_users": [other: [:]]]]
        #expect(try await reason([one], data: [list]) == "ignored")
    }

    @Test("an event that is not stored comes with the changes of its room, and the session's sync goes on where it was")
    func fetched() async throws {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        await session.close()
        let syncs = node.requests("/sync").count
        let id = node.say("hello")
        let item = try #require(
            try await client(node, folder).getNotification(payload: MXPushPayload(roomId: room, eventId: id)).item)
        #expect(item.title == "Other" && item.body == "hello" && item.isNoisy, "there are two members")
        let asked = node.requests("/sync").dropFirst(syncs)
        let query = asked.first?.url.query?.removingPercentEncoding ?? ""
        #expect(asked.count == 1 && query.contains(room) && query.contains("set_presence=offline"))
        let again = MXSession.scripted(node)
        try await again.setStore(MXFileStore(directory: folder.url))
        #expect(try await again.store.read { try $0.cachedSyncs(limit: 1) }.isEmpty)
        let heard = Heard(try again.theRoom.liveTimeline)
        try await again.start()
        #expect(heard.ids(.forwards) == [id], "the session gets the event itself")
        await again.close()
    }

    @Test(
        "beside a session that syncs, the client does not sync: it takes what the session stores, or asks for the event alone"
    )
    func besideASession() async throws {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url, sharing: .processes))
        try await session.start()
        let one = node.say("one")
        let beside = client(node, folder, .processes, patience: .seconds(120))
        #expect(try await beside.getNotification(roomId: room, eventId: one).item?.body == "one")
        #expect(node.requests("set_presence=offline").isEmpty && node.requests("/event/").isEmpty)
        node.hold("/sync")
        let two = node.say("two")
        // The scripted node has no endpoint for one event, so the call ends with the node's refusal.
        let error = await failure {
            try await client(node, folder, .processes).getNotification(roomId: room, eventId: two)
        }
        #expect(error as? MXError == .unrecognized && !node.requests("/event/").isEmpty)
        #expect(!node.requests("/sync").contains { $0.url.query?.contains("set_presence=offline") ?? false })
        node.hold(nil)
        await session.pause()
        let three = node.say("three")
        #expect(
            try await client(node, folder, .processes).getNotification(roomId: room, eventId: three).item?.body
                == "three", "a paused session does not sync, so the client does")
        try await session.resume()
        await session.close()
    }

    @Test("an invite is shown although its room is unknown; redacted and missing events are not")
    func others() async throws {
        let folder = try await leftStore([QuietSession.message("$1", "hello")])
        let node = AnsweringNode()
        let invite: [JSONValue] = [
            QuietSession.state("m.room.name", ["name": "Chess"]),
            QuietSession.state("m.room.member", other, ["membership": "join", "displayname": "Olga"]),
            QuietSession.state("m.room.member", me, ["membership": "invite", "is_direct": true], from: other),
        ]
        node.on("/sync") { _, _ in
            (
                200,
                ["next_batch": "s9", "rooms": ["invite": ["!new:x": ["invite_state": ["events": .array(invite)]]]]]
            )
        }
        node.on("/event/$redacted") { _, _ in
            (
                200,
                [
                    "event_id": "$redacted", "type": "m.room.message", "sender": "@other:node.example", "content": [:],
                    "unsigned": ["redacted_because": ["type": "m.room.redaction", "sender": "@a:b", "content": [:]]],
                ]
            )
        }
        node.on("/event/") { _, _ in (404, ["errcode": "M_NOT_FOUND", "error": "no such event"]) }
        let item = try #require(
            try await client(node, folder).getNotification(roomId: "!new:x", eventId: "$invite").item)
        #expect(item.content == .invite(isDirect: true) && item.title == "Olga" && item.roomName == "Chess")
        #expect(item.body == "Wants to chat with you" && item.isDirect && item.isNoisy)
        let redacted = try await client(node, folder).getNotification(roomId: room, eventId: "$redacted")
        guard case .eventRedacted = redacted else { throw SDNSDKError(.malformedResponse, reason: "\(redacted)") }
        let missing = try await client(node, folder).getNotification(roomId: room, eventId: "$missing")
        guard case .eventNotFound = missing else { throw SDNSDKError(.malformedResponse, reason: "\(missing)") }
    }

    @Test("an event that another device has read is filtered out, by the node's count of unread events")
    func readElsewhere() async throws {
        for (count, isRead) in [(Int64(0), true), (1, false)] {
            let folder = try await leftStore([QuietSession.message("$1", "hello")])
            let node = AnsweringNode()
            node.on("/sync") { _, _ in
                let joined: JSONValue = [
                    "timeline": ["events": [QuietSession.message("$2", "news", at: 2)]],
                    "unread_notifications": ["notification_count": .int(count), "highlight_count": 0],
                ]
                return (200, ["next_batch": "s9", "rooms": ["join": [ScriptedNode.room: joined]]])
            }
            let status = try await client(node, folder).getNotification(roomId: room, eventId: "$2")
            #expect((status.item == nil) == isRead)
            #expect(node.requests("/event/").isEmpty && node.requests("/sync").count == 1)
        }
    }

    @Test("in the answers of background syncs, unread threads count, and the last answer says what was read since")
    func cachedCounts() async throws {
        func unread(_ counts: [(room: Int64, thread: Int64)]) async throws -> UInt? {
            let folder = try await leftStore([QuietSession.message("$1", "hello")])
            let node = AnsweringNode()
            node.on("/sync") { _, number in
                let (count, news) = (counts[number - 1], number == 1 ? [QuietSession.threaded("$2", "$1")] : [])
                let joined: JSONValue = [
                    "timeline": ["events": .array(news)],
                    "unread_notifications": ["notification_count": .int(count.room), "highlight_count": 0],
                    "unread_thread_notifications": ["$1": ["notification_count": .int(count.thread)]],
                ]
                return (200, ["next_batch": .string("t\(number)"), "rooms": ["join": [ScriptedNode.room: joined]]])
            }
            let service = MXBackgroundSyncService(
                sdnRestClient: MXSession.scripted(node).sdnRestClient, store: MXFileStore(directory: folder.url))
            for _ in counts { try await service.sync() }
            return try await client(node, folder).getNotification(roomId: room, eventId: "$2").item?.roomUnreadCount
        }
        #expect(try await unread([(0, 1)]) == 1)
        #expect(try await unread([(2, 1), (0, 1)]) == 1)
        #expect(try await unread([(0, 1), (0, 0)]) == nil, "the user has read the thread on another device")
    }

    @Test("each type of event has its text, and replies come without their quotation")
    func texts() throws {
        func text(_ content: JSONObject, type: String = "m.room.message") throws -> String {
            let event = try MXEvent(
                json: ["type": .string(type), "sender": .string(other), "event_id": "$1", "content": .object(content)])
            let read = MXNotificationContent(event, isInviteToDirectChat: false, userId: me)
            return MXDefaultStringLocalizer().sentence(about: read, from: "Olga")
        }
        #expect(try text(["msgtype": "m.text", "body": "hello"]) == "hello")
        #expect(try text(["msgtype": "m.emote", "body": "waves"]) == "Olga waves")
        #expect(try text(["msgtype": "m.image", "body": "a.png"]) == "Sent a picture")
        #expect(try text(["msgtype": "m.image", "body": "Look", "filename": "a.png"]) == "Look")
        #expect(try text(["msgtype": "m.video", "body": "a.mp4", "filename": "a.mp4"]) == "Sent a video")
        #expect(try text(["msgtype": "m.audio", "body": "a.ogg"]) == "Sent a sound")
        #expect(
            try text(["msgtype": "m.audio", "body": "a.ogg", "org.matrix.msc3245.voice": [:]]) == "Sent a voice message"
        )
        #expect(try text(["msgtype": "m.file", "body": "a.pdf"]) == "Sent a file: a.pdf")
        #expect(try text(["msgtype": "m.location", "body": "here"]) == "Shared a place")
        #expect(try text(["body": "Cat"], type: "m.sticker") == "Sent a sticker: Cat")
        #expect(try text([:], type: "m.room.encrypted") == "Sent an encrypted message")
        #expect(try text(["offer": ["sdp": "m=video 9"]], type: "m.call.invite") == "Video call")
        #expect(try text(["msgtype": "m.audio", "body": "a.ogg", "m.voice": [:]]) == "Sent a voice message")
        for type in ["m.rtc.notification", "m.call.notify", "org.matrix.msc4075.rtc.notification"] {
            #expect(try text(["notification_type": "ring"], type: type) == "Call in the room")
        }
        #expect(
            try text(["m.relates_to": ["rel_type": "m.annotation", "event_id": "$0", "key": "+"]], type: "m.reaction")
                == "Reacted with +")
        #expect(
            try text(
                [
                    "org.matrix.msc3381.poll.start": [
                        "question": ["body": "Tea?"], "answers": [["id": "a", "body": "Yes"]],
                    ]
                ],
                type: "org.matrix.msc3381.poll.start") == "Started a poll: Tea?")
        #expect(
            try text([
                "msgtype": "m.text", "body": "> <@a:b> old\n\nnew",
                "m.relates_to": ["m.in_reply_to": ["event_id": "$0"]],
            ]) == "new")
        #expect(try text(["msgtype": "org.example.new", "body": "words"]) == "words")
        #expect(try text(["msgtype": "org.example.new"]) == "Sent a message")
        #expect(try text(["body": "words"], type: "org.example") == "Sent a message")
        #expect(try text(["call_id": "1"], type: "m.call.hangup") == "Sent a message")
    }

    @Test("a push message is read in the forms in which gateways send it")
    func payload() {
        let flat = MXPushPayload(userInfo: [
            "room_id": "!r:x", "event_id": "$1", "unread_count": 3, "aps": [:] as [String: Any],
        ])
        #expect(flat == MXPushPayload(roomId: "!r:x", eventId: "$1", unreadCount: 3))
        let nested = MXPushPayload(json: [
            "notification": ["room_id": "!r:x", "event_id": "$1", "counts": ["unread": 2]]
        ])
        #expect(nested == MXPushPayload(roomId: "!r:x", eventId: "$1", unreadCount: 2))
        let texts = MXPushPayload(json: ["data": ["room_id": "!r:x", "event_id": "$1", "unread": "4"]])
        #expect(texts == MXPushPayload(roomId: "!r:x", eventId: "$1", unreadCount: 4))
        #expect(MXPushPayload(json: ["notification": ["counts": ["unread": 0]]]) == nil, "it changes only the badge")
        #expect(MXPushPayload(userInfo: [:]) == nil)
    }
}
