import Foundation
import GRDB
import HeraldJSON
import Synchronization
import Testing
@testable import SDNNode

@Suite("Limits of keys for a device, a user and a request (SDN sheet 7.2)")
struct KeyLimitTests {
    private static func deviceKeys(_ user: RoomUser, _ device: String, _ more: JSONObject = [:]) -> JSONValue {
        var keys: JSONObject = [
            "user_id": .string(user.userID), "device_id": .string(device),
            "algorithms": ["m.olm.v1.curve25519-aes-sha2"],
            "keys": .object(JSONObject(["ed25519:\(device)": "abc"])),
            "signatures": .object(JSONObject([user.userID: .object(JSONObject(["ed25519:\(device)": "own"]))])),
        ]
        for (key, value) in more { keys[key] = value }
        return .object(keys)
    }

    private static func object(_ key: String, _ value: JSONValue) -> JSONValue { .object(JSONObject([key: value])) }

    private static func members(_ count: Int, _ value: JSONValue = "x", prefix: String = "k:") -> JSONValue {
        .object(JSONObject(uniqueKeysWithValues: (0..<count).map { (prefix + String($0), value) }))
    }

    /// Runs a query as the endpoint does, and counts its statements.
    private static func measured(_ query: KeyQuery, _ node: TestNode) async throws -> (
        answer: JSONValue, rows: Int, statements: Int
    ) {
        try await node.assembly.services.database.read { db in
            let statements = Mutex(0)
            return try withoutActuallyEscaping({ (_: Database.TraceEvent) in statements.withLock { $0 += 1 } }) {
                count in
                db.trace(options: .statement) { count($0) }
                defer { db.trace() }
                let answer = try query.answer(in: db)
                return (try JSONValue(parsing: answer.json), answer.rows, statements.withLock { $0 })
            }
        }
    }

