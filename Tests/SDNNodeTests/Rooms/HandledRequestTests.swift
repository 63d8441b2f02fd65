import GRDB
import SDNWire
import Testing
@testable import SDNNode

@Suite("The entries of handled requests")
struct HandledRequestTests {
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)
    private static let endpoint = "sendToDevice/x.y"
    private static let caller = Caller(userID: "@a:x", deviceID: "D", tokenID: 1)

    private let database: NodeDatabase

    init() throws { database = try TestNode().assembly.services.database }

    private static func isFirst(
        _ transactionID: String, endpoint: String = endpoint, caller: Caller = caller, in db: Database
    ) throws -> Bool {
        try TransactionStore.isFirst(transactionID, endpoint: endpoint, caller: caller, now: now, in: db)
    }

    private static func insert(_ key: Int64, proof: Int64 = 1, eventID: String = "", time: Timestamp, in db: Database)
        throws
    {
        try db.execute(
            sql: "INSERT INTO handled_request (key, proof, event_id, ts) VALUES (?, ?, ?, ?)",
            arguments: [key, proof, eventID, time.milliseconds])
    }

    private static func keys(_ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db, sql: "SELECT key FROM handled_request ORDER BY key")
    }

    @Test("requests whose parts make the same text are different requests, and each is known once it was handled")
    func parts() async throws {
        let requests = [
            ["ab", "c", "e", "t"], ["a", "bc", "e", "t"], ["abc", "", "e", "t"], ["", "abc", "e", "t"],
            ["ab", "ce", "", "t"], ["ab", "c", "et", ""], ["ab", "c", "", "et"], ["", "", "", "abcet"],
        ]
        try await database.write { db in
            for isNew in [true, false] {
                for parts in requests {
                    let caller = Caller(userID: parts[0], deviceID: parts[1], tokenID: 1)
                    let isFirst = try Self.isFirst(parts[3], endpoint: parts[2], caller: caller, in: db)
                    #expect(isFirst == isNew, "\(parts)")
                }
            }
        }
    }

    @Test("a request with the key of another one is new, and takes the place of the other one")
    func sameKey() async throws {
        let request = RequestHash("1", endpoint: Self.endpoint, user: "@a:x", device: "D")
        try await database.write { db in
            try Self.insert(request.key, proof: request.proof ^ 1, eventID: "$other", time: Self.now, in: db)
            #expect(try Self.isFirst("1", in: db))
            #expect(try !Self.isFirst("1", in: db))
            let rows = try Row.fetchAll(db, sql: "SELECT key, proof, event_id FROM handled_request")
            #expect(rows == [["key": request.key, "proof": request.proof, "event_id": ""]])
        }
    }

    @Test("an event is not that of another request with the same key")
    func sameKeyOfEvent() async throws {
        let node = try TestNode(), alice = try await RoomUser(node, 1, deviceID: "A")
        let room = try await alice.createRoom()
        let request = RequestHash("1", endpoint: "send/\(room)/m.room.message", user: alice.userID, device: "A")
        try await node.assembly.services.database.write { db in
            try Self.insert(request.key, proof: request.proof ^ 1, eventID: "$other", time: Self.now, in: db)
        }
        let event = try await alice.send("x", to: room, txn: "1")
        #expect(event != "$other")
        #expect(try await alice.send("x", to: room, txn: "1") == event)
        #expect(try await node.count("handled_request") == 1)
    }

    @Test("expired entries are deleted a limited number at a time, and others stay")
    func expired() async throws {
        let old = Self.now - .seconds(72 * 3_600 + 1), live = Self.now - .seconds(72 * 3_600 - 1)
        let ids = RequestHash.sweeping(20, endpoint: Self.endpoint, user: "@a:x", device: "D")
        try await database.write { db in
            for number in Int64(-300)..<300 {
                try Self.insert(number << 54 | 1, time: number.isMultiple(of: 30) ? live : old, in: db)
            }
            var last = 600
            for id in ids {
                #expect(try Self.isFirst(id, in: db))
                let rows = try Self.keys(db).count - 1
                #expect(last - rows <= 128)
                last = rows + 1
            }
            let kept = Set(try Self.keys(db))
            #expect(kept.count == 20 + ids.count)
            #expect((-10..<10).allSatisfy { kept.contains($0 * 30 << 54 | 1) })
        }
    }

    @Test("after the last key, the first ones follow")
    func aroundTheEnd() async throws {
        let id = try #require(
            RequestHash.sweeping(1, endpoint: Self.endpoint, user: "@a:x", device: "D").first)
        try await database.write { db in
            for number in Int64(0)..<50 {
                for key in [Int64.min + number, Int64.max - number] {
                    try Self.insert(key, time: Timestamp(milliseconds: 1), in: db)
                }
            }
            #expect(try Self.isFirst(id, in: db))
            #expect(try Self.keys(db).count == 1)
        }
    }

    @Test("most requests delete nothing")
    func rarely() async throws {
        let id = try #require(
            (0...).lazy.map(String.init).first {
                !RequestHash($0, endpoint: Self.endpoint, user: "@a:x", device: "D").key
                    .isMultiple(of: TransactionStore.sweepEvery)
            })
        try await database.write { db in
            try Self.insert(1, time: Timestamp(milliseconds: 1), in: db)
            #expect(try Self.isFirst(id, in: db))
            #expect(try Self.keys(db).count == 2)
        }
    }
}

extension RequestHash {
    /// Returns transaction IDs whose requests delete expired entries.
    static func sweeping(_ count: Int, endpoint: String, user: String, device: String) -> [String] {
        Array(
            (0...).lazy.map { "sweep \($0)" }
                .filter {
                    RequestHash($0, endpoint: endpoint, user: user, device: device).key
                        .isMultiple(of: TransactionStore.sweepEvery)
                }
                .prefix(count))
    }
}
