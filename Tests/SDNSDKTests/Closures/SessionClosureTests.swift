import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Closure forms of a session and of a timeline", .timeLimit(.minutes(10)))
struct SessionClosureTests {
    @Test("a session is opened, started, paused, synced in the background, resumed and logged out")
    func lifeCycle() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            let session = MXSession(sdnRestClient: client)
            try await answer { session.setStore(MXMemoryStore(), completion: $0) }
            try await answer { session.start(withSyncFilter: .syncFilter(withMessageLimit: 5), completion: $0) }
            #expect(session.state == .running)
            await session.pause()
            try await answer { session.backgroundSync(withTimeout: 60, ignoreSessionState: false, completion: $0) }
            try await answer { session.resume($0) }
            #expect(session.state == .running)
            try await answer { session.logout(completion: $0) }
            #expect(await failure { try await client.whoami() } != nil)

            let other = MXSession(sdnRestClient: try await node.loggedIn())
            try await other.setStore(MXMemoryStore())
            try await answer { other.start(withSyncFilterId: nil, completion: $0) }
            await other.pause()
            try await other.backgroundSync(withTimeout: 60, ignoreSessionState: false)
            await other.close()
        }
    }

    @Test(
        "rooms are created, joined, peeked into, hidden, shown and left; users are ignored, account data is set, and all rooms are marked as read"
    )
    func rooms() async throws {
        try await withNode { node in
            let bob = try await node.loggedIn()
            let session = MXSession(sdnRestClient: try await node.loggedIn())
            try await session.setStore(MXMemoryStore())
            try await session.start(withSyncFilterId: nil)
            let me = session.myUserId, other = try #require(bob.credentials.userId)
            let made = try await answer {
                session.createRoom(withName: "One", topic: "t", preset: .publicChat, invite: [other], completion: $0)
            }
            #expect(made.summary.topic == "t")
            let again = try await session.createRoom(withName: "Two", topic: "t", preset: .publicChat, invite: [other])
            let parameters = MXRoomCreationParameters(name: "Three", visibility: .private, roomAlias: nil, topic: nil)
            let third = try await answer { session.createRoom(parameters: parameters, completion: $0) }
            #expect(Set([made, again, third].map(\.roomId)).count == 3)
            let open = try await bob.createRoom(
                parameters: [
                    "preset": "public_chat",
                    "initial_state": [
                        ["type": "m.room.history_visibility", "content": ["history_visibility": "world_readable"]]
                    ],
                ] as JSONObject)
            #expect(try await answer { session.peek(inRoom: open.roomId, completion: $0) }.roomId == open.roomId)
            let joined = try await answer {
                session.joinRoom(open.roomId, viaServers: ["localhost"], withSignUrl: nil, completion: $0)
            }
            let sent = try await bob.sendTextMessage(toRoom: open.roomId, text: "x")
            #expect(try await answer { session.event(withEventId: sent, inRoom: open.roomId, $0) }.eventId == sent)
            #expect(try await session.event(withEventId: sent, inRoom: open.roomId).eventId == sent)
            try await session.seen(sent, in: joined)
            try await answer { session.markAllMessagesAsRead(completion: $0) }
            #expect(joined.summary.localUnreadEventCount == 0)
            try await answer { session.hideRoom(me, roomId: open.roomId, completion: $0) }
            try await session.eventually { joined.summary.hiddenFromUser }
            try await answer { session.showRoom(withRoomId: open.roomId, completion: $0) }
            try await session.eventually { !joined.summary.hiddenFromUser }
            try await session.hideRoom(me, roomId: open.roomId)
            try await answer { session.ignore(users: [other], completion: $0) }
            try await session.eventually { session.ignoredUsers == [other] }
            try await answer { session.unIgnore(users: [other], completion: $0) }
            try await session.eventually { session.ignoredUsers.isEmpty }
            try await answer { session.setAccountData(["a": 1], forType: "org.example.a", completion: $0) }
            #expect(try await session.sdnRestClient.accountData(for: .custom("org.example.a")) == ["a": 1])
            try await answer { session.leaveRoom(open.roomId, completion: $0) }
            #expect(!session.hasRoom(withRoomId: open.roomId))
            await session.close()
        }
    }

    @Test("a session's listener receives events until it is removed")
    func listeners() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let heard = Heard(), after = Heard(try session.theRoom.liveTimeline)
        let listener = session.listenToEvents([.roomMessage]) { event, direction, _ in heard.note(event, direction, nil)
        }
        var updates = Updates(try session.theRoom.liveTimeline.updates())
        let first = node.say("one")
        _ = try await updates.first { $0.liveEvent?.eventId == first ? true : nil }
        // The session's listeners hear after the room's.
        while heard.ids(.forwards).isEmpty { await Task.yield() }
        session.removeListener(listener)
        let second = node.say("two")
        _ = try await updates.first { $0.liveEvent?.eventId == second ? true : nil }
        #expect(heard.ids(.forwards) == [first] && after.ids(.forwards) == [first, second])
        await session.close()
    }

    @Test("a join fetches the identity server's signature, with the user ID and without the access token")
    func signUrl() async throws {
        let node = AnsweringNode()
        node.on("/sign") { _, _ in (200, ["mxid": "@me:node.example", "token": "t"]) }
        node.on("/join/") { _, _ in (200, ["room_id": "!r:x"]) }
        node.on("/sync") { _, _ in
            (
                200,
                [
                    "next_batch": "s",
                    "rooms": ["join": ["!r:x": ["timeline": ["events": []], "state": ["events": []]]]],
                ]
            )
        }
        let session = MXSession.scripted(node)
        try await session.start()
        let room = try await session.joinRoom(
            "!r:x", viaServers: ["one"], withSignUrl: URL(string: "https://identity.example/sign?token=t"))
        #expect(room.roomId == "!r:x")
        let sign = try #require(node.requests("/sign").first)
        #expect(sign.url.query == "token=t&mxid=@me:node.example" && sign.headers["Authorization"] == nil)
        let join = try #require(node.requests("/join/").first)
        #expect(
            try JSONValue(parsing: join.body ?? [])["third_party_signed"]?["token"] == "t"
                && join.url.query == "server_name=one")
        await session.close()
    }

    @Test("a timeline that was opened on an event pages both ways")
    func timeline() async throws {
        try await withNode { node in
            let session = MXSession(sdnRestClient: try await node.loggedIn())
            try await session.setStore(MXMemoryStore())
            try await session.start(withSyncFilterId: nil)
            let room = try await session.createRoom(withName: "T")
            let first = try await room.sendTextMessage("1"), second = try await room.sendTextMessage("2")
            let focused = room.timeline(onEvent: first), heard = Heard(focused)
            try await answer { focused.resetPaginationAroundInitialEvent(withLimit: 2, completion: $0) }
            try await answer { focused.paginate(10, direction: .forwards, onlyFromStore: false, completion: $0) }
            #expect(
                heard.all.map(\.event.eventId).filter([first, second].contains).sorted() == [first, second].sorted())
            await session.close()
        }
    }
}
