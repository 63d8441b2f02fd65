import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("The users whom a room's events wake")
struct RoomAudienceTests {
    @Test("attack 72: joins and leaves change the users whom a room wakes, and a new name does not")
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

    /// A room with one other member, and the writes that change it.
    private struct Place {
        let node: TestNode
        let ada: RoomUser
        let room: String
        let ben = "@ben:x"

        init() async throws {
            node = try TestNode()
            ada = try await RoomUser(node, 1)
            room = try await ada.createRoom(["preset": "public_chat"])
        }

        /// Appends a member event, and returns the users whom it wakes and the users of the room.
        func member(_ user: String, _ membership: Membership, fails: Bool = false) async throws -> (
            woken: Set<String>, users: Set<String>
        ) {
            let services = node.assembly.services, now = node.clock.read(), room = room
            return try await services.database.write { db in
                var log = RoomLog(db, room: try RoomRecord.require(room, in: db), now: now, push: services.push)
                try log.append(.member(user, membership, by: user, [:]))
                let woken = try services.audiences.toWake(by: log)
                if fails { throw CancellationError() }
                return (woken, try RoomAudiences.read(log.room.rowID, in: db))
            }
        }
    }

    @Test("a join or leave in a room that has woken users before does not read the list of members")
    func work() async throws {
        let place = try await Place()
        _ = try await place.member(place.ben, .join)
        // Whoever reads the list would find this member, whom no event has brought into the room.
        let room = place.room
        try await place.node.assembly.services.database.write { db in
            try db.execute(
                sql: "INSERT INTO membership (user, room, membership, ord) VALUES ('@ghost:x', ?, 'join', 1)",
                arguments: [RoomRecord.require(room, in: db).rowID])
        }
        #expect(try await place.member("@cleo:x", .join).woken == [place.ada.userID, place.ben, "@cleo:x"])
        #expect(try await place.member("@cleo:x", .leave).woken == [place.ada.userID, place.ben, "@cleo:x"])
        #expect(try await place.member(place.ben, .leave).woken == [place.ada.userID, place.ben])
    }

    @Test("a user who leaves is woken for the leave and not for later events, and again after the next join")
    func leave() async throws {
        let place = try await Place()
        for membership in [Membership.join, .leave, .join, .leave] {
            let (woken, users) = try await place.member(place.ben, membership)
            #expect(woken == users.union([place.ben]))
        }
        let (woken, users) = try await place.member("@cleo:x", .join)
        #expect(woken == [place.ada.userID, "@cleo:x"])
        #expect(users == woken)
    }

    @Test("a join or leave that is rolled back leaves no trace")
    func rollback() async throws {
        let place = try await Place()
        _ = try await place.member(place.ben, .join)
        await #expect(throws: CancellationError.self) { try await place.member("@cleo:x", .join, fails: true) }
        await #expect(throws: CancellationError.self) { try await place.member(place.ben, .leave, fails: true) }
        #expect(try await place.member("@dora:x", .join).woken == [place.ada.userID, place.ben, "@dora:x"])
    }
}
