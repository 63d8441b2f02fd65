import Foundation
import GRDB
import HeraldJSON
import HeraldPeer
import Testing
@testable import SDNNode

@Suite("Limits of key backups")
struct KeyBackupLimitTests {
    @Test("the number and bytes of a user's backups, and the size of a key and a description, have limits")
    func limits() async throws {
        let node = try TestNode {
            ($0.keyLimits.backups, $0.keyLimits.backupsPerUser, $0.keyLimits.entriesPerRequest) = (2, 4 << 10, 3)
        }
        let bob = try await RoomUser(node, 2)
        let version = try await bob.createBackup()
        let large: JSONValue = .string(String(repeating: "x", count: 17 << 10))
        #expect(try await bob.backup(["!r", "s"], version, "PUT", RoomUser.key(data: large)).errcode == "M_TOO_LARGE")
        let described: JSONValue = ["algorithm": "a", "auth_data": large]
        #expect(try await bob.call("POST", ["room_keys", "version"], described).errcode == "M_TOO_LARGE")
        let long = String(repeating: "s", count: 256)
        #expect(try await bob.backup(["!r", long], version, "PUT", RoomUser.key()).errcode == "M_INVALID_PARAM")
        let many = JSONObject(uniqueKeysWithValues: (0..<4).map { ("s\($0)", RoomUser.key()) })
        #expect(
            try await bob.backup(["!r"], version, "PUT", ["sessions": .object(many)]).errcode == "M_INVALID_PARAM")
        let data: JSONValue = .string(String(repeating: "x", count: 1_500))
        for session in ["1", "2"] {
            #expect(try await bob.backup(["!r", session], version, "PUT", RoomUser.key(data: data)).status == 200)
        }
        let full = try await bob.backup(["!r", "3"], version, "PUT", RoomUser.key(data: data))
        #expect(full.status == 403 && full.errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        // A better key in place of another one of the same size is no growth.
        #expect(
            try await bob.backup(["!r", "1"], version, "PUT", RoomUser.key(verified: true, data: data)).status == 200)
        #expect(try await bob.backup(["!r", "2"], version, "DELETE").status == 200)
        #expect(try await bob.backup(["!r", "3"], version, "PUT", RoomUser.key(data: data)).status == 200)
        _ = try await bob.createBackup()
        #expect(
            try await bob.call("POST", ["room_keys", "version"], ["algorithm": "a", "auth_data": "b"]).errcode
                == "M_RESOURCE_LIMIT_EXCEEDED")
        #expect(try await bob.call("DELETE", ["room_keys", "version", version]).status == 200)
        _ = try await bob.createBackup()
    }

    @Test("long names of rooms and sessions count against the limit, and are subtracted with their keys")
    func names() async throws {
        let node = try TestNode { $0.keyLimits.backupsPerUser = 4 << 10 }
        let bob = try await RoomUser(node, 2), version = try await bob.createBackup()
        let room = "!" + String(repeating: "r", count: 254), long = String(repeating: "s", count: 254)
        for session in ["1", "2", "3"] {
            #expect(try await bob.backup([room, long + session], version, "PUT", RoomUser.key()).status == 200)
        }
        let full = try await bob.backup([room, long + "4"], version, "PUT", RoomUser.key())
        #expect(full.errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        let data = RoomUser.key()["session_data"]?.serialized().count ?? 0
        let sum = "bytes = \(3 * (data + 256 + 2 * 510))"
        #expect(try await node.count("key_backup", where: sum) == 1)
        #expect(
            try await bob.backup([room, long + "1"], version, "PUT", RoomUser.key(verified: true)).status == 200)
        #expect(try await node.count("key_backup", where: sum) == 1)
        #expect(try await bob.backup([room, long + "1"], version, "DELETE").status == 200)
        #expect(try await bob.backup([room, long + "4"], version, "PUT", RoomUser.key()).status == 200)
        #expect(try await bob.backup([], version, "DELETE").body["count"] == 0)
        #expect(try await node.count("key_backup", where: "bytes = 0") == 1)
    }

    @Test("the sum of a backup for which an older version counted less never falls below zero")
    func olderSums() async throws {
        let node = try TestNode(), bob = try await RoomUser(node, 2), version = try await bob.createBackup()
        for session in ["1", "2", "3"] {
            #expect(try await bob.backup(["!r", session], version, "PUT", RoomUser.key()).status == 200)
        }
        try await node.assembly.services.database.write { db in try db.execute(sql: "UPDATE key_backup SET bytes = 300")
        }
        for session in ["1", "2"] {
            #expect(try await bob.backup(["!r", session], version, "DELETE").status == 200)
            #expect(try await node.count("key_backup", where: "bytes BETWEEN 0 AND 300") == 1)
        }
        #expect(try await bob.backup(["!r", "1"], version, "PUT", RoomUser.key()).status == 200)
        #expect(try await bob.backup([], version, "DELETE").status == 200)
        #expect(try await node.count("key_backup", where: "bytes = 0 AND keys = 0") == 1)
    }

    /// A backup with many keys, which only thousands of requests would make.
    private func filled(_ node: TestNode, _ user: RoomUser, keys: Int, bytes: Int) async throws -> String {
        let version = try await user.createBackup(), number = try #require(Int64(version))
        try await node.assembly.services.database.write { [userID = user.userID] db in
            let backup = try #require(try BackupStore.find(number, of: userID, in: db))
            let data = JSONValue.string(String(repeating: "x", count: bytes)).serialized()
            let key = BackedUpKey(firstMessageIndex: 0, forwardedCount: 0, isVerified: true, data: data)
            let entries = (0..<keys).map {
                BackupUpload.Entry(room: "!\($0 % 7)", session: "s\($0)", key: key)
            }
            _ = try BackupStore.keep(entries, in: backup, db)
        }
        return version
    }

    @Test("a large backup is read in parts, and is whole")
    func parts() async throws {
        let node = try TestNode(), bob = try await RoomUser(node, 2)
        let version = try await filled(node, bob, keys: 700, bytes: 2_000)
        let service = BackupService(services: node.assembly.services)
        let caller = try await node.assembly.identity.tokens.caller(of: bob.token)
        for room in [nil, "!3"] {
            let answer = try await service.keys(of: room, in: try #require(Int64(version)), of: caller)
            var bytes = answer.first, parts = 1
            var rest = try #require(answer.rest)
            while let part = try await rest.next() {
                #expect(part.count <= LongAnswer.partSize + (4 << 10))
                bytes += part
                parts += 1
            }
            #expect(parts >= 2)
            let json = try JSONValue(parsing: bytes)
            if let room {
                #expect(json.at("sessions").objectValue?.count == 100 && room == "!3")
            } else {
                let rooms = json.at("rooms").objectValue ?? [:]
                #expect(rooms.count == 7)
                #expect(rooms.allSatisfy { $0.value.at("sessions").objectValue?.count == 100 })
            }
        }
    }

    @Test("a deleted backup is gone at once, and its keys are deleted in slices", arguments: [true, false])
    func slices(isDeactivation: Bool) async throws {
        let node = try TestNode(), bob = try await RoomUser(node, 2)
        let version = try await filled(node, bob, keys: 450, bytes: 10)
        await node.assembly.services.fanOutTasks.stop()
        if isDeactivation {
            let proof = try Demand(await bob.call("POST", ["account", "deactivate"], [:])).proof(TestWallet(2))
            try await bob.ok("POST", ["account", "deactivate"], ["auth": proof])
        } else {
            try await bob.ok("DELETE", ["room_keys", "version", version])
            #expect(try await bob.backup([], version, "GET").errcode == "M_NOT_FOUND")
        }
        var last = try await node.count("backed_up_key")
        #expect((350..<450).contains(last))
        while try await node.stepFanOut() {
            let now = try await node.count("backed_up_key")
            #expect(last - now <= RemovalSlice.rowsPerWrite)
            last = now
        }
        #expect(last == 0)
        #expect(try await node.count("key_backup") == 0)
    }

    @Test("all keys of a large backup are deleted, and its sums with them")
    func allKeys() async throws {
        let node = try TestNode(), bob = try await RoomUser(node, 2)
        let version = try await filled(node, bob, keys: 350, bytes: 10)
        let answer = try await bob.backup([], version, "DELETE")
        #expect(answer.body["count"] == 0 && answer.body["etag"] != "1")
        #expect(try await node.count("backed_up_key") == 0)
        #expect(try await node.count("key_backup", where: "bytes = 0 AND keys = 0") == 1)
    }
}
