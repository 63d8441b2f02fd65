import HeraldJSON
import SDNNode
import TestSupport
import SDNSDK
import Testing

@Suite("Direct chats and account data on the embedded node", .timeLimit(.minutes(10)))
struct DirectRoomsAgainstNodeTests {
    @Test("simultaneous calls create one direct chat, and both users have it marked as direct")
    func getOrCreate() async throws {
        let node = try await EmbeddedNode.start()
        let (alice, bob) = (try await EmbeddedUser(node, 1), try await EmbeddedUser(node, 2))
        let (hers, his) = (try await alice.session(MXMemoryStore()), try await bob.session(MXMemoryStore()))
        try await hers.start()
        try await his.start()
        async let first = hers.getOrCreateDirectJoinedRoom(with: bob.userId)
        async let second = hers.getOrCreateDirectJoinedRoom(with: bob.userId)
        let rooms = try await [first, second]
        let room = rooms[0]
        #expect(rooms[1] === room && hers.rooms.count == 1)
        #expect(room.isDirect && room.directUserId == bob.userId && room.summary.directUserId == bob.userId)
        #expect(hers.directRooms == [bob.userId: [room.roomId]])
        let invite = try await his.room(room.roomId, becomes: .invite)
        #expect(invite.summary.isInvitedDirectly && !invite.isDirect)
        let joined = try await his.joinRoom(room.roomId)
        #expect(joined.directUserId == alice.userId && his.directJoinedRoom(withUserId: alice.userId) === joined)
        #expect(try await his.getOrCreateDirectJoinedRoom(with: alice.userId) === joined)

        let again = try await alice.session(MXMemoryStore())
        try await again.start()
        #expect(
            again.directJoinedRoom(withUserId: bob.userId)?.roomId == room.roomId, "another device has it from the node"
        )
        try await again.room(withRoomId: room.roomId)?.setIsDirect(false)
        #expect(again.directRooms.isEmpty)
        var updates = Updates(hers.updates())
        if room.isDirect {
            _ = try await updates.first { update -> Bool? in
                guard case .room(let summary) = update, summary.roomId == room.roomId, !summary.isDirect else {
                    return nil
                }
                return true
            }
        }
        #expect(!room.isDirect && !room.summary.isDirect)
        for session in [hers, his, again] { await session.close() }
        await node.stop()
    }

    @Test("simultaneous changes of the list of direct chats are all stored, and so is another device's change")
    func concurrentMarks() async throws {
        let node = try await EmbeddedNode.start()
        let alice = try await EmbeddedUser(node, 1)
        let session = try await alice.session(MXMemoryStore())
        try await session.start()
        let other = try await alice.session(MXMemoryStore())
        try await other.start()
        var rooms: [MXRoom] = []
        for number in 0..<6 { rooms.append(try await session.createRoom(withName: "room \(number)")) }
        try await other.setAccountData(["@elsewhere:x": ["!elsewhere:x"]], forType: "m.direct")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, room) in rooms.enumerated() {
                group.addTask { try await room.setIsDirect(true, withUserId: "@friend\(number % 3):x") }
            }
            try await group.waitForAll()
        }
        let direct = session.directRooms
        #expect(direct["@elsewhere:x"] == ["!elsewhere:x"] && direct.values.map(\.count).reduce(0, +) == 7)
        try await rooms[0].setIsDirect(true, withUserId: "@new:x")
        #expect(
            session.directRooms["@new:x"] == [rooms[0].roomId]
                && session.directRooms["@friend0:x"] == [rooms[3].roomId], "a room is direct with one user")
        let error = await failure { try await rooms[1].setIsDirect(true) }
        #expect((error as? SDNSDKError)?.code == .invalidArgument, "there is nobody else in the room")
        await session.close()
        await other.close()
        await node.stop()
    }

    @Test("the node stores ignored users, and listeners receive them at once")
    func ignoring() async throws {
        let node = try await EmbeddedNode.start()
        let alice = try await EmbeddedUser(node, 1)
        let session = try await alice.session(MXMemoryStore())
        try await session.start()
        try await session.ignore(users: ["@a:x", "@b:x", alice.userId])
        #expect(Set(session.ignoredUsers) == ["@a:x", "@b:x"])
        try await session.unIgnore(users: ["@a:x"])
        let other = try await alice.session(MXMemoryStore())
        try await other.start()
        #expect(session.ignoredUsers == ["@b:x"] && other.ignoredUsers == ["@b:x"])
        await session.close()
        await other.close()
        await node.stop()
    }

    @Test("if the option is set, invites are accepted automatically, and direct ones become direct chats")
    func autoAccept() async throws {
        let node = try await EmbeddedNode.start()
        let (alice, bob) = (try await EmbeddedUser(node, 1), try await EmbeddedUser(node, 2))
        let options = MXSDKOptions()
        options.autoAcceptRoomInvites = true
        let (hers, his) = (
            try await alice.session(MXMemoryStore()),
            MXSession(sdnRestClient: MXRestClient(credentials: bob.client.credentials, options: options))
        )
        try await hers.start()
        try await his.start()
        let room = try await hers.getOrCreateDirectJoinedRoom(with: bob.userId)
        let joined = try await his.room(room.roomId, becomes: .join)
        var updates = Updates(his.updates())
        if !joined.isDirect {
            _ = try await updates.first { update -> Bool? in
                guard case .room(let summary) = update, summary.isDirect else { return nil }
                return true
            }
        }
        #expect(joined.directUserId == alice.userId)
        await hers.close()
        await his.close()
        await node.stop()
    }

    @Test("a background sync, a peek and an archived room work on a real node")
    func odds() async throws {
        let node = try await EmbeddedNode.start()
        let (alice, bob) = (try await EmbeddedUser(node, 1), try await EmbeddedUser(node, 2))
        let (hers, his) = (try await alice.session(MXMemoryStore()), try await bob.session(MXMemoryStore()))
        try await hers.start()
        try await his.start()
        var parameters = MXRoomCreationParameters(name: "Open")
        parameters.preset = .publicChat
        let room = try await hers.createRoom(parameters: parameters)
        try await room.setHistoryVisibility(.worldReadable)
        _ = try await room.sendTextMessage("one")
        let peek = try await his.peek(inRoom: room.roomId)
        #expect(peek.summary.displayName == "Open" && peek.summary.lastMessage?.body == "one")
        _ = try await room.sendTextMessage("two")
        #expect(try await peek.refresh().compactMap(\.body) == ["two"])
        #expect(his.rooms.isEmpty)
        let closed = try await hers.createRoom(withName: "Closed")
        #expect(await failure { try await his.peek(inRoom: closed.roomId) } as? MXError == .forbidden)

        let joined = try await his.joinRoom(room.roomId)
        await his.pause()
        _ = try await room.sendTextMessage("while away")
        try await his.backgroundSync()
        #expect(his.state == .paused && joined.summary.lastMessage?.body == "while away")
        try await his.resume()
        try await his.leaveRoom(room.roomId)
        let archived = try #require(try await his.archivedRoom(withRoomId: room.roomId))
        #expect(archived.summary.membership == .leave && archived.summary.lastMessage?.body == "while away")
        await hers.close()
        await his.close()
        await node.stop()
    }
}
