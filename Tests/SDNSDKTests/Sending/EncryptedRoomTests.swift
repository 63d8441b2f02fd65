import Foundation
import HeraldJSON
import SDNSDK
@testable import SDNSession
import TestSupport
import Testing

@Suite("Plain text in encrypted rooms", .timeLimit(.minutes(10)))
struct EncryptedRoomTests {
    private func started(_ node: ScriptedNode, encrypted: Bool = true) async throws -> MXSession {
        if encrypted { node.encrypt() }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        return session
    }

    @Test("an encrypted room refuses texts, files, edits, replies, reactions and reasons; the node receives nothing")
    func everyKind() async throws {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let theirs = node.say("hello")
        let mine = node.add("m.room.message", ["msgtype": "m.text", "body": "mine"], sender: ScriptedNode.me)
        let session = try await started(node)
        let room = try session.theRoom
        let (event, own) = (try await room.event(withEventId: theirs), try await room.event(withEventId: mine))
        let file = folder.url.appendingPathComponent("safe.txt")
        try Data("the safe is 1234".utf8).write(to: file)
        let text = "the safe is 1234"
        let sends: [@Sendable () async throws -> Void] = [
            { try await room.sendTextMessage(text) },
            { try await room.sendEmote(text) },
            { try await room.sendNotice(text) },
            { try await room.sendReply(to: event, textMessage: text) },
            { try await room.replaceTextMessage(own, withTextMessage: text) },
            { try await room.sendReaction(text, to: event) },
            { try await room.sendImage(data: Data(text.utf8), mimeType: "image/png") },
            { try await room.sendFile(localURL: file, mimeType: "text/plain") },
            { try await room.sendEvent(.callInvite, content: ["offer": .string(text)]) },
            { try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": .string(text)]) },
            { try await room.redactEvent(theirs, reason: text) },
        ]
        for (number, send) in sends.enumerated() {
            let error = await failure { try await send() } as? SDNSDKError
            #expect(error?.code == .roomIsEncrypted, "send \(number)")
        }
        var echo: MXEvent?
        let sent = OneShotResult()
        room.sendTextMessage(text, localEcho: &echo) { sent.set($0) }
        #expect((await failure { try await sent.value() } as? SDNSDKError)?.code == .roomIsEncrypted && echo == nil)
        #expect(room.outgoingMessages().isEmpty)
        for path in ["/send/", "/redact/", "/upload"] { #expect(node.requests(path).isEmpty) }
        await session.close()
    }

    @Test("what the app encrypted, redactions without a reason, and what the app allows for one call are sent")
    func allowed() async throws {
        let node = ScriptedNode()
        let theirs = node.say("hello")
        let session = try await started(node)
        let room = try session.theRoom
        try await room.sendEvent(.roomEncrypted, content: ["ciphertext": "AwgAEn"])
        try await room.redactEvent(theirs)
        try await room.allowingPlainText { try await room.sendTextMessage("for everyone") }
        var echo: MXEvent?
        let sent = OneShotResult()
        func sendWithAClosure() {
            room.allowingPlainText { _ = room.sendTextMessage("with a closure", localEcho: &echo) { sent.set($0) } }
        }
        sendWithAClosure()
        _ = try await sent.value()
        #expect(node.texts == ["for everyone", "with a closure"])
        #expect(node.requests("/send/m.room.encrypted").count == 1 && node.requests("/redact/").count == 1)
        let error = await failure { try await room.sendTextMessage("not any more") } as? SDNSDKError
        #expect(error?.code == .roomIsEncrypted)
        await session.close()
    }

    @Test("a message and a file that waited while the room became encrypted are not sent, until the user allows it")
    func waiting() async throws {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let session = try await started(node, encrypted: false)
        let room = try session.theRoom
        await session.pause()
        let echo = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "the safe"])
        let file = folder.url.appendingPathComponent("safe.txt")
        try Data("the safe is 1234".utf8).write(to: file)
        var fileEcho: MXEvent?
        let sent = OneShotResult()
        room.sendFile(localURL: file, mimeType: "text/plain", localEcho: &fileEcho) { sent.set($0) }
        node.encrypt()
        try await session.resume()
        #expect((await failure { try await sent.value() } as? SDNSDKError)?.code == .roomIsEncrypted)
        #expect(echo.sentState == .failed && (echo.sentError as? SDNSDKError)?.code == .roomIsEncrypted)
        #expect(node.requests("/send/").isEmpty && node.requests("/upload").isEmpty)
        try await session.eventually { room.summary.isEncrypted }
        let localId = echo.eventId
        let item = try await room.timelineUpdates().items.first { $0.id == localId }
        #expect(item?.failure == "This room is encrypted, and this app cannot encrypt messages.")
        #expect((await failure { try await room.resend(localId) } as? SDNSDKError)?.code == .roomIsEncrypted)
        try await room.allowingPlainText { try await room.resend(localId) }
        #expect(node.texts == ["the safe"])
        await session.close()
    }

    @Test("a message that waits for its next try is refused when a sync brings the encryption")
    func nextTry() async throws {
        let (node, clock) = (ScriptedNode(), HeldClock())
        let session = MXSession.scripted(node, retryClock: clock.retryClock)
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", .refused)
        let sending = Task { try await room.sendTextMessage("the safe is 1234") }
        _ = try await clock.asleep()
        node.encrypt()
        try await session.eventually { room.summary.isEncrypted }
        clock.wake()
        #expect((await failure { try await sending.value } as? SDNSDKError)?.code == .roomIsEncrypted)
        #expect(node.texts.isEmpty && node.requests("/send/").count == 1)
        await session.close()
    }

