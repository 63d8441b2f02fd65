import HeraldJSON
import SDNSDK
import Testing

@Suite("Direct chats of a node that fails", .timeLimit(.minutes(10)))
struct DirectRoomTests {
    private let bob = "@bob:node.example", direct = "!direct:node.example"

    /// A session whose node creates one room, and refuses the first `refusals` requests for account data.
    private func session(refusals: Int) async throws -> QuietSession {
        let (quiet, direct) = (try await QuietSession(), direct)
        quiet.node.on("/createRoom") { _, _ in
            try await quiet.take(room: ["timeline": ["events": []]], id: direct)
            return (200, ["room_id": .string(direct)])
        }
        quiet.node.on("/account_data/") { _, count in
            count <= refusals ? (403, ["errcode": "M_FORBIDDEN", "error": "not now"]) : (200, [:])
        }
        return quiet
    }

    @Test("a direct chat that could not be marked is returned, and the next call marks it and creates no other")
    func unmarked() async throws {
        let quiet = try await session(refusals: 1)
        let room = try await quiet.session.getOrCreateDirectJoinedRoom(with: bob)
        #expect(room.roomId == direct && !room.isDirect)
        #expect(quiet.session.directJoinedRoom(withUserId: bob) === room)
        #expect(try await quiet.session.getOrCreateDirectJoinedRoom(with: bob) === room)
        #expect(room.directUserId == bob && quiet.node.requests("/createRoom").count == 1)
        await quiet.session.close()
    }

    @Test("a room that is created with the app's own body is marked as direct too, if the body says so")
    func ownBody() async throws {
        for isDirect in [true, false] {
            let quiet = try await session(refusals: 0)
            let body: JSONObject = ["is_direct": .bool(isDirect), "invite": [.string(bob)]]
            let room = try await quiet.session.createRoom(parameters: body)
            #expect(room.directUserId == (isDirect ? bob : nil))
            await quiet.session.close()
        }
    }
}
