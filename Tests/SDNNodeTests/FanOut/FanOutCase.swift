import GRDB
import HeraldJSON
import SDNWire
@testable import SDNNode

extension FanOutKind {
    /// Those that make events; the others take rows away.
    static let ofEvents: [FanOutKind] = [.profile, .departure, .creation, .upgrade, .dissolution, .redaction]
}

/// A user who is one request away from making many events.
struct FanOutCase: Sendable {
    /// More than two turns make, and not a number of whole turns.
    static let size = 120

    /// For the kinds that make no events.
    struct MakesNone: Error {
        let kind: FanOutKind
    }

    let kind: FanOutKind
    let user: RoomUser
    let room: String
    /// Makes the request.
    let ask: @Sendable () async throws -> TestNode.Answer

    init(_ kind: FanOutKind, _ node: TestNode, seed: UInt8 = 1) async throws {
        let user = try await RoomUser(node, seed)
        self.kind = kind
        self.user = user
        let room = try await user.createRoom(["preset": "public_chat", "visibility": "public"])
        self.room = room
        switch kind {
        case .profile:
            try await user.enterRooms(Self.size - 1)
            ask = { try await user.call("PUT", ["profile", user.userID, "displayname"], ["displayname": "new"]) }
        case .departure:
            try await user.enterRooms(Self.size - 1)
            let proof = try Demand(await user.call("POST", ["account", "deactivate"], [:])).proof(TestWallet(seed))
            ask = { try await user.call("POST", ["account", "deactivate"], ["auth": proof]) }
        case .creation:
            let body: JSONValue = [
                "name": "large", "invite": .array((0..<60).map { .string("@invited\($0):x") }),
                "initial_state": .array(
                    (0..<60).map { ["type": "org.example.x", "state_key": .string("\($0)"), "content": ["n": .null]] }),
            ]
            ask = { try await user.call("POST", ["createRoom"], body) }
        case .upgrade:
            try await user.append(
                to: room, (0..<Self.size).map { .member("@banned\($0):x", .ban, by: user.userID, ["reason": "noise"]) })
            ask = { try await user.call("POST", ["rooms", room, "upgrade"], ["new_version": "11"]) }
        case .dissolution:
            try await user.crowd(room, Self.size)
            ask = { try await user.call("POST", ["rooms", room, "dissolve"], [:]) }
        case .redaction:
            let root = try await user.send("root", to: room)
            try await user.append(
                to: room,
                (0..<Self.size).map { number in
                    EventDraft(
                        type: "m.room.message", sender: user.userID,
                        content: [
                            "body": .string("\(number)"),
                            "m.relates_to": ["rel_type": "m.thread", "event_id": .string(root)],
                        ])
                })
            ask = {
                try await user.call("PUT", ["rooms", room, "redact", root, "r"], ["with_relations": ["m.thread"]])
            }
        // The guests need a node that lets them in. `GuestTests` removes them in several turns.
        case .leftovers, .erasure, .crowding, .guests, .backups, .retiredKeys, .closing, .purge:
            throw MakesNone(kind: kind)
        }
    }

    /// Returns the number of created events, and checks that each exists once.
    func made(on node: TestNode) async throws -> Int {
        let (user, room) = (user.userID, room)
        func count(_ sql: String, _ arguments: StatementArguments = []) async throws -> Int {
            try await node.assembly.services.database.read { db in
                try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0
            }
        }
        return switch kind {
        case .profile:
            try await count(
                "SELECT count(*) FROM event WHERE type = 'm.room.member' AND state_key = ? AND instr(CAST(content AS TEXT), '\"displayname\":\"new\"') > 0",
                [user])
        case .departure:
            try await count(
                "SELECT count(*) FROM event WHERE type = 'm.room.member' AND state_key = ? AND instr(CAST(content AS TEXT), '\"leave\"') > 0",
                [user])
        case .creation:
            try await count("SELECT count(*) FROM event WHERE type = 'org.example.x' OR state_key LIKE '@invited%'")
        case .upgrade: try await count("SELECT count(*) - \(Self.size) FROM event WHERE state_key LIKE '@banned%'")
        case .dissolution:
            try await count(
                "SELECT count(*) FROM event WHERE type = 'm.room.member' AND sender = ? AND state_key <> sender", [user]
            )
        case .redaction:
            try await count(
                "SELECT count(*) FROM event e JOIN room r ON r.nid = e.room WHERE room_id = ? AND type = 'm.room.redaction'",
                [room]) - 1
        case .leftovers, .erasure, .crowding, .guests, .backups, .retiredKeys, .closing, .purge: 0
        }
    }
}

extension RoomUser {
    /// Makes so many rooms with this user alone in them.
    func enterRooms(_ count: Int) async throws {
        let services = node.assembly.services, user = userID
        try await services.database.write { db in
            let profile = try MemberProfile.content(of: user, in: db)
            for number in 0..<count {
                let room = try RoomRecord.make("!\(number)-of-\(user)", version: .v11, isListed: false, in: db)
                var log = RoomLog(db, room: room, now: services.now(), push: services.push)
                try log.append(
                    EventDraft(type: EventType.create, stateKey: "", sender: user, content: ["room_version": "11"]))
                try log.append(.member(user, .join, by: user, profile))
            }
        }
    }
}

extension TestNode {
    /// The fan-outs that wait for their next turn.
    func pendingFanOuts() async throws -> [(id: Int64, user: String)] {
        try await assembly.services.database.read { db in try FanOutStore.all(in: db) }
    }

    /// The position of the newest change.
    func position() async throws -> Int64 {
        try await assembly.services.database.read { db in try EventStore.position(in: db) }
    }

    /// The number of events of all rooms. Other changes, such as those of device lists, take positions of the stream too.
    func eventCount() async throws -> Int {
        try await assembly.services.database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM event") ?? 0 }
    }
}