    @Test("an encrypted room takes no reasons of kicks, bans and knocks and no live location, unless the app allows it")
    func reasons() async throws {
        let quiet = try await QuietSession()
        let (room, roomId, node) = (try quiet.room, ScriptedNode.room, quiet.node)
        let (session, client, other) = (quiet.session, quiet.session.sdnRestClient, ScriptedNode.other)
        for path in ["/ban", "/state/m.room.member/", "/knock/"] {
            node.on(path) { _, _ in (200, ["event_id": "$e", "room_id": .string(roomId)]) }
        }
        node.on("beacon_info") { _, _ in (200, ["event_id": "$share"]) }
        let encryption = QuietSession.state("m.room.encryption", ["algorithm": "m.megolm.v1.aes-sha2"])
        try await quiet.take(room: ["state": ["events": [encryption]]])
        let knock = QuietSession.state("m.room.member", other, ["membership": "knock"], from: other)
        let member = try #require(MXRoomMember(MXEvent(json: knock.objectValue ?? [:], roomId: roomId)))
        let request = try #require(MXJoinRequest(member))
        let text = "the safe is 1234"
        let calls: [@Sendable () async throws -> Void] = [
            { try await room.kickUser(other, reason: text) },
            { try await room.banUser(other, reason: text) },
            { try await room.decline(request, reason: text) },
            { try await room.declineAndBan(request, reason: text) },
            { _ = try await room.startLiveLocation(for: .seconds(60), description: text) },
            { _ = try await room.startLiveLocation(for: .seconds(60)) },
            { try await session.knock(onRoom: roomId, reason: text) },
            { _ = try await client.knockRoom(roomId, reason: text) },
            { try await client.kickUser(other, fromRoom: roomId, reason: text) },
            { try await client.banUser(other, fromRoom: roomId, reason: text) },
            { try await client.dissolveRoom(roomId, reason: text) },
            { try await client.revokeInvitation(of: other, toRoom: roomId, reason: text) },
        ]
        for (number, call) in calls.enumerated() {
            let error = await failure { try await call() } as? SDNSDKError
            #expect(error?.code == .roomIsEncrypted, "call \(number)")
        }
        for path in ["/ban", "/state/", "/knock/", "/dissolve", "/revoke"] {
            #expect(node.requests(path).isEmpty, "\(path)")
        }
        // Without a reason, nothing is readable.
        try await room.kickUser(other)
        try await room.banUser(other)
        _ = try await client.knockRoom(roomId)
        try await room.allowingPlainText {
            try await room.kickUser(other, reason: "for everyone")
            #expect(try await room.startLiveLocation(for: .seconds(60)) == "$share")
        }
        #expect(node.requests("/state/m.room.encryption").isEmpty)
        await session.close()
    }

    @Test("a room stays encrypted when the node leaves the encryption out of a later initial response")
    func noWayBack() async throws {
        let quiet = try await QuietSession()
        let encryption = QuietSession.state("m.room.encryption", ["algorithm": "m.megolm.v1.aes-sha2"])
        try await quiet.take(room: ["state": ["events": [encryption]]])
        let again: JSONValue = [
            "next_batch": "s9",
            "rooms": ["join": [ScriptedNode.room: ["timeline": ["events": []], "state": ["events": []]]]],
        ]
        _ = try await quiet.session.handle(JSONDocument(again.serialized()), isInitial: true)
        #expect(try quiet.room.summary.isEncrypted)
        #expect((await failure { try await quiet.room.sendTextMessage("x") } as? SDNSDKError)?.code == .roomIsEncrypted)
        await quiet.session.close()
    }

    @Test(
        "what an invite or a knock says about encryption does not last in a room without it",
        arguments: [("invite", "invite_state"), ("knock", "knock_state")])
    func invited(section: String, part: String) async throws {
        let quiet = try await QuietSession(["next_batch": "s1"])
        let room = ScriptedNode.room
        let encryption = QuietSession.state("m.room.encryption", ["algorithm": "m.megolm.v1.aes-sha2"])
        let outside: JSONValue = ["rooms": [section: [room: [part: ["events": [encryption]]]]]]
        try await quiet.take(outside)
        #expect(try quiet.room.summary.isEncrypted)
        try await quiet.take(room: ["timeline": ["events": []]])
        #expect(try !quiet.room.summary.isEncrypted)
        quiet.node.on("/send/") { _, _ in (200, ["event_id": "$sent"]) }
        try await quiet.room.sendTextMessage("hello")
        // A room that was encrypted once stays so, whatever a later invite says.
        try await quiet.take(room: ["state": ["events": [encryption]]])
        try await quiet.take(["rooms": ["leave": [room: ["timeline": ["events": []]]]]])
        try await quiet.take(["rooms": [section: [room: [part: ["events": []]]]]])
        try await quiet.take(room: ["timeline": ["events": []]])
        #expect(try quiet.room.summary.isEncrypted)
        await quiet.session.close()
    }
}

extension ScriptedNode {
    /// Declares that the room is encrypted.
    func encrypt() { add("m.room.encryption", ["algorithm": "m.megolm.v1.aes-sha2"], stateKey: "") }
}
