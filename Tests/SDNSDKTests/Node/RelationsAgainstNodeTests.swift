import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Relations, spaces and room settings through the REST client")
struct RelationsAgainstNodeTests {
    @Test("reactions, replies and edits are listed, and threads are listed by participation")
    func relations() async throws {
        try await withNode { node in
            let ada = try await node.loggedIn(), ben = try await node.loggedIn()
            let room = try await ada.createRoom(
                parameters: MXRoomCreationParameters(name: "r", visibility: .public, roomAlias: nil, topic: nil)
            ).roomId
            try await ben.joinRoom(room)
            let root = try await ada.sendTextMessage(toRoom: room, text: "root")
            let reaction = try await ben.sendEvent(
                toRoom: room, eventType: .reaction,
                content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(root), "key": "+"]])
            let reply = try await ben.sendTextMessage(toRoom: room, threadId: root, text: "reply")
            #expect(try await ada.relations(forEvent: root, inRoom: room).chunk.map(\.eventId) == [reply, reaction])
            let forwards = try await ada.relations(forEvent: root, inRoom: room, direction: .forwards, limit: 1)
            #expect(forwards.chunk.map(\.eventId) == [reaction])
            let rest = try await ada.relations(
                forEvent: root, inRoom: room, from: forwards.nextBatch, direction: .forwards)
            #expect(rest.chunk.map(\.eventId) == [reply])
            #expect(rest.nextBatch == nil)
            let annotations = try await ada.relations(
                forEvent: root, inRoom: room, relationType: "m.annotation", eventType: "m.reaction")
            #expect(annotations.chunk.map(\.eventId) == [reaction])
            #expect(
                (await failure { try await ada.relations(forEvent: root, inRoom: room, eventType: "m.reaction") }
                    as? SDNSDKError)?.code == .invalidArgument)
            #expect(try await ada.threadsInRoomWithId(room, include: .participated).chunk.map(\.eventId) == [root])
            // The paths of a node whose releases are known.
            _ = try await ada.supportedSDNVersions()
            #expect(
                try await ada.relations(forEvent: root, inRoom: room, relationType: "m.thread").chunk.map(\.eventId)
                    == [reply])
            let page: MXResponse<MXAggregationPaginatedResponse> = await withCheckedContinuation { done in
                ada.threadsInRoomWithId(room, include: .all, from: nil) { done.resume(returning: $0) }
            }
            #expect(page.value?.chunk.count == 1)
        }
    }

    @Test("a space lists its rooms, and a user who is not a member reads a room's summary")
    func spaces() async throws {
        try await withNode { node in
            let ada = try await node.loggedIn(), ben = try await node.loggedIn()
            let space = try await ada.createRoom(parameters: [
                "preset": "public_chat", "creation_content": ["type": "m.space"],
            ]).roomId
            let room = try await ada.createRoom(parameters: ["preset": "public_chat", "name": "inside"]).roomId
            try await ada.sendStateEvent(
                toRoom: space, eventType: .spaceChild, content: ["via": ["localhost"], "suggested": true],
                stateKey: room)
            let children = try await ben.getSpaceChildrenForSpace(withId: space)
            #expect(children.rooms.map(\.roomId) == [space, room])
            #expect(children.rooms.first?.childrenState.map(\.childRoomId) == [room])
            #expect(children.rooms.first?.childrenState.first?.suggested == true)
            let first = try await ben.getSpaceChildrenForSpace(withId: space, limit: 1)
            #expect(
                try await ben.getSpaceChildrenForSpace(withId: space, paginationToken: first.nextBatch).rooms.map(
                    \.roomId) == [room])
            #expect(try await ben.roomSummary(with: room).name == "inside")
            _ = try await ben.supportedSDNVersions()
            #expect(try await ben.roomSummary(with: room, via: ["localhost"]).roomId == room)
        }
    }

    @Test("aliases, guest access and the room list are set and read")
    func settings() async throws {
        try await withNode { node in
            let ada = try await node.loggedIn()
            let room = try await ada.createRoom(parameters: ["preset": "private_chat"]).roomId
            try await ada.addAlias(forRoom: room, alias: "#one:localhost")
            #expect(try await ada.resolveRoomAlias("#one:localhost").roomId == room)
            #expect(try await ada.aliases(ofRoom: room) == ["#one:localhost"])
            try await ada.setCanonicalAlias(forRoom: room, canonicalAlias: "#one:localhost")
            #expect(try await ada.canonicalAlias(ofRoom: room) == "#one:localhost")
            #expect(
                (await failure { try await ada.setCanonicalAlias(forRoom: room, canonicalAlias: "#two:localhost") }
                    as? MXError)?.errcode == "M_BAD_ALIAS")
            try await ada.setCanonicalAlias(forRoom: room, canonicalAlias: "")
            #expect(await failure { try await ada.canonicalAlias(ofRoom: room) } as? MXError == .notFound)
            try await ada.removeRoomAlias("#one:localhost")
            #expect(await failure { try await ada.resolveRoomAlias("#one:localhost") } as? MXError == .notFound)
            try await ada.setGuestAccess(forRoom: room, guestAccess: .forbidden)
            #expect(try await ada.guestAccess(forRoom: room) == .forbidden)
            #expect(try await ada.directoryVisibility(ofRoom: room) == .private)
            try await ada.setDirectoryVisibility(ofRoom: room, directoryVisibility: .public)
            #expect(try await ada.directoryVisibility(ofRoom: room) == .public)
            try await ada.setRoomRelatedGroups(["+g:localhost"], ofRoom: room)
            #expect(try await ada.relatedGroups(ofRoom: room) == ["+g:localhost"])
        }
    }

    @Test("a room is upgraded, knocked on, and read with the older calls")
    func rooms() async throws {
        try await withNode { node in
            let ada = try await node.loggedIn(), ben = try await node.loggedIn()
            let room = try await ada.createRoom(parameters: ["preset": "private_chat"]).roomId
            try await ada.setRoomJoinRule(.knock, forRoomWithId: room)
            #expect(try await ben.knockRoom(room, reason: "hello") == room)
            let sent = try await ada.sendTextMessage(toRoom: room, text: "x")
            let initial = try await ada.intialSync(ofRoom: room, limit: 1)
            #expect(initial.membership == .join)
            #expect(initial.messages?.chunk.map(\.eventId) == [sent])
            #expect(initial.state.isEmpty == false)
            let event = try await ada.event(withEventId: sent)
            #expect(event.eventId == sent)
            #expect(
                try await ada.eventId(
                    inRoom: room, at: Timestamp(published: event.originServerTs), direction: .backwards
                ).eventId == sent)
            let successor = try await ada.upgradeRoom(withId: room, to: "11")
            #expect(successor != room)
            #expect(try await ada.state(ofRoom: room).contains { $0.type == "m.room.tombstone" })
        }
    }

    @Test("the client asks if a user name is free")
    func names() async throws {
        try await withNode(.withPasswords) { node in
            let client = node.client()
            #expect(try await client.isUsernameAvailable("ada").available)
            #expect(try await client.isUserNameInUse("ada") == false)
            _ = try await client.register(username: "ada", password: "secret")
            #expect(try await client.isUserNameInUse("ada"))
            #expect(try await client.testUserRegistration("ada")?.errcode == "M_USER_IN_USE")
            #expect(try await client.testUserRegistration("Ä")?.errcode == "M_INVALID_USERNAME")
            #expect(client.loginFallback() == node.baseURL + "/_api/static/client/login/")
        }
    }
}