    @Test("attack 2: a device with 20,000 signatures is refused, and a query reads a device once")
    func manySignatures() async throws {
        let pair = try await Pair(TestNode { $0.keyLimits.signatures = 2 })
        let bob = try await RoomUser(pair.node, 2, deviceID: "B")
        let many = Self.object(bob.userID, Self.members(20_000, "s"))
        let refused = try await bob.call(
            "POST", ["keys", "upload"], ["device_keys": Self.deviceKeys(bob, "B", ["signatures": many])])
        #expect(refused.status == 400 && refused.error?.contains("device_keys.signatures") == true)
        try await bob.ok("POST", ["keys", "upload"], ["device_keys": Self.deviceKeys(bob, "B")])
        let signing = try SigningIdentity(bob.userID), keys = try #require(Self.deviceKeys(bob, "B").objectValue)
        #expect(try await bob.uploadSigning(signing.upload()).status == 200)
        // Signatures of self-signing keys that the user has replaced.
        try await pair.node.assembly.services.database.write { db in
            for key in ["a", "b"] {
                try db.execute(
                    sql: "INSERT INTO key_signature VALUES (?, 'B', ?, ?, 's')",
                    arguments: [bob.userID, bob.userID, key])
            }
        }
        for expected in ["M_RESOURCE_LIMIT_EXCEEDED", nil] {
            let answer = try await bob.ok(
                "POST", ["keys", "signatures", "upload"],
                Self.object(bob.userID, ["B": signing.signed(keys, by: [.selfSigning])]))
            #expect(answer.at("failures", bob.userID, "B", "errcode").stringValue == expected)
            try await pair.node.assembly.services.database.write { db in
                try db.execute(sql: "DELETE FROM key_signature WHERE key_id = 'b'")
            }
        }
        let tooMany = try await bob.call(
            "POST", ["keys", "signatures", "upload"], Self.object(bob.userID, ["B": ["signatures": many]]))
        #expect(tooMany.status == 400 && tooMany.error?.contains("signatures") == true)
        // More than an upload may bring: in the device's keys, and beside them.
        var stored = try #require(Self.deviceKeys(bob, "B").objectValue)
        stored["signatures"] = Self.object(
            bob.userID,
            .object(
                JSONObject(
                    uniqueKeysWithValues: (0..<20_000).map { ("a\($0)", JSONValue.string("s")) } + [
                        ("ed25519:B", "own")
                    ])))
        let bytes = Data(JSONValue.object(stored).serialized())
        try await pair.node.assembly.services.database.write { db in
            try db.execute(sql: "DELETE FROM signing_key")
            try db.execute(sql: "UPDATE device_key SET keys = ?", arguments: [bytes])
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
                    INSERT OR REPLACE INTO key_signature SELECT ?, 'B', ?, 'q' || i, 's' FROM n
                    """,
                arguments: [bob.userID, bob.userID])
        }
        let query = try KeyQuery(
            JSONReader(JSONObject([bob.userID: []])), reader: pair.alice.userID, on: "localhost", KeyLimits())
        let (answer, rows, statements) = try await Self.measured(query, pair.node)
        let shown = answer.at("device_keys", bob.userID, "B", "signatures", bob.userID).objectValue ?? [:]
        #expect(shown.count == 17 && shown["ed25519:B"] == "own")
        #expect(rows <= 20_020 && statements == 3)
    }

    @Test(
        "attack 2: keys beyond their limits are refused by name",
        arguments: [
            ("device_keys.algorithms", 400, ["algorithms": .array(Array(repeating: "a", count: 17))]),
            ("device_keys.keys", 400, ["keys": members(17)]),
            ("device_keys", 413, ["more": .string(String(repeating: "x", count: 17 << 10))]),
        ] as [(String, Int, JSONObject)])
    func deviceKeys(field: String, status: Int, more: JSONObject) async throws {
        let bob = try await RoomUser(TestNode(), 2, deviceID: "B")
        let answer = try await bob.call("POST", ["keys", "upload"], ["device_keys": Self.deviceKeys(bob, "B", more)])
        #expect(answer.status == status && answer.error?.hasPrefix(field + ":") == true, "\(answer)")
    }

    @Test("attack 2: one-time and fallback keys have a limit each, together, and for all devices of a user")
    func oneTimeKeys() async throws {
        let node = try TestNode { $0.keyLimits.keysPerUser = 64 << 10 }
        let bob = try await RoomUser(node, 2, deviceID: "B")
        func upload(_ field: String, _ keys: JSONValue, by user: RoomUser) async throws -> TestNode.Answer {
            try await user.call("POST", ["keys", "upload"], Self.object(field, keys))
        }
        for field in ["one_time_keys", "fallback_keys"] {
            let large = try await upload(field, ["c:1": .string(String(repeating: "x", count: 2 << 10))], by: bob)
            #expect(large.status == 413 && large.error?.hasPrefix(field) == true)
            let many = try await upload(field, Self.members(20_000), by: bob)
            #expect(many.status == 400 && many.error?.hasPrefix(field) == true)
        }
        // One after the other comes to the same.
        #expect(
            try await upload(
                "fallback_keys", .object(JSONObject(uniqueKeysWithValues: (0..<16).map { ("a\($0):1", "x") })), by: bob
            ).status == 200)
        #expect(try await upload("fallback_keys", ["another:1": "x"], by: bob).status == 400)
        #expect(try await upload("fallback_keys", ["a0:2": "y"], by: bob).status == 200)
        #expect(try await upload("one_time_keys", Self.members(200), by: bob).status == 200)
        #expect(try await upload("one_time_keys", Self.members(100, prefix: "k:more"), by: bob).status == 400)
        // 32 KiB on a first device, and no more than as much on a second.
        let large = Self.members(16, .string(String(repeating: "x", count: 2_040)), prefix: "k:large")
        #expect(try await upload("one_time_keys", large, by: bob).status == 200)
        let second = try await RoomUser(node, 2, deviceID: "C")
        #expect(
            try await upload(
                "one_time_keys", Self.members(15, .string(String(repeating: "x", count: 2_040))), by: second
            ).status == 200)
        let full = try await upload("one_time_keys", large, by: second)
        #expect(full.status == 403 && full.errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        // Deleting a device frees the limit that its keys used.
        try await bob.ok("POST", ["logout"])
        #expect(try await upload("one_time_keys", large, by: second).status == 200)
        let claimed = try await second.ok(
            "POST", ["keys", "claim"], ["one_time_keys": Self.object(second.userID, ["C": "k"])])
        #expect(claimed.at("one_time_keys", second.userID, "C").objectValue?.count == 1)
        let load = try await node.assembly.services.database.read { db in
            try Row.fetchOne(db, sql: "SELECT sum(key_load), (SELECT sum(length(key)) FROM one_time_key) FROM device")
                .map { [$0[0] as Int, $0[1] as Int] }
        }
        #expect(load == load?.reversed())
    }

    @Test("attack 2: a query takes three statements and one row for each device, however many users it names")
    func linear() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1)
        try await node.assembly.services.database.write { db in
            for user in 0..<40 {
                try db.execute(
                    sql: "INSERT INTO account (user_id, created_at) VALUES (?, 0)", arguments: ["@u\(user):x"])
                for device in 0..<5 {
                    try db.execute(
                        sql: "INSERT INTO device (user_id, device_id, created_at) VALUES (?1, ?2, 0)",
                        arguments: ["@u\(user):x", "D\(device)"])
                    try db.execute(
                        sql: "INSERT INTO device_key (user, device, keys) VALUES (?, ?, ?)",
                        arguments: ["@u\(user):x", "D\(device)", Data(#"{"keys":{}}"#.utf8)])
                }
            }
        }
        for count in [1, 40] {
            let users = JSONObject(uniqueKeysWithValues: (0..<count).map { ("@u\($0):x", JSONValue.array([])) })
            let (answer, rows, statements) = try await Self.measured(
                KeyQuery(JSONReader(users), reader: alice.userID, on: "localhost", KeyLimits()), node)
            #expect(statements == 3 && rows == count * 6)
            #expect(answer["device_keys"]?.objectValue?.count == count)
            #expect(answer.at("device_keys", "@u0:x").objectValue?.count == 5)
        }
        let devices = JSONValue.array((0..<10_001).map { .string("D\($0)") })
        let refused = try await alice.call("POST", ["keys", "query"], ["device_keys": Self.object("@u0:x", devices)])
        #expect(refused.status == 400 && refused.error?.hasPrefix("device_keys") == true)
    }

    @Test("attack 2: a user with too many keys for an answer does not displace other users' keys")
    func crowding() async throws {
        let node = try TestNode { ($0.keyLimits.answer, $0.keyLimits.deviceKeysPerUser) = (20 << 10, 30 << 10) }
        let (mallory, bob) = (try await RoomUser(node, 1, deviceID: "A"), try await RoomUser(node, 2, deviceID: "B"))
        try await bob.ok("POST", ["keys", "upload"], ["device_keys": Self.deviceKeys(bob, "B")])
        let padding: JSONObject = ["more": .string(String(repeating: "x", count: 14 << 10))]
        try await mallory.ok("POST", ["keys", "upload"], ["device_keys": Self.deviceKeys(mallory, "A", padding)])
        let second = try await RoomUser(node, 1, deviceID: "A2")
        try await second.ok("POST", ["keys", "upload"], ["device_keys": Self.deviceKeys(second, "A2", padding)])
        let third = try await RoomUser(node, 1, deviceID: "A3")
        #expect(
            try await third.call("POST", ["keys", "upload"], ["device_keys": Self.deviceKeys(third, "A3", padding)])
                .status == 403)
        let asked: JSONObject = JSONObject([mallory.userID: [], bob.userID: []])
        let answer = try await bob.ok("POST", ["keys", "query"], ["device_keys": .object(asked)])
        #expect(answer["device_keys"]?.objectValue?.keys == [bob.userID])
        let server = String(mallory.userID.split(separator: ":")[1])
        #expect(answer.at("failures", server, "errcode") == "M_LIMIT_EXCEEDED")
        let alone = try await bob.ok("POST", ["keys", "query"], ["device_keys": Self.object(mallory.userID, [])])
        #expect(alone.at("device_keys", mallory.userID).objectValue?.count == 2 && alone["failures"] == [:])
    }

    @Test("attack 74: signatures have a part of the answer, and a user with too many is listed under failures")
    func signatureBytes() async throws {
        let node = try TestNode { $0.keyLimits.answer = 20 << 10 }
        var users: [RoomUser] = []
        for number in 1...3 {
            users.append(try await RoomUser(node, UInt8(number), deviceID: "D"))
            try await users[number - 1].ok(
                "POST", ["keys", "upload"], ["device_keys": Self.deviceKeys(users[number - 1], "D")])
        }
        users.sort { $0.userID < $1.userID }
        try await node.assembly.services.database.write { [users] db in
            for user in users.dropFirst() {
                for number in 0..<12 {
                    try db.execute(
                        sql: "INSERT INTO key_signature VALUES (?, ?, ?, ?, ?)",
                        arguments: [user.userID, "D", user.userID, "k\(number)", String(repeating: "s", count: 1_000)])
                }
            }
        }
        let asked = JSONObject(uniqueKeysWithValues: users.map { ($0.userID, JSONValue.array([])) })
        let (answer, rows, statements) = try await Self.measured(
            KeyQuery(
                JSONReader(asked), reader: users[0].userID, on: "localhost",
                node.assembly.services.configuration.keyLimits), node)
        #expect(answer.serialized().count < 20 << 10)
        #expect(answer["device_keys"]?.objectValue?.count == 2 && answer["failures"]?.objectValue?.count == 1)
        #expect(statements == 3 && rows < 30)
        // Alone a user is served whatever the signatures.
        let alone = try await Self.measured(
            KeyQuery(
                JSONReader(Self.object(users[2].userID, []).objectValue ?? [:]), reader: users[0].userID,
                on: "localhost", node.assembly.services.configuration.keyLimits), node
        ).answer
        #expect(alone["device_keys"]?.objectValue?.keys == [users[2].userID])
    }

    @Test(
        "attack 2: a signature of a user without a shared room is not stored, and a user's signatures over all keys have a limit"
    )
    func strangers() async throws {
        let pair = try await Pair(TestNode { $0.keyLimits.signaturesPerUser = 1 })
        let bob = try await RoomUser(pair.node, 2, deviceID: "B"), carol = try await RoomUser(pair.node, 3)
        try await bob.ok(
            "POST", ["keys", "upload"],
            [
                "device_keys": Self.deviceKeys(
                    bob, "B", ["signatures": Self.object(carol.userID, ["ed25519:K": "foisted"])])
            ])
        let alice = try await RoomUser(pair.node, 1, deviceID: "A")
        try await alice.ok("POST", ["keys", "upload"], ["device_keys": Self.deviceKeys(alice, "A")])
        let alices = try SigningIdentity(alice.userID), bobs = try SigningIdentity(bob.userID)
        let carols = try SigningIdentity(carol.userID)
        for (user, keys) in [(alice, alices), (bob, bobs), (carol, carols)] {
            #expect(try await user.uploadSigning(keys.upload()).status == 200)
        }
        func sign(_ keys: JSONObject, _ target: String, of owner: RoomUser, by user: RoomUser, _ name: SigningRole)
            async throws -> String?
        {
            let identity = user.userID == carol.userID ? carols : alices
            let signed = try JSONObject([target: identity.signed(keys, by: [name])])
            return try await user.ok(
                "POST", ["keys", "signatures", "upload"], Self.object(owner.userID, .object(signed))
            ).at("failures", owner.userID, target, "errcode").stringValue
        }
        let (master, target) = (bobs.json(.master), bobs.id(.master))
        #expect(try await sign(master, target, of: bob, by: carol, .userSigning) == "M_FORBIDDEN")
        #expect(try await sign(master, target, of: bob, by: alice, .userSigning) == nil)
        let own = try #require(Self.deviceKeys(alice, "A").objectValue)
        #expect(try await sign(own, "A", of: alice, by: alice, .selfSigning) == "M_RESOURCE_LIMIT_EXCEEDED")
        let seen = try await carol.ok("POST", ["keys", "query"], ["device_keys": Self.object(bob.userID, [])])
        #expect(seen.at("device_keys", bob.userID, "B", "signatures") == [:])
        let stored = try await pair.node.assembly.services.database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM key_signature")
        }
        #expect(stored == 1)
    }
}
