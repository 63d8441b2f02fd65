import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Rooms through the REST client")
struct RestClientRoomTests {
    /// Two users in one room on a node of its own.
    private func withRoom(_ body: (_ ann: MXRestClient, _ bob: MXRestClient, _ room: String) async throws -> Void)
        async throws
    {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            let room = try await ann.createRoom(name: "Garden", topic: "Plants").roomId
            try await ann.invite(.userId(try id(bob)), toRoom: room)
            #expect(try await bob.joinRoom(room) == room)
            try await body(ann, bob, room)
            ann.close()
            bob.close()
        }
    }

    private func id(_ client: MXRestClient) throws -> String { try #require(client.credentials.userId) }

    @Test("a user reads the other's messages page by page, back to the first")
    func messages() async throws {
        try await withRoom { ann, bob, room in
            var sent: [String] = []
            for number in 0..<7 {
                sent.append(try await ann.sendTextMessage(toRoom: room, text: "message \(number) ✓"))
            }
            var filter = MXRoomEventFilter()
            filter.types = ["m.room.message"]
            var read: [String] = []
            var from: String?
            repeat {
                let page = try await bob.messages(
                    forRoom: room, from: from, direction: .backwards, limit: 3, filter: filter)
                read += page.chunk.map(\.eventId)
                from = page.end
                if page.chunk.isEmpty { break }
            } while from != nil
            #expect(read == sent.reversed())
            let first = try await bob.messages(forRoom: room, from: nil, direction: .forwards, limit: 1, filter: filter)
            #expect(first.chunk.map(\.eventId) == sent.prefix(1).map { $0 })
            #expect(first.chunk.first?.content["body"] == "message 0 ✓")
        }
    }

    @Test("a repeated transaction ID gives the same event")
    func idempotent() async throws {
        try await withRoom { ann, _, room in
            let first = try await ann.sendEvent(
                toRoom: room, eventType: .roomMessage, content: ["msgtype": "m.text", "body": "x"], txnId: "once")
            let again = try await ann.sendEvent(
                toRoom: room, eventType: .roomMessage, content: ["msgtype": "m.text", "body": "x"], txnId: "once")
            let other = try await ann.sendTextMessage(toRoom: room, text: "x")
            #expect(first == again)
            #expect(other != first)
        }
    }

    @Test("a message of a thread names the thread")
    func thread() async throws {
        try await withRoom { ann, bob, room in
            let root = try await ann.sendTextMessage(toRoom: room, text: "root")
            let reply = try await bob.sendTextMessage(toRoom: room, threadId: root, text: "reply")
            let event = try await ann.event(withEventId: reply, inRoom: room)
            #expect(event.content["m.relates_to"]?["rel_type"] == "m.thread")
            #expect(event.content["m.relates_to"]?["event_id"] == .string(root))
            #expect(event.sender == (try id(bob)))
        }
    }

    @Test("a redacted event loses its content, with either form of the call")
    func redaction() async throws {
        try await withRoom { ann, bob, room in
            for isRepeatable in [true, false] {
                let event = try await ann.sendTextMessage(toRoom: room, text: "regret")
                if isRepeatable {
                    try await ann.redactEvent(
                        event, inRoom: room, reason: "why", txnId: nil, withRelations: ["m.thread"])
                } else {
                    try await ann.redactEvent(event, inRoom: room, reason: "why")
                }
                let read = try await bob.event(withEventId: event, inRoom: room)
                #expect(read.content["body"] == nil)
                #expect(read.isRedacted)
            }
        }
    }

    @Test("name, topic, picture, history and join rule are set and read")
    func state() async throws {
        try await withRoom { ann, bob, room in
            #expect(try await bob.name(ofRoom: room) == "Garden")
            #expect(try await bob.topic(ofRoom: room) == "Plants")
            #expect(await failure { try await bob.avatar(ofRoom: room) } as? MXError == .notFound)
            try await ann.setName(ofRoom: room, name: "Orchard")
            try await ann.setTopic(ofRoom: room, topic: "Trees")
            try await ann.setAvatar(ofRoom: room, avatarUrl: try #require(URL(string: "mxc://d/pear")))
            try await ann.setHistoryVisibility(ofRoom: room, historyVisibility: .invited)
            try await ann.setRoomJoinRule(.knock, forRoomWithId: room)
            #expect(try await bob.name(ofRoom: room) == "Orchard")
            #expect(try await bob.topic(ofRoom: room) == "Trees")
            #expect(try await bob.avatar(ofRoom: room).absoluteString == "mxc://d/pear")
            #expect(try await bob.historyVisibility(ofRoom: room) == .invited)
            #expect(try await bob.joinRule(ofRoomWithId: room).joinRule == .knock)
            let types = try await bob.state(ofRoom: room).map(\.eventType)
            #expect(types.contains(.roomCreate) && types.contains(.roomPowerLevels) && types.contains(.roomAvatar))
            #expect(await failure { try await bob.setName(ofRoom: room, name: "mine") } as? MXError == .forbidden)
        }
    }

    @Test("a state event keeps its key, even an unusual one")
    func stateKey() async throws {
        try await withRoom { ann, _, room in
            for key in ["", "a/b c?d#é", "%41"] {
                let event = try await ann.sendStateEvent(
                    toRoom: room, eventType: .custom("org.example.thing"), content: ["k": .string(key)], stateKey: key)
                #expect(try await ann.event(withEventId: event, inRoom: room).stateKey == key)
            }
        }
    }

    @Test("members join, leave, are kicked, banned and unbanned")
    func membership() async throws {
        try await withRoom { ann, bob, room in
            let bobId = try id(bob)
            func bobStands() async throws -> String? {
                try await ann.members(ofRoom: room).first { $0.stateKey == bobId }?.content["membership"]?.stringValue
            }
            #expect(try await bobStands() == "join")
            try await ann.kickUser(bobId, fromRoom: room, reason: "off")
            #expect(try await bobStands() == "leave")
            #expect(
                await failure { try await bob.sendTextMessage(toRoom: room, text: "still here") } as? MXError
                    == .forbidden)
            try await ann.banUser(bobId, fromRoom: room, reason: "out")
            #expect(try await bobStands() == "ban")
            #expect(await failure { try await ann.invite(.userId(bobId), toRoom: room) } as? MXError == .forbidden)
            try await ann.unbanUser(bobId, fromRoom: room)
            try await ann.invite(.userId(bobId), toRoom: room)
            try await bob.joinRoom(room, viaServers: ["one.example", "two.example"])
            #expect(try await bob.joinedRooms() == [room])
            #expect(try await ann.members(ofRoom: room, membership: .join).count == 2)
            try await bob.leaveRoom(room)
            try await bob.forgetRoom(room)
            #expect(try await bob.joinedRooms() == [])
        }
    }

    @Test("an email address can be invited only through an identity server")
    func thirdParty() async throws {
        let transport = ScriptedTransport([.answer(200, "{}")])
        let client = MXRestClient.scripted(transport)
        #expect(
            (await failure { try await client.invite(.email("a@b.c"), toRoom: "!r") } as? SDNSDKError)?.code
                == .missingIdentityServer)
        client.identityServer = "https://identity.example"
        try await client.invite(.email("a@b.c"), toRoom: "!r")
        #expect(
            try JSONValue(parsing: transport.last?.body ?? []) == [
                "id_server": "identity.example", "medium": "email", "address": "a@b.c",
            ])
    }

    @Test("a room is created with the given parameters")
    func creation() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            var parameters = MXRoomCreationParameters.parametersForDirectRoom(withUser: try id(bob))
            parameters.name = "Two"
            parameters.roomVersion = "11"
            parameters.initialStateEvents = [["type": "org.example.colour", "content": ["c": "red"], "state_key": "k"]]
            let room = try await ann.createRoom(parameters: parameters).roomId
            let state = try await ann.state(ofRoom: room)
            #expect(state.first { $0.eventType == .roomCreate }?.content["room_version"] == "11")
            #expect(state.first { $0.type == "org.example.colour" }?.stateKey == "k")
            #expect(state.first { $0.stateKey == bob.credentials.userId }?.content["is_direct"] == true)
            let other = try await ann.createRoom(parameters: [
                "name": "Plain", "preset": "public_chat", "org.example.extra": [1],
            ])
            #expect(try await bob.joinRoom(other.roomId) == other.roomId)
            parameters.initialStateEvents = [["content": [:]]]
            let faulty = parameters
            #expect(
                (await failure { try await ann.createRoom(parameters: faulty) } as? SDNSDKError)?.field
                    == "initialStateEvents[0]")
        }
    }

    @Test("an event is returned with its context")
    func context() async throws {
        try await withRoom { ann, bob, room in
            var ids: [String] = []
            for text in ["one", "two", "three"] { ids.append(try await ann.sendTextMessage(toRoom: room, text: text)) }
            let context = try await bob.context(ofEvent: ids[1], inRoom: room, limit: 2)
            #expect(context.event.eventId == ids[1])
            #expect(context.eventsBefore.first?.eventId == ids[0])
            #expect(context.eventsAfter.first?.eventId == ids[2])
            #expect(
                await failure { try await bob.event(withEventId: "$nothing", inRoom: room) } as? MXError == .notFound)
        }
    }
}
