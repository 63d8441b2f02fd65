import Foundation
import GRDB
import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Transaction IDs that an earlier version stored")
struct HandledRequestUpgradeTests {
    /// Brings a database into the form of an earlier version, which stored the texts of requests.
    private static func age(
        _ directory: URL, _ requests: [(user: String, endpoint: String, transactionID: String, eventID: String)]
    ) throws {
        let queue = try DatabaseQueue(path: directory.appendingPathComponent(NodeDatabase.fileName).path)
        try queue.write { db in
            try db.execute(
                sql: """
                    DROP TABLE handled_request;
                    DELETE FROM grdb_migrations WHERE identifier = 'handled requests, version 1';
                    CREATE TABLE txn (
                        user TEXT NOT NULL, device TEXT NOT NULL, endpoint TEXT NOT NULL, txn TEXT NOT NULL,
                        event_id TEXT NOT NULL, ts INTEGER NOT NULL,
                        PRIMARY KEY (user, device, endpoint, txn)
                    ) WITHOUT ROWID;
                    CREATE INDEX txn_by_time ON txn(ts);
                    """)
            for request in requests {
                try db.execute(
                    sql: "INSERT INTO txn (user, device, endpoint, txn, event_id, ts) VALUES (?, 'A', ?, ?, ?, ?)",
                    arguments: [
                        request.user, request.endpoint, request.transactionID, request.eventID, 1_700_000_000_000,
                    ])
            }
        }
        try queue.close()
    }

    @Test("a request that is repeated after an upgrade has the answer of the first one")
    func retry() async throws {
        let directory = try TemporaryFolder()
        let first = try TestNode { $0.storage = .directory(directory.url) }
        let alice = try await RoomUser(first, 1, deviceID: "A"), bob = try await RoomUser(first, 2, deviceID: "B")
        let room = try await alice.createRoom()
        let event = try await alice.send("x", to: room, txn: "ü 1"), other = try await alice.send("y", to: room)
        let redaction = try await alice.redact(other, in: room, txn: "r")
        func message(_ user: RoomUser, _ transactionID: String) async throws {
            try await user.ok(
                "PUT", ["sendToDevice", "x.y", transactionID], ["messages": [bob.userID: ["B": ["n": 1]]]])
        }
        try await message(alice, "1")
        await first.assembly.services.database.close()
        let user = alice.userID
        try Self.age(
            directory.url,
            [
                (user, "send/\(room)/m.room.message", "ü 1", event), (user, "redact/\(room)/\(other)", "r", redaction),
                (user, "sendToDevice/x.y", "1", ""),
            ])

        let second = try TestNode(clock: first.clock) { $0.storage = .directory(directory.url) }
        let again = RoomUser(second, token: alice.token, userID: user)
        #expect(try await second.count("handled_request") == 3)
        #expect(try await second.count("sqlite_schema", where: "name LIKE 'txn%'") == 0)
        #expect(try await again.send("x", to: room, txn: "ü 1") == event)
        #expect(try await again.redact(other, in: room, txn: "r") == redaction)
        try await message(again, "1")
        #expect(try await second.count("to_device") == 1)
        #expect(try await second.count("handled_request") == 3)
        #expect(try await again.send("x", to: room, txn: "2") != event)
        try await message(again, "2")
        #expect(try await second.count("to_device") == 2)
        await second.assembly.services.database.close()
    }
}
