import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Key backups (Matrix 1.11, 11.11.3)")
struct KeyBackupTests {
    private let node: TestNode
    private let bob: RoomUser

    init() async throws {
        node = try TestNode()
        bob = try await RoomUser(node, 2)
    }

    @Test("a backup is described, and its description may change but not its algorithm")
    func described() async throws {
        #expect(try await bob.call("GET", ["room_keys", "version"]).errcode == "M_NOT_FOUND")
        let version = try await bob.createBackup(["public_key": "a"])
        let described = try await bob.ok("GET", ["room_keys", "version"])
        #expect(
            described == [
                "algorithm": "m.megolm_backup.v1", "auth_data": ["public_key": "a"], "count": 0, "etag": "0",
                "version": .string(version),
            ])
        func update(_ body: JSONValue, at path: String) async throws -> TestNode.Answer {
            try await bob.call("PUT", ["room_keys", "version", path], body)
        }
        let changed: JSONValue = ["algorithm": "m.megolm_backup.v1", "auth_data": "any value"]
        #expect(try await update(changed, at: version).body == [:])
        #expect(try await bob.ok("GET", ["room_keys", "version", version])["auth_data"] == "any value")
        #expect(
            try await update(["algorithm": "other", "auth_data": "x"], at: version).errcode == "M_INVALID_PARAM")
        #expect(
            try await update(
                ["algorithm": "m.megolm_backup.v1", "auth_data": "x", "version": "other"], at: version
            ).errcode == "M_INVALID_PARAM")
        for unknown in ["bogus", "999999", "-1", "01"] {
            #expect(try await update(changed, at: unknown).errcode == "M_NOT_FOUND")
            #expect(try await bob.call("GET", ["room_keys", "version", unknown]).errcode == "M_NOT_FOUND")
        }
        #expect(try await bob.call("POST", ["room_keys", "version"], ["auth_data": [:]]).errcode == "M_MISSING_PARAM")
    }

    @Test("an empty backup answers without keys, and one that does not exist is not found")
    func empty() async throws {
        let version = try await bob.createBackup()
        #expect(try await bob.backup(["!r", "s"], version, "GET").errcode == "M_NOT_FOUND")
        #expect(try await bob.backup(["!r"], version, "GET").body == ["sessions": [:]])
        #expect(try await bob.backup([], version, "GET").body == ["rooms": [:]])
        for path in [[], ["!r"], ["!r", "s"]] {
            #expect(try await bob.backup(path, "bogus", "GET").errcode == "M_NOT_FOUND")
            #expect(try await bob.backup(path, "bogus", "DELETE").errcode == "M_NOT_FOUND")
            #expect(try await bob.call("GET", ["room_keys", "keys"] + path).errcode == "M_MISSING_PARAM")
        }
    }

    @Test("keys are stored for one session, a room and several rooms, and come back as they were")
    func stored() async throws {
        let version = try await bob.createBackup()
        let (one, two, three) = (RoomUser.key(index: 1), RoomUser.key(index: 2), RoomUser.key(index: 3))
        let first = try await bob.backup(["!r:x", "a/b+c"], version, "PUT", one)
        #expect(first.body == ["count": 1, "etag": "1"])
        #expect(
            try await bob.backup(["!r:x"], version, "PUT", ["sessions": ["s2": two]]).body == ["count": 2, "etag": "2"])
        let rooms: JSONValue = ["rooms": ["!r:x": ["sessions": ["s2": two]], "!q:x": ["sessions": ["s3": three]]]]
        #expect(try await bob.backup([], version, "PUT", rooms).body == ["count": 3, "etag": "3"])
        // The same keys again change nothing.
        #expect(try await bob.backup([], version, "PUT", rooms).body == ["count": 3, "etag": "3"])
        #expect(try await bob.backup(["!r:x", "a/b+c"], version, "GET").body == one)
        #expect(
            try await bob.backup(["!r:x"], version, "GET").body == ["sessions": ["a/b+c": one, "s2": two]])
        #expect(
            try await bob.backup([], version, "GET").body == [
                "rooms": ["!q:x": ["sessions": ["s3": three]], "!r:x": ["sessions": ["a/b+c": one, "s2": two]]]
            ])
        let described = try await bob.ok("GET", ["room_keys", "version"])
        #expect(described["count"] == 3 && described["etag"] == "3")
        // Another user has no part in it.
        let alice = try await RoomUser(node, 1)
        #expect(try await alice.backup([], version, "GET").errcode == "M_NOT_FOUND")
        #expect(try await alice.backup(["!r:x", "a/b+c"], version, "PUT", two).errcode == "M_NOT_FOUND")
    }

    @Test("a verified key wins, then the lower first message index, then the lower forwarded count")
    func merged() async throws {
        let version = try await bob.createBackup()
        let ranked = [
            RoomUser.key(index: 5, forwarded: 5, verified: true), RoomUser.key(index: 5, forwarded: 6, verified: true),
            RoomUser.key(index: 6, forwarded: 0, verified: true), RoomUser.key(index: 1, forwarded: 2),
            RoomUser.key(index: 1, forwarded: 3), RoomUser.key(index: 2, forwarded: 0),
        ]
        for (place, best) in ranked.enumerated() {
            let session = "s\(place)"
            for worse in ranked[(place + 1)...].reversed() {
                _ = try await bob.backup(["!r", session], version, "PUT", worse)
            }
            let before = try await bob.backup(["!r", session], version, "PUT", best)
            #expect(try await bob.backup(["!r", session], version, "GET").body == best)
            for other in ranked[place...] {
                #expect(try await bob.backup(["!r", session], version, "PUT", other).body == before.body)
            }
            #expect(try await bob.backup(["!r", session], version, "GET").body == best)
        }
    }

    @Test("only the newest backup takes keys, and the answer names it")
    func newest() async throws {
        let first = try await bob.createBackup(), second = try await bob.createBackup()
        let answer = try await bob.backup(["!r", "s"], first, "PUT", RoomUser.key())
        #expect(answer.status == 403 && answer.errcode == "M_WRONG_ROOM_KEYS_VERSION")
        #expect(answer.body["current_version"] == .string(second))
        #expect(try await bob.backup(["!r", "s"], second, "PUT", RoomUser.key()).status == 200)
        #expect(try await bob.call("DELETE", ["room_keys", "version", second]).body == [:])
        #expect(try await bob.ok("GET", ["room_keys", "version"])["version"] == .string(first))
        #expect(try await bob.call("GET", ["room_keys", "version", second]).errcode == "M_NOT_FOUND")
        #expect(try await bob.call("DELETE", ["room_keys", "version", second]).errcode == "M_NOT_FOUND")
        for unknown in [second, "999999"] {
            let answer = try await bob.backup(["!r", "s"], unknown, "PUT", RoomUser.key())
            #expect(answer.status == 404 && answer.errcode == "M_NOT_FOUND")
        }
        // A new backup is empty and has a version that none had before.
        let third = try await bob.createBackup()
        #expect(![first, second].contains(third))
        #expect(try await bob.backup([], third, "GET").body == ["rooms": [:]])
        for _ in 0..<12 { _ = try await bob.createBackup() }
    }

    @Test("keys are deleted for one session, a room and the whole backup, and the etag changes with each")
    func deleted() async throws {
        let version = try await bob.createBackup()
        for (room, session) in [("!a", "1"), ("!a", "2"), ("!a", "3"), ("!b", "1")] {
            _ = try await bob.backup([room, session], version, "PUT", RoomUser.key())
        }
        #expect(try await bob.backup(["!a", "1"], version, "DELETE").body == ["count": 3, "etag": "5"])
        #expect(try await bob.backup(["!a", "1"], version, "DELETE").body == ["count": 3, "etag": "5"])
        #expect(try await bob.backup(["!a"], version, "DELETE").body == ["count": 1, "etag": "6"])
        #expect(try await bob.backup(["!b"], version, "GET").body == ["sessions": ["1": RoomUser.key()]])
        #expect(try await bob.backup([], version, "DELETE").body == ["count": 0, "etag": "7"])
        let bytes = try await node.assembly.services.database.read { [bob] db in
            try BackupStore.load(of: bob.userID, in: db).bytes
        }
        #expect(bytes == 2)
    }

    @Test("keys in another form are refused, and none of the request is stored")
    func refused() async throws {
        let version = try await bob.createBackup()
        func code(_ member: String, _ value: JSONValue?) async throws -> String? {
            var key = RoomUser.key().objectValue ?? [:]
            key[member] = value
            let body: JSONValue = ["rooms": ["!r": ["sessions": ["a": RoomUser.key(), "b": .object(key)]]]]
            return try await bob.backup([], version, "PUT", body).errcode
        }
        for member in ["first_message_index", "forwarded_count", "is_verified", "session_data"] {
            #expect(try await code(member, nil) == "M_MISSING_PARAM")
        }
        #expect(try await code("first_message_index", "1") == "M_BAD_JSON")
        #expect(try await code("is_verified", 1) == "M_BAD_JSON")
        #expect(try await code("forwarded_count", -1) == "M_INVALID_PARAM")
        #expect(try await bob.backup([], version, "GET").body == ["rooms": [:]])
        #expect(try await bob.backup([], version, "PUT", ["rooms": ["!r": []]]).errcode == "M_BAD_JSON")
    }
}

extension RoomUser {
    static func key(index: Int64 = 0, forwarded: Int64 = 0, verified: Bool = false, data: JSONValue = ["a": "b"])
        -> JSONValue
    {
        [
            "first_message_index": .int(index), "forwarded_count": .int(forwarded), "is_verified": .bool(verified),
            "session_data": data,
        ]
    }

    /// - Returns: the version.
    func createBackup(_ authData: JSONValue = [:]) async throws -> String {
        let body: JSONValue = ["algorithm": "m.megolm_backup.v1", "auth_data": authData]
        return try JSONReader(await ok("POST", ["room_keys", "version"], body)).string("version")
    }

    /// A request for keys of a backup.
    /// - Parameter place: the room and the session, as far as they are named.
    func backup(_ place: [String], _ version: String, _ method: String, _ body: JSONValue? = nil) async throws
        -> TestNode.Answer
    {
        try await call(method, ["room_keys", "keys"] + place, query: ["version": version], body)
    }
}
