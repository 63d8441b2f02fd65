import Foundation
import HeraldJSON
import SDNSDK

/// The first session: registers, creates a room, invites the witness, sends, listens, paginates and redacts.
struct FirstInteropSession: Sendable {
    let scene: InteropScene
    let report: InteropReport

    func run() async {
        let registered = await report.check("the client registers") {
            try await scene.strangersClient().register(
                username: scene.user, password: scene.password, deviceDisplayName: "Herald")
        }
        guard let credentials = registered, let userId = credentials.userId else { return }
        await report.fact("user", .string(userId))
        let client = scene.client(credentials)
        await report.check("whoami agrees with the registration") {
            let me = try await client.whoami()
            try expectEqual(me.userId, userId, "user id")
            try expectEqual(me.deviceId, credentials.deviceId, "device id")
        }
        let session = MXSession(sdnRestClient: client)
        let log = SessionLog(session)
        let started: Void? = await report.check("the session starts on an empty store") {
            try await session.setStore(MXFileStore(directory: scene.folder))
            try SavedCredentials(in: scene.folder).save(credentials)
            try await session.start()
            try expectEqual(session.rooms.count, 0, "rooms")
        }
        if started != nil { await useRoom(session, client, log) }
        await session.close()
        client.close()
    }

    private func useRoom(_ session: MXSession, _ client: MXRestClient, _ log: SessionLog) async {
        let made = await report.check("the client makes a room and invites") {
            try await session.createRoom(
                withName: InteropScene.roomName, topic: InteropScene.topic, invite: [scene.witness])
        }
        guard let room = made else { return }
        await report.fact("room", .string(room.roomId))
        let (roomId, witness) = (room.roomId, scene.witness)

        await report.check("the invited user's join reaches the client") {
            _ = try await log.wait(for: "the join") { event in
                event.roomId == roomId && event.type == "m.room.member" && event.stateKey == witness
                    && event.content["membership"] == "join"
            }
        }
        await report.check("another user's message reaches the client by long poll") {
            let event = try await log.wait(for: "the greeting") {
                $0.roomId == roomId && $0.content["body"] == .string(InteropScene.greeting)
            }
            try expectEqual(event.sender, witness, "sender")
        }
        await report.check("name, topic and members are what was made") {
            let state = try await room.state()
            try expectEqual(state.name, InteropScene.roomName, "name")
            try expectEqual(state.topic, InteropScene.topic, "topic")
            let members = try await room.members().members.filter { $0.membership == .join }.map(\.userId)
            try expectEqual(Set(members), [session.myUserId, witness], "members")
        }
        await send(room, log)
        await report.check("pagination walks to the creation of the room") {
            let history = try await RoomHistory.walk(room, pageSize: 10)
            try expectEqual(history.last?.type, "m.room.create", "the oldest event")
            try expectEqual(Set(history.map(\.eventId)).count, history.count, "distinct events")
            await report.fact("history", .array(history.reversed().map { .string($0.eventId) }))
        }
        await report.check("a refused request is a typed error") {
            do {
                _ = try await client.joinRoom("!nowhere:\(session.myUserId.split(separator: ":").last ?? "")")
            } catch let error as MXError {
                try expect(!error.errcode.isEmpty, "the error has no code")
                return
            }
            throw Refuted("joining a room that does not exist succeeded")
        }
    }

    /// Sends texts in order, then one that is redacted.
    private func send(_ room: MXRoom, _ log: SessionLog) async {
        let roomId = room.roomId
        let texts = (1...InteropScene.messageCount).map { "Message \($0)" } + ["A slip of the tongue"]
        let sent = await report.check(
            "the client sends \(texts.count) messages, although the answer to the first is lost"
        ) {
            var ids: [String] = []
            for text in texts { ids.append(try await room.sendTextMessage(text)) }
            return ids
        }
        guard let ids = sent, let slip = ids.last else { return }
        await report.fact("messages", .array(ids.map(JSONValue.string)))
        await report.check("own messages come back through sync, once each and in order") {
            _ = try await log.wait(for: "the last message") { $0.eventId == slip }
            let own = Set(ids)
            let seen = await log.events(inRoom: roomId, type: "m.room.message").map(\.eventId).filter(own.contains)
            try expectEqual(seen, ids, "messages")
        }
        await report.check("the client redacts, and the stored message is pruned") {
            let redaction = try await room.redactEvent(slip, reason: "a slip")
            await report.fact("redacted", .string(slip))
            _ = try await log.wait(for: "the redaction") { $0.eventId == redaction }
            let pruned = try await room.event(withEventId: slip)
            try expectEqual(pruned.content, [:], "content")
            try expect(pruned.unsignedData.redactedBecause != nil, "it does not say why")
        }
    }
}
