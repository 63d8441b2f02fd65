import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Reading the list of a room's members again")
struct RoomAudienceTests {
    @Test("attack 72: joins and leaves make the node read the member list again, and a new name does not")
    func names() async throws {
        let node = try TestNode()
        let ada = try await RoomUser(node, 1), ben = try await RoomUser(node, 2)
        let room = try await ada.createRoom(["preset": "public_chat"])
        try await ben.join(room)
        let services = node.assembly.services, now = node.clock.read()
        func changesMembers(_ membership: Membership, _ name: String) async throws -> Bool {
            try await services.database.write { db in
                var log = RoomLog(db, room: try RoomRecord.require(room, in: db), now: now, push: services.push)
                try log.append(.member(ben.userID, membership, by: ben.userID, ["displayname": .string(name)]))
                return log.changesMembers
            }
        }
        #expect(try await !changesMembers(.join, "Ben"))
        #expect(try await changesMembers(.leave, "Ben"))
        #expect(try await changesMembers(.join, "Ben"))
        #expect(try await !changesMembers(.join, "Benjamin"))
    }
}
