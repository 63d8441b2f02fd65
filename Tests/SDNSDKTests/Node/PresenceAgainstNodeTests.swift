import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Receipts, typing, presence, tags and account data on the embedded node")
struct PresenceAgainstNodeTests {
    /// Two clients, the room that both are in, and the token of the first one's sync.
    private func pair(
        _ body: (_ ann: MXRestClient, _ bob: MXRestClient, _ room: String, _ since: String) async throws -> Void
    ) async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            let room = try await ann.createRoom(parameters: ["preset": "public_chat"]).roomId
            try await bob.joinRoom(room)
            try await body(ann, bob, room, try await sync(ann).nextBatch)
        }
    }

    private func sync(_ client: MXRestClient, since: String? = nil, presence: String = "offline") async throws
        -> MXSyncResponse
    {
        try await client.sync(fromToken: since, serverTimeout: 0, clientTimeout: 20_000, setPresence: presence)
    }

    @Test("a typing notice reaches the other user and can be withdrawn")
    func typing() async throws {
        try await pair { ann, bob, room, since in
            try await bob.sendTypingNotification(inRoom: room, typing: true, timeout: 20)
            let started = try await sync(ann, since: since)
            let event = try #require(started.rooms.joined[room]?.ephemeral.first)
            #expect(event.eventType == .typing)
            #expect(event.content["user_ids"] == [.string(bob.credentials.userId ?? "")])
            try await bob.sendTypingNotification(inRoom: room, typing: false)
            #expect(
                try await sync(ann, since: started.nextBatch).rooms.joined[room]?.ephemeral.first?.content["user_ids"]
                    == [])
            #expect(
                await failure { try await bob.sendTypingNotification(inRoom: room, typing: true, timeout: -1) }
                    is SDNSDKError)
            #expect(
                await failure { try await bob.sendTypingNotification(inRoom: "!none:x", typing: true) } as? MXError
                    == .forbidden)
        }
    }

    @Test("a receipt reaches the other user unless it is private, and the read marker is stored")
    func receipts() async throws {
        try await pair { ann, bob, room, since in
            let me = bob.credentials.userId ?? ""
            let event = try await ann.sendTextMessage(toRoom: room, text: "1")
            try await bob.sendReadReceipt(toRoom: room, forEvent: event)
            try await bob.sendReadReceipt(toRoom: room, forEvent: event, threadId: "main", isPrivate: true)
            try await bob.sendReadMarker(room, readMarkerEventId: event, readReceiptEventId: nil)
            let seen = try await sync(ann, since: since).rooms.joined[room]?.ephemeral.first {
                $0.eventType == .receipt
            }
            #expect(seen?.content[event]?["m.read"]?[me]?["ts"] != nil)
            #expect(seen?.content[event]?["m.read.private"] == nil)
            #expect(try await bob.getRoomAccountData(room, eventType: "m.fully_read") == ["event_id": .string(event)])
            #expect(
                await failure { try await bob.sendReadReceipt(toRoom: room, forEvent: "$none") } as? MXError
                    == .notFound)
        }
    }

    @Test("presence is set, read and synced")
    func presence() async throws {
        try await pair { ann, bob, _, since in
            let id = bob.credentials.userId ?? ""
            try await bob.setPresence(.unavailable, statusMessage: "lunch")
            let presence = try await ann.presence(forUser: id)
            #expect(presence.presence == .unavailable && presence.statusMessage == "lunch")
            let event = try #require(try await sync(ann, since: since).presence.first)
            #expect(event.eventType == .presence && event.sender == id)
            try await bob.setPresence(.online)
            #expect(try await ann.presence(forUser: id).currentlyActive == true)
            #expect(await failure { try await bob.setPresence(.unknown) } as? SDNSDKError != nil)
            #expect(await failure { try await ann.presence(forUser: "@nobody:x") } as? MXError == .forbidden)
        }
    }

    @Test("tags have numeric orders; hiding a room sets its tag, and showing the room removes it")
    func tags() async throws {
        try await pair { ann, _, room, _ in
            try await ann.addTag(MXRoomTag.favourite, withOrder: "0.25", toRoom: room)
            try await ann.addTag("u.work", withOrder: nil, toRoom: room)
            try await ann.hideRoom(ann.credentials.userId ?? "", roomId: room)
            #expect(
                try await ann.tags(ofRoom: room) == [
                    MXRoomTag(name: "m.favourite", order: 0.25), MXRoomTag(name: "m.invisible"),
                    MXRoomTag(name: "u.work"),
                ])
            try await ann.showRoom(withRoomId: room)
            try await ann.removeTag("u.work", fromRoom: room)
            #expect(try await ann.tags(ofRoom: room).map(\.order) == ["0.25"])
            #expect(await failure { try await ann.addTag("t", withOrder: "high", toRoom: room) } is SDNSDKError)
            #expect(await failure { try await ann.hideRoom("@other:x", roomId: room) } as? MXError == .forbidden)
        }
    }

    @Test("account data is set, read and deleted: global, of a room, and of tagged events")
    func accountData() async throws {
        try await pair { ann, _, room, _ in
            try await ann.setAccountData(["@b:c": ["!r:x"]], for: .direct)
            #expect(try await ann.accountData(for: .direct) == ["@b:c": ["!r:x"]])
            try await ann.deleteAccountData(withType: "m.direct")
            #expect(await failure { try await ann.accountData(for: .direct) } as? MXError == .notFound)
            let refused = await failure { try await ann.setAccountData([:], for: .pushRules) } as? MXError
            #expect(refused == .badJSON && refused?.httpStatus == 405)
            try await ann.setRoomAccountData(room, eventType: "x.y", withParameters: ["a": 0.5])
            #expect(try await ann.getRoomAccountData(room, eventType: "x.y") == ["a": 0.5])
            var marked = try await ann.getTaggedEvents(room)
            #expect(marked == MXTaggedEvents())
            marked.tagEvent(
                "$e", info: MXTaggedEvents.Info(keywords: ["k"], originServerTs: 5, taggedAt: 6),
                tag: MXTaggedEvents.favourite)
            marked.tagEvent("$f", info: MXTaggedEvents.Info(), tag: MXTaggedEvents.hidden)
            marked.untagEvent("$f", tag: MXTaggedEvents.hidden)
            try await ann.updateTaggedEvents(room, withContent: marked)
            let stored = try await ann.getTaggedEvents(room)
            #expect(
                stored.events(taggedWith: MXTaggedEvents.favourite) == [
                    "$e": MXTaggedEvents.Info(keywords: ["k"], originServerTs: 5, taggedAt: 6)
                ])
            #expect(stored.events(taggedWith: MXTaggedEvents.hidden) == [:])
        }
    }

    @Test("the closure forms of these calls work")
    func closures() async throws {
        try await pair { ann, bob, room, _ in
            let event = try await ann.sendTextMessage(toRoom: room, text: "1")
            func done<T: Sendable>(_ start: (@escaping @Sendable (MXResponse<T>) -> Void) -> MXHTTPOperation)
                async throws -> T
            {
                try await withCheckedThrowingContinuation { continuation in _ = start { continuation.resume(with: $0) }
                }
            }
            try await done { bob.sendTypingNotification(inRoom: room, typing: true, timeout: 3, completion: $0) }
            try await done { bob.sendReadReceipt(toRoom: room, forEvent: event, threadId: nil, completion: $0) }
            try await done {
                bob.sendReadMarker(room, readMarkerEventId: event, readReceiptEventId: event, completion: $0)
            }
            try await done { bob.setPresence(.online, statusMessage: nil, completion: $0) }
            #expect(
                try await done { ann.presence(forUser: bob.credentials.userId ?? "", completion: $0) }.presence
                    == .online)
            try await done { bob.addTag("t", withOrder: "1", toRoom: room, completion: $0) }
            #expect(try await done { bob.tags(ofRoom: room, completion: $0) }.map(\.name) == ["t"])
            try await done { bob.removeTag("t", fromRoom: room, completion: $0) }
            try await done { bob.setAccountData(["a": 1], for: .custom("x.y"), completion: $0) }
            try await done { bob.setRoomAccountData(room, eventType: "x.y", withParameters: ["a": 1], completion: $0) }
            let isSet = await withCheckedContinuation { continuation in
                bob.getRoomAccountData(room, eventType: "x.y") {
                    continuation.resume(returning: (try? $0.get())?["a"] as? Int == 1)
                }
            }
            #expect(isSet)
            try await done { bob.updateTaggedEvents(room, withContent: MXTaggedEvents(), completion: $0) }
            #expect(try await done { bob.getTaggedEvents(room, completion: $0) } == MXTaggedEvents())
            for hides in [true, false] {
                await withCheckedContinuation { continuation in
                    if hides {
                        bob.hideRoom(bob.credentials.userId ?? "", roomId: room, success: { continuation.resume() })
                    } else {
                        bob.showRoom(withRoomId: room, success: { continuation.resume() })
                    }
                }
                #expect(try await bob.tags(ofRoom: room).map(\.name) == (hides ? ["m.invisible"] : []))
            }
            await withCheckedContinuation { continuation in
                bob.deleteAccountData(withType: "x.y", success: { continuation.resume() })
            }
        }
    }
}
