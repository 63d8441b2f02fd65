import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Closure forms of membership calls and of reading a room", .timeLimit(.minutes(10)))
struct MembershipClosureTests {
    @Test("rooms are created, joined and left, and members are invited, kicked, banned and unbanned")
    func membership() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            let me = try #require(bob.credentials.userId)
            let room = try await answer {
                ann.createRoom(name: "One", visibility: .private, roomAlias: "one", topic: "t", completion: $0)
            }.roomId
            let object: [String: Any] = ["name": "Two", "preset": "public_chat"]
            let open = try await answer { ann.createRoom(parameters: object, completion: $0) }.roomId
            let parameters = MXRoomCreationParameters(name: "Three", visibility: .public, roomAlias: nil, topic: nil)
            #expect(try await answer { ann.createRoom(parameters: parameters, completion: $0) }.roomId.isEmpty == false)
            try await answer { ann.invite(.userId(me), toRoom: room, completion: $0) }
            #expect(
                try await answer { bob.joinRoom("#one:localhost", viaServers: ["localhost"], completion: $0) } == room)
            try await answer { ann.kickUser(me, fromRoom: room, reason: "r", completion: $0) }
            try await answer { ann.banUser(me, fromRoom: room, reason: "r", completion: $0) }
            #expect(await failure { try await ann.invite(.userId(me), toRoom: room) } as? MXError == .forbidden)
            try await answer { ann.unbanUser(me, fromRoom: room, completion: $0) }
            try await answer { ann.invite(.userId(me), toRoom: room, completion: $0) }
            try await bob.joinRoom(open)
            try await answer { bob.leaveRoom(open, completion: $0) }
            #expect(try await answer { ann.members(ofRoom: open, completion: $0) }.count == 2)
            let left = try await answer {
                ann.members(ofRoom: open, withParameters: ["membership": "leave"], success: $0, failure: $1)
            }
            #expect(left.map(\.stateKey) == [me])
        }
    }

    @Test("a join sends the invitation that an identity server signed")
    func signed() async throws {
        let transport = ScriptedTransport([.answer(200, #"{"room_id":"!r:x"}"#), .answer(200, #"{"room_id":"!r:x"}"#)])
        let client = MXRestClient.scripted(transport)
        let signed: [String: Any] = ["mxid": "@me:x", "token": "t"]
        #expect(
            try await answer {
                client.joinRoom("!r:x", viaServers: ["one"], withThirdPartySigned: signed, completion: $0)
            } == "!r:x")
        #expect(
            try await client.joinRoom(
                "!r:x", viaServers: ["one"], withThirdPartySigned: ["mxid": "@me:x", "token": "t"]) == "!r:x")
        for request in transport.requests {
            #expect(request.url.absoluteString.hasSuffix("/join/%21r%3Ax?server_name=one"))
            #expect(
                try JSONValue(parsing: request.body ?? [])["third_party_signed"] == ["mxid": "@me:x", "token": "t"])
        }
    }

    @Test("events are read one by one, page by page and in their context")
    func reading() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            let room = try await ann.createRoom(name: "Closures").roomId
            let sent = try await ann.sendTextMessage(toRoom: room, text: "x")
            let reply = try await ann.sendTextMessage(toRoom: room, threadId: sent, text: "y")
            let none = MXRoomEventFilter()
            let page = try await answer {
                ann.messages(forRoom: room, from: nil, direction: .backwards, limit: 1, filter: none, completion: $0)
            }
            #expect(page.chunk.map(\.eventId) == [reply])
            #expect(
                try await answer { ann.state(ofRoom: room, completion: $0) }.contains { $0.eventType == .roomCreate })
            #expect(
                try await answer { ann.intialSync(ofRoom: room, limit: 1, completion: $0) }.messages?.chunk.map(
                    \.eventId) == [reply])
            #expect(try await answer { ann.event(withEventId: sent, completion: $0) }.eventId == sent)
            #expect(try await answer { ann.event(withEventId: sent, inRoom: room, completion: $0) }.eventId == sent)
            let session = MXSession(sdnRestClient: ann)
            try await session.start()
            #expect(try await answer { session.event(withEventId: sent, inRoom: nil, $0) }.eventId == sent)
            #expect(try await answer { session.event(withEventId: reply, inRoom: nil, $0) }.roomId == room)
            await session.close()
            #expect(
                try await answer { ann.context(ofEvent: sent, inRoom: room, limit: 2, filter: none, completion: $0) }
                    .event.eventId == sent)
            let relations = try await answer {
                ann.relations(
                    forEvent: sent, inRoom: room, relationType: "m.thread", eventType: "m.room.message", from: nil,
                    direction: .forwards, limit: 5,
                    completion: $0)
            }
            #expect(relations.chunk.map(\.eventId) == [reply])
            #expect(
                try await answer { ann.threadsInRoomWithId(room, include: .all, from: nil, completion: $0) }.chunk.map(
                    \.eventId) == [sent])
        }
    }

    @Test("spaces, summaries, searches and upgrades work with closures")
    func directory() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            let space = try await ann.createRoom(
                parameters: ["preset": "public_chat", "creation_content": ["type": "m.space"]] as JSONObject
            ).roomId
            let room = try await ann.createRoom(
                parameters: ["preset": "public_chat", "visibility": "public", "name": "Inside"] as JSONObject
            ).roomId
            try await ann.sendStateEvent(
                toRoom: space, eventType: .spaceChild, content: ["via": ["localhost"], "suggested": true],
                stateKey: room)
            let children = try await answer {
                ann.getSpaceChildrenForSpace(
                    withId: space, suggestedOnly: true, limit: 5, maxDepth: 2, paginationToken: nil, completion: $0)
            }
            #expect(children.rooms.map(\.roomId) == [space, room])
            #expect(
                try await answer { ann.roomSummary(with: room, via: ["localhost"], completion: $0) }.name == "Inside")
            let listed = try await answer {
                ann.publicRooms(
                    onServer: nil, limit: 5, since: nil, filter: "inside", thirdPartyInstanceId: nil,
                    includeAllNetworks: true, completion: $0)
            }
            #expect(listed.chunk.map(\.roomId) == [room])
            let sent = try await ann.sendTextMessage(toRoom: room, text: "needle")
            let found = try await answer {
                ann.searchMessages(
                    withPattern: "needle", roomEventFilter: nil, beforeLimit: 0, afterLimit: 0, nextBatch: nil,
                    completion: $0)
            }
            #expect(found.results.map(\.result.eventId) == [sent])
            let terms: [String: Any] = ["search_term": "needle"]
            #expect(try await answer { ann.search(withParameters: terms, nextBatch: nil, completion: $0) }.count == 1)
            #expect(try await answer { ann.upgradeRoom(withId: room, to: "11", completion: $0) } != room)
        }
    }

    @Test("users' names and pictures, and previews of web pages, are read")
    func profile() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            let me = try #require(ann.credentials.userId), picture = try #require(URL(string: "mxc://d/pear"))
            try await answer { ann.setDisplayName("Ann", completion: $0) }
            #expect(try await answer { ann.displayName(forUser: me, completion: $0) } == "Ann")
            try await answer { ann.setAvatarUrl(picture, completion: $0) }
            #expect(try await answer { ann.avatarUrl(forUser: me, completion: $0) } == picture)
            #expect(try await answer { ann.profile(forUser: me, completion: $0) } == ("Ann", "mxc://d/pear"))
        }
        let page = try #require(URL(string: "http://page.example/"))
        let transport = ScriptedTransport([
            .answer(200, #"{"og:title":"Page"}"#), .answer(200, #"{"og:title":"Page"}"#),
        ])
        let client = MXRestClient.scripted(transport)
        #expect(try await answer { client.previewForURL(page, success: $0, failure: $1) }.title == "Page")
        #expect(try await client.previewForURL(page).title == "Page")
        #expect(transport.last?.url.query == "url=http%3A%2F%2Fpage.example%2F")
    }
}
