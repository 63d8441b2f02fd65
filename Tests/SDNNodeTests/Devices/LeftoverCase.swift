import Foundation
import GRDB
import HeraldJSON
@testable import SDNNode

/// A user's devices with much that waits for them.
struct LeftoverCase: Sendable {
    /// More than two slices.
    static let messages = 250, keys = 120, signatures = 130

    let node: TestNode
    let user: RoomUser
    private let userID: String

    init(_ node: TestNode, _ devices: [String], seed: UInt8 = 1) async throws {
        var users: [RoomUser] = []
        for device in devices { users.append(try await RoomUser(node, seed, deviceID: device)) }
        (self.node, user, userID) = (node, users[0], users[0].userID)
        for device in devices { try await fill(device) }
    }

    /// As many rows as only thousands of requests would make.
    func fill(_ device: String) async throws {
        let user = userID
        try await node.assembly.services.database.write { db in
            for number in 0..<Self.messages {
                try db.execute(
                    sql:
                        "INSERT INTO to_device (user, device, ord, sender, type, content) VALUES (?, ?, ?, '@x:y', 't', ?)",
                    arguments: [user, device, try EventStore.nextPosition(in: db), Data(#"{"n":\#(number)}"#.utf8)])
            }
            for number in 0..<Self.keys {
                try db.execute(
                    sql: "INSERT INTO one_time_key (user, device, algorithm, key_id, key) VALUES (?, ?, 'a', ?, ?)",
                    arguments: [user, device, "\(number)", Data("{}".utf8)])
            }
            try db.execute(
                sql: "INSERT INTO fallback_key (user, device, algorithm, key_id, key) VALUES (?, ?, 'a', 'f', ?)",
                arguments: [user, device, Data("{}".utf8)])
            for number in 0..<Self.signatures {
                try db.execute(
                    sql:
                        "INSERT INTO key_signature (user, target, signer, key_id, signature) VALUES (?, ?, ?, 'k', 's')",
                    arguments: [user, device, "@\(number):x"])
            }
            try db.execute(
                sql: "INSERT INTO device_key (user, device, keys) VALUES (?, ?, ?)",
                arguments: [user, device, Data(#"{"keys":{}}"#.utf8)])
        }
    }

    /// Returns the number of the user's rows, of one device or of all.
    func rows(of device: String? = nil) async throws -> Int {
        let user = userID
        return try await node.assembly.services.database.read { db in
            try [
                ("to_device", "user", "device"), ("one_time_key", "user", "device"), ("fallback_key", "user", "device"),
                ("key_signature", "user", "target"), ("device_key", "user", "device"),
                ("device", "user_id", "device_id"),
            ].reduce(0) { sum, table in
                sum
                    + (try Int.fetchOne(
                        db,
                        sql:
                            "SELECT count(*) FROM \(table.0) WHERE \(table.1) = ?1 AND (?2 IS NULL OR \(table.2) = ?2)",
                        arguments: [user, device]) ?? 0)
            }
        }
    }
}

extension TestNode {
    /// Makes one turn of the fan-out that began first. Returns true if there was one.
    func stepFanOut() async throws -> Bool {
        guard let next = try await pendingFanOuts().first else { return false }
        _ = try await assembly.services.fanOuts.step(next.id, of: next.user)
        return true
    }

    /// Returns the number of a table's rows.
    func count(_ table: String, where condition: String = "true") async throws -> Int {
        try await assembly.services.database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0
        }
    }
}
