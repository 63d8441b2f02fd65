import Foundation
import GRDB
import HeraldJSON
import SDNSDK
import Testing
@testable import SDNStore

struct StoreRowsTests {
    @Test(
        "malformed rows are reported as damage and never trap",
        arguments: [
            "UPDATE room SET details = 'not json'", "UPDATE room SET roomId = x'ff00', membership = 7",
            "UPDATE event SET raw = 'not json'",
            "UPDATE event SET raw = x''", "UPDATE segment SET \"end\" = 'text', first = 'text'",
            "UPDATE segment SET \"end\" = 9223372036854775807",
            "UPDATE state SET raw = '[]'", "UPDATE outgoing SET content = '3', createdAt = 'x', status = 'odd'",
            "UPDATE profile SET names = x'ff'",
        ])
    func nonsense(sql: String) async throws {
        let database = try StoreDatabase()
        let event = try MXEvent(json: [
            "type": "m.room.name", "state_key": "", "event_id": "$1", "sender": "@a:b", "content": ["name": "x"],
        ])
        try await database.write { store in
            try store.save(MXRoomSummary(roomId: "!a:b", membership: .join))
            var segment = try store.addSegment(toRoom: "!a:b", prevToken: nil, isComplete: true)
            _ = try store.append(event, to: &segment)
            try store.save(segment)
            try store.setState(event, ofRoom: "!a:b")
            try store.save(MXUserProfile(userId: "@a:b", displayname: "A"))
            try store.save(
                MXOutgoingMessage(
                    localId: "l", roomId: "!a:b", type: "m.room.message", content: [:],
                    createdAt: Timestamp(milliseconds: 1)))
            try store.db.execute(sql: sql)
        }
        // Each may fail, with this module's error, or read something; none may end the process.
        let reads: [@Sendable (StoreTransaction) throws -> Void] = [
            { _ = try $0.rooms() }, { _ = try $0.room("!a:b") }, { _ = try $0.state(ofRoom: "!a:b") },
            { _ = try $0.event("$1", inRoom: "!a:b") },
            { _ = try $0.newestEvent(ofRoom: "!a:b", types: ["m.room.name"]) },
            { _ = try $0.events(inSegment: 1, before: .max, limit: 9) },
            { _ = try $0.newestSegment(ofRoom: "!a:b") }, { _ = try $0.outgoingMessages() }, { _ = try $0.profiles() },
            {
                guard var segment = try $0.newestSegment(ofRoom: "!a:b") else { return }
                _ = try $0.append(MXEvent(json: ["type": "x", "event_id": "$2"]), to: &segment)
            },
        ]
        for read in reads {
            do {
                try await database.write(read)
            } catch {
                #expect(
                    (error as? SDNSDKError)?.code == .storeDamaged || (error as? SDNSDKError)?.code == .storeFailed,
                    "\(error)")
            }
        }
        database.close()
    }

    @Test(
        "the state at an event is found or not found, whatever numbers the file has",
        arguments: [
            "UPDATE segment SET first = -9223372036854775808", "UPDATE segment SET \"end\" = 9223372036854775807",
            "UPDATE segment SET first = -9223372036854775808, \"end\" = 9223372036854775807",
            "UPDATE segment SET first = 9223372036854775807, \"end\" = 0",
        ])
    func numbers(sql: String) async throws {
        let database = try StoreDatabase()
        try await database.write { store in
            try store.save(MXRoomSummary(roomId: "!a:b", membership: .join))
            for id in ["$1", "$2"] {
                var segment = try store.addSegment(toRoom: "!a:b", prevToken: nil, isComplete: true)
                _ = try store.append(
                    MXEvent(json: [
                        "type": "m.room.name", "state_key": "", "event_id": .string(id),
                        "content": ["name": .string(id)],
                    ]), to: &segment)
                try store.save(segment)
            }
            try store.db.execute(sql: sql)
        }
        let context = try await database.read { try EventContext(of: "$1", inRoom: "!a:b", from: $0, limit: 4) }
        #expect(context?.event.eventId == "$1")
        database.close()
    }
}
