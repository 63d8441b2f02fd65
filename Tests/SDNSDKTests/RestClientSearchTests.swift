import Foundation
import HeraldJSON
import SDNNode
import TestSupport
import SDNSDK
import SDNWire
import Testing

@Suite("Searches and services of the node through the REST client")
struct RestClientSearchTests {
    private func id(_ client: MXRestClient) throws -> String { try #require(client.credentials.userId) }

    private func withRoom(
        _ body: (_ node: EmbeddedNode, _ ann: MXRestClient, _ bob: MXRestClient, _ room: String) async throws -> Void
    ) async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            let room = try await ann.createRoom(name: "Garden", topic: "Plants").roomId
            try await ann.invite(.userId(try id(bob)), toRoom: room)
            _ = try await bob.joinRoom(room)
            try await body(node, ann, bob, room)
            ann.close()
            bob.close()
        }
    }

    @Test("messages are found page by page, the newest first, with the events around them")
    func messages() async throws {
        try await withRoom { _, ann, bob, room in
            try await bob.setDisplayName("Bo")
            for number in 0..<5 {
                _ = try await ann.sendTextMessage(toRoom: room, text: "plain \(number)")
                _ = try await bob.sendTextMessage(toRoom: room, text: "rose \(number)")
            }
            var filter = MXRoomEventFilter()
            filter.limit = 2
            var found: [String] = [], next: String?
            repeat {
                let page = try await ann.searchMessages(
                    withPattern: "roses", roomEventFilter: filter, beforeLimit: 1, afterLimit: 1, nextBatch: next)
                #expect(page.count == 5)
                #expect(page.highlights == ["roses"])
                for result in page.results {
                    #expect(
                        result.context?.eventsBefore.map { $0.content["body"]?.stringValue?.hasPrefix("plain") } == [
                            true
                        ])
                    #expect(result.context?.profileInfo[try id(bob)]?.displayName == "Bo")
                    #expect(result.result.roomId == room)
                }
                found += page.results.compactMap { $0.result.content["body"]?.stringValue }
                next = page.nextBatch
            } while next != nil
            #expect(found == (0..<5).reversed().map { "rose \($0)" })
            let grouped = try await ann.search(withParameters: [
                "search_term": "rose", "include_state": true, "groupings": ["group_by": [["key": "sender"]]],
            ])
            #expect(grouped.groups["sender"]?[try id(bob)]?.results.count == 5)
            #expect(grouped.state[room]?.contains { $0.type == "m.room.name" } == true)
        }
    }

    @Test("users are found by name")
    func users() async throws {
        try await withRoom { _, ann, bob, _ in
            try await bob.setDisplayName("Bo Peep")
            let found = try await ann.searchUsers("peep", limit: 5)
            #expect(found.results.map(\.userId) == [try id(bob)])
            #expect(found.results.first?.displayname == "Bo Peep")
            #expect(found.limited == false)
            let closure = try await withCheckedThrowingContinuation { done in
                ann.searchUsers(
                    "peep", limit: 5, success: { done.resume(returning: $0.results.count) },
                    failure: { done.resume(throwing: $0) })
            }
            #expect(closure == 1)
        }
    }

    @Test("public rooms are paged both ways, searched and filtered by kind")
    func publicRooms() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), guest = node.client()
            defer {
                ann.close()
                guest.close()
            }
            for number in 0..<3 {
                _ = try await ann.createRoom(
                    parameters: ["visibility": "public", "name": .string("Room \(number)")] as JSONObject)
            }
            _ = try await ann.createRoom(
                parameters: ["visibility": "public", "name": "Hall", "creation_content": ["type": "m.space"]]
                    as JSONObject)
            let first = try await guest.publicRooms(onServer: nil, limit: 3)
            #expect(first.chunk.count == 3)
            #expect(first.totalRoomCountEstimate == 4)
            let second = try await guest.publicRooms(onServer: nil, limit: 3, since: first.nextBatch)
            #expect(second.chunk.count == 1)
            #expect(second.nextBatch == nil)
            #expect(try await guest.publicRooms(onServer: nil, limit: 3, since: second.prevBatch).chunk == first.chunk)
            #expect(
                try await guest.publicRooms(onServer: nil, limit: nil, filter: "room 2").chunk.map(\.name) == ["Room 2"]
            )
            #expect(
                try await guest.publicRooms(onServer: nil, limit: nil, roomTypes: ["m.space"]).chunk.map(\.name) == [
                    "Hall"
                ])
            #expect(try await guest.publicRooms(onServer: nil, limit: nil, roomTypes: [nil]).chunk.count == 3)
            #expect(try await guest.publicRooms(onServer: nil, limit: nil, thirdPartyInstanceId: "irc").chunk.isEmpty)
            await #expect(throws: MXError.notFound) {
                _ = try await guest.publicRooms(onServer: "other.example", limit: nil)
            }
        }
    }

    @Test("a report reaches the operator")
    func reports() async throws {
        try await withRoom { node, ann, bob, room in
            let event = try await ann.sendTextMessage(toRoom: room, text: "rude")
            try await bob.reportEvent(event, inRoom: room, score: -100, reason: "rude")
            let reports = try await node.reports()
            #expect(reports.map(\.eventID) == [event])
            #expect(reports.first?.score == -100)
            await #expect(throws: MXError.notFound) {
                try await bob.reportEvent("$unknown", inRoom: room, score: 0, reason: nil)
            }
        }
    }

    @Test("the event nearest to a moment is found")
    func nearest() async throws {
        try await withRoom { _, ann, _, room in
            let sent = try await ann.sendTextMessage(toRoom: room, text: "x")
            let event = try await ann.event(withEventId: sent, inRoom: room)
            let time = Timestamp(published: event.originServerTs)
            let found = try await ann.eventId(inRoom: room, at: time, direction: .backwards)
            #expect(found.timestamp <= time)
            await #expect(throws: MXError.notFound) {
                _ = try await ann.eventId(inRoom: room, at: time + .seconds(3_600), direction: .forwards)
            }
        }
    }

    @Test("OpenID tokens, call relays, bridges and capabilities are read, and descriptions show no secret")
    func services() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            defer { ann.close() }
            let token = try await ann.openIdToken()
            #expect(token.sdnServerName == "localhost")
            #expect(token.expiresIn == 3600)
            #expect(!"\(token)".contains(token.accessToken))
            #expect(!String(reflecting: token).contains(token.accessToken))
            #expect(try await ann.turnServer() == nil)
            #expect(try await ann.thirdpartyProtocols().protocols.isEmpty)
            #expect(try await ann.thirdpartyUsers("irc", fields: ["nick": "x"]).isEmpty)
            let capabilities = try await ann.nodeCapabilities()
            #expect(capabilities.roomVersions?.default == "11")
            #expect(capabilities.roomVersions?.available["10"] == "stable")
            #expect(capabilities.canChangePassword == false)
            #expect(capabilities.canSetDisplayName)
        }
    }

    @Test("the call relay and the bridges of other nodes are read")
    func scripted() async throws {
        let transport = ScriptedTransport([
            .answer(200, #"{"username":"u","password":"p","uris":["turn:x"],"ttl":60}"#),
            .answer(
                200,
                #"{"irc":{"user_fields":["nick"],"location_fields":[],"instances":[{"desc":"Libera","instance_id":"i","fields":{}}]}}"#
            ),
            .answer(200, #"[{"userid":"@irc_x:y","protocol":"irc","fields":{"nick":"x"}}]"#),
            .answer(200, #"{"username":5}"#),
        ])
        let client = MXRestClient.scripted(transport)
        let relay = try #require(try await client.turnServer())
        #expect(relay.uris == ["turn:x"])
        #expect(relay.password == "p")
        #expect(!"\(relay)".contains("\"p\""))
        #expect(try await client.thirdpartyProtocols().protocols["irc"]?.instances.first?.instanceId == "i")
        #expect(try await client.thirdpartyUsers("irc", fields: [:]).first?.userId == "@irc_x:y")
        let error = await failure { try await client.turnServer() }
        #expect((error as? SDNSDKError)?.code == .malformedResponse)
    }
}
