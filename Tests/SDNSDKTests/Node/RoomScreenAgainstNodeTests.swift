import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Pins, live places, reports and requests to join, on the embedded node", .timeLimit(.minutes(10)))
struct RoomScreenAgainstNodeTests {
    private func withRoom(_ body: (_ session: MXSession, _ room: MXRoom, _ node: EmbeddedNode) async throws -> Void)
        async throws
    {
        try await withNode { node in
            let session = try await EmbeddedUser(node, 61).session(MXMemoryStore())
            try await session.start()
            let room = try await session.createRoom(withName: "Screen")
            try await body(session, room, node)
            await session.close()
        }
    }

    @Test("events are pinned and unpinned, and two pins at once are both kept")
    func pins() async throws {
        try await withRoom { session, room, _ in
            let ids = [try await room.sendTextMessage("one"), try await room.sendTextMessage("two")]
            async let first: Void = room.pinEvent(ids[0])
            async let second: Void = room.pinEvent(ids[1])
            try await first
            try await second
            try await room.pinEvent(ids[0])
            try await until(session) { try await Set(room.pinnedEventIds()) == Set(ids) }
            try await room.unpinEvent(ids[0])
            try await room.unpinEvent("$unknown")
            try await until(session) { try await room.pinnedEventIds() == [ids[1]] }
            let error = await failure { try await room.pinEvent(kMXEventLocalEventIdPrefix + "1") }
            #expect((error as? SDNSDKError)?.code == .notSentYet)
        }
    }

    @Test("a place is shared live, another device reads its newest position, and the share ends")
    func livePlace() async throws {
        try await withRoom { session, room, _ in
            let share = try await room.startLiveLocation(for: .seconds(600), description: "On my way")
            var last = ""
            for latitude in [1.0, 2.0] {
                let place = try #require(MXLocation(latitude: latitude, longitude: 3))
                last = try await room.sendLiveLocation(place, ofShare: share)
            }
            try await session.seen(last, in: room)
            let live = try #require(try await room.liveLocations().first)
            #expect(live.id == share && live.userId == session.myUserId && live.description == "On my way")
            #expect(live.location?.latitude == 2 && live.isLive(at: live.locationTs ?? 0))
            #expect(!live.isLive(at: live.expiresAt))
            try await room.stopLiveLocation()
            try await until(session) { try await room.liveLocations().isEmpty }
            try await room.stopLiveLocation()
            for duration in [Duration.zero, .seconds(8 * 86_400)] {
                let error = await failure { try await room.startLiveLocation(for: duration) }
                #expect((error as? SDNSDKError)?.code == .invalidArgument)
            }
        }
    }

    @Test("requests to join arrive as a list, and are accepted, declined and banned")
    func joinRequests() async throws {
        try await withRoom { session, room, node in
            try await room.setJoinRule(.knock)
            var lists = Updates(room.joinRequests())
            _ = try await lists.first { $0.isEmpty ? true : nil }
            var people: [EmbeddedUser] = []
            for seed in UInt8(62)...64 { people.append(try await EmbeddedUser(node, seed)) }
            for person in people { _ = try await person.client.knockRoom(room.roomId, reason: "please") }
            let all = try await lists.first { $0.count == 3 ? $0 : nil }
            #expect(Set(all.map(\.userId)) == Set(people.map(\.userId)) && all.allSatisfy { $0.reason == "please" })
            func request(_ person: EmbeddedUser) throws -> MXJoinRequest {
                try #require(all.first { $0.userId == person.userId })
            }
            try await room.accept(request(people[0]))
            try await room.decline(request(people[1]), reason: "full")
            try await room.declineAndBan(request(people[2]))
            _ = try await lists.first { $0.isEmpty ? true : nil }
            _ = try await people[0].client.joinRoom(room.roomId)
            try await until(session) {
                let members = try await room.state().members
                return members.member(withUserId: people[0].userId)?.membership == .join
                    && members.member(withUserId: people[2].userId)?.membership == .ban
            }
        }
    }

    /// Returns when something holds; it is looked at after every sync.
    private func until(_ session: MXSession, _ holds: () async throws -> Bool) async throws {
        var updates = session.updates().makeAsyncIterator()
        while try await !holds() {
            guard await updates.next() != nil else { throw SDNSDKError(.closed, reason: "the session ended") }
        }
    }
}

@Suite("Reports of rooms and users")
struct ReportTests {
    @Test("a room and a user are reported at the paths of Matrix 1.13 and 1.14")
    func reports() async throws {
        let node = AnsweringNode()
        node.on("/report") { _, _ in (200, [:]) }
        node.on("/sync") { _, count in
            count == 1 ? (200, AnsweringNode.oneRoom) : try await AnsweringNode.silence()
        }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        try await session.theRoom.reportRoom(reason: "spam")
        try await session.sdnRestClient.reportUser("@bad:x", reason: "rude")
        let requests = node.requests("/report")
        #expect(
            requests.map(\.url.path).map { $0.split(separator: "/").suffix(5).joined(separator: "/") } == [
                "client/v3/rooms/\(ScriptedNode.room)/report", "client/v3/users/@bad:x/report",
            ])
        #expect(try requests.map { try JSONValue(parsing: $0.body ?? []) } == [["reason": "spam"], ["reason": "rude"]])
        await session.close()
    }
}
