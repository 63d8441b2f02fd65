import Foundation
import GRDB
import HeraldJSON
import Testing
@testable import SDNSDK

struct StoreMigrationTests {
    /// A file as the first version of the store wrote it: its tables, and rows by its own statements.
    private func writeFirstVersion(_ file: URL) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try StoreSchema.migrator(StoreCell(cipher: nil)).migrate(queue, upTo: "1")
        try queue.write { db in
            try db.execute(sql: "INSERT INTO session (key, value) VALUES ('eventStreamToken', 's41')")
            for room in 1...3 {
                let details = Data(JSONValue.object(["name": .string("Room \(room)"), "notifications": .int(Int64(room)), "highlights": 1]).serialized())
                try db.execute(sql: "INSERT INTO room (roomId, membership, details) VALUES (?, 'join', ?)", arguments: ["!\(room):x", details])
                for (part, segment) in [room * 2 - 1, room * 2].enumerated() {
                    try db.execute(
                        sql: "INSERT INTO segment (id, room, prevToken, isComplete, first, \"end\") VALUES (?, ?, ?, ?, -5, 15)",
                        arguments: [segment, room, "t\(segment)", part == 1])
                    for position in -5..<15 {
                        let id = "$\(room)-\(segment)-\(position)"
                        let relation = position == 3 ? "$target" : nil
                        var json: JSONObject = ["type": "m.room.message", "event_id": .string(id), "sender": "@a:b", "origin_server_ts": .int(Int64(segment * 1000 + position)), "content": ["body": .string(id)]]
                        if let relation { json["content"] = ["body": .string(id), "m.relates_to": ["rel_type": "m.annotation", "event_id": .string(relation)]] }
                        try db.execute(
                            sql: "INSERT INTO event (room, eventId, segment, position, type, relatesTo, relationType, raw) VALUES (?, ?, ?, ?, 'm.room.message', ?, ?, ?)",
                            arguments: [room, id, segment, position, relation, relation == nil ? nil : "m.annotation", Data(JSONValue.object(json).serialized())])
                    }
                }
                let name = JSONValue.object(["type": "m.room.name", "state_key": "", "event_id": "$n", "content": ["name": .string("Room \(room)")]])
                try db.execute(sql: "INSERT INTO state (room, type, stateKey, raw) VALUES (?, 'm.room.name', '', ?)", arguments: [room, Data(name.serialized())])
            }
            try db.execute(
                sql: """
                    INSERT INTO outgoing (localId, roomId, type, content, redacts, createdAt, status, eventId, failureCode, failureReason)
                    VALUES ('l1', '!1:x', 'm.room.message', ?, NULL, 7, 'queued', NULL, NULL, NULL), ('l2', '!2:x', 'm.room.redaction', ?, '$r', 8, 'failed', NULL, 'M_X', 'why')
                    """, arguments: [Data(#"{"body":"waits"}"#.utf8), Data("{}".utf8)])
            try db.execute(sql: "INSERT INTO profile (userId, displayname, avatarUrl) VALUES ('@a:b', 'Ann', NULL), ('@c:d', NULL, 'mxc://x/y')")
            try db.execute(
                sql: "INSERT INTO accountData (roomId, type, raw) VALUES ('', 'm.direct', ?), ('!2:x', 'm.tag', ?)",
                arguments: [Data(#"{"type":"m.direct","content":{}}"#.utf8), Data(#"{"type":"m.tag","content":{"tags":{"m.favourite":{}}}}"#.utf8)])
        }
        try queue.close()
    }

    @Test("a file of the first version is taken over whole, also into an encrypted store", arguments: [StoreKind.file, .encrypted, .shared])
    func fromFirstVersion(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent(try StoreDirectory.name(for: Sample.credentials)).appendingPathComponent("store.sqlite")
        try writeFirstVersion(file)
        let store = try kind.make(in: folder)
        try await store.open(with: Sample.credentials)
        try await store.read { (store) throws in
            #expect(try store.value(.eventStreamToken) == "s41")
            #expect(try store.rooms().map(\.name) == ["Room 1", "Room 2", "Room 3"])
            #expect(try store.rooms().map { $0.lastMessage?.eventId } == ["$1-2-14", "$2-4-14", "$3-6-14"])
            #expect(try store.roomList(.activity, memberships: [.join], limit: 1, offset: 0).map(\.roomId) == ["!3:x"])
            #expect(try store.roomList(.tags, memberships: [.join], limit: 1, offset: 0).map(\.roomId) == ["!2:x"])
            for room in 1...3 {
                var segment = try store.newestSegment(ofRoom: "!\(room):x")
                #expect(segment?.isComplete == true && segment?.prevToken == "t\(room * 2)")
                for id in [room * 2, room * 2 - 1] {
                    let current = try #require(segment)
                    #expect(current.id == id && current.first == -5 && current.end == 15)
                    let events = try store.events(inSegment: current.id, before: .max, limit: 100)
                    #expect(events.map(\.eventId) == (-5..<15).reversed().map { "$\(room)-\(id)-\($0)" })
                    segment = try store.segment(olderThan: current)
                }
                #expect(try store.position(ofEvent: "$\(room)-\(room * 2)-4", inRoom: "!\(room):x") == MXTimelinePosition(segment: Int64(room * 2), index: 4))
                #expect(try store.events(relatedTo: "$target", inRoom: "!\(room):x", by: "m.annotation").count == 2)
                #expect(try store.stateEvent(ofRoom: "!\(room):x", type: "m.room.name", stateKey: "")?.content["name"]?.stringValue == "Room \(room)")
            }
            let outgoing = try store.outgoingMessages()
            #expect(outgoing.map(\.localId) == ["l1", "l2"] && outgoing[0].content["body"] == "waits" && outgoing[1].redacts == "$r")
            #expect(outgoing.allSatisfy { $0.attemptedBy == nil })
            #expect(outgoing[1].failure == MXOutgoingMessage.Failure(code: "M_X", reason: "why"))
            #expect(try Set(store.profiles()) == [MXUserProfile(userId: "@a:b", displayname: "Ann"), MXUserProfile(userId: "@c:d", avatarUrl: "mxc://x/y")])
            #expect(try store.accountData(inRoom: nil).map(\.type) == ["m.direct"] && store.accountData(inRoom: "!2:x").map(\.type) == ["m.tag"])
        }
        // What is added goes on behind it.
        try await store.write { (store) throws in
            var segment = try #require(try store.newestSegment(ofRoom: "!1:x"))
            #expect(try store.append(MXEvent(json: ["type": "m.room.message", "event_id": "$new"]), to: &segment) && segment.end == 16)
            #expect(try !store.append(MXEvent(json: ["type": "m.room.message", "event_id": "$1-1-0"]), to: &segment))
        }
        await store.close()
    }
}
