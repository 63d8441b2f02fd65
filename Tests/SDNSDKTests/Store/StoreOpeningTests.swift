import Foundation
import GRDB
import HeraldJSON
import TestSupport
import SDNSDK
import Testing
@testable import SDNSession
@testable import SDNStore

struct StoreOpeningTests {
    @Test(
        "a confirmed write is on the disk: with a rollback journal before the first sync, and with a write-ahead log later"
    )
    func durability() async throws {
        let folder = try TemporaryFolder()
        let database = try StoreDatabase(path: folder.url.appendingPathComponent("store.sqlite").path)
        for journal in ["truncate", "wal"] {
            let (mode, synchronous) = try await database.read { store in
                (
                    try String.fetchOne(store.db, sql: "PRAGMA journal_mode"),
                    try Int.fetchOne(store.db, sql: "PRAGMA synchronous")
                )
            }
            #expect(mode == journal)
            #expect(synchronous == 2)
            try await database.write { try $0.set(.eventStreamToken, "s1") }
        }
        database.close()
    }

    @Test(
        "a second session cannot use a store until the first one is closed", arguments: [true, false])
    func oneSession(inFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let store: any MXStore = inFile ? MXFileStore(directory: folder.url) : MXMemoryStore()
        let node = ScriptedNode()
        let (first, second) = (MXSession.scripted(node), MXSession.scripted(node, userId: ScriptedNode.other))
        try await first.setStore(store)
        #expect((await failure { try await second.setStore(store) } as? SDNSDKError)?.code == .storeInUse)
        try await first.start()
        #expect(first.rooms.count == 1)
        await first.close()
        try await second.setStore(store)
        #expect(second.rooms.isEmpty)
        await second.close()
    }

    @Test("a session gets a store whichever page of the file is damaged")
    func damagedPage() async throws {
        let (folder, node) = (try TemporaryFolder(), ScriptedNode())
        for number in 1...60 { node.say("hello \(number)") }
        let before = MXSession.scripted(node)
        let store = MXFileStore(directory: folder.url)
        try await before.setStore(store)
        let file = try #require(store.file)
        try await before.start()
        await before.close()
        let bytes = try Data(contentsOf: file)
        var freshStarts = 0
        for page in 1..<(bytes.count / 4096) {
            var damaged = bytes
            damaged.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(repeating: 0xFF, count: 4096))
            for entry in folder.files {
                try? FileManager.default.removeItem(at: folder.url.appendingPathComponent(entry.name))
            }
            try damaged.write(to: file)
            let session = MXSession.scripted(node)
            #expect(
                await failure { try await session.setStore(MXFileStore(directory: folder.url)) } == nil, "page \(page)")
            if session.rooms.isEmpty {
                freshStarts += 1
                let aside = try #require(
                    folder.files.first { $0.name.hasSuffix("store.sqlite.damaged-1") }, "page \(page)"
                ).data
                // Opening writes to the first page, which says how often the file was changed.
                #expect(aside.dropFirst(4096).prefix(damaged.count - 4096) == damaged.dropFirst(4096), "page \(page)")
            }
            await session.close()
        }
        #expect(freshStarts > 0)
    }

    @Test("damage that is found after opening is moved aside by the next opening")
    func damageMetLater() async throws {
        let folder = try TemporaryFolder()
        let credentials = MXCredentials(node: "http://node.example", userId: ScriptedNode.me, accessToken: nil)
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: credentials)
        try await store.write { try $0.save(MXRoomSummary(roomId: "!a:b", membership: .join)) }
        let file = try #require(store.file)
        _ = await failure {
            try await store.read { _ in throw SDNSDKError(.storeDamaged, reason: "as SQLite would say") }
        }
        await store.close()
        try await store.open(with: credentials)
        #expect(try await store.read { try $0.rooms() }.isEmpty)
        #expect(folder.files.contains { $0.name.hasSuffix(file.lastPathComponent + ".damaged-1") })
        await store.close()
        try await store.open(with: credentials)
        #expect(!folder.files.contains { $0.name.hasSuffix(".damaged-2") }, "the new file is not damaged")
        await store.close()
    }

    @Test("only their user can read the folder and the file, even if others could before")
    func permissions() async throws {
        let folder = try TemporaryFolder()
        let credentials = MXCredentials(node: "http://node.example", userId: ScriptedNode.me, accessToken: nil)
        let account = folder.url.appendingPathComponent(try StoreDirectory.name(for: credentials))
        try FileManager.default.createDirectory(
            at: account, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let store = MXFileStore(directory: folder.url)
        for _ in 0..<2 {
            try await store.open(with: credentials)
            let file = try #require(store.file)
            try await store.write { try $0.save(MXRoomSummary(roomId: "!a:b", membership: .join)) }
            #expect(permissions(account) == 0o700)
            for name in try FileManager.default.contentsOfDirectory(atPath: account.path) {
                #expect(permissions(account.appendingPathComponent(name)) == 0o600, "\(name)")
            }
            await store.close()
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        }
    }

    private func permissions(_ url: URL) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: url.path))?[.posixPermissions] as? Int
    }

    @Test("an ID or a key with U+0000 does not replace another one")
    func nul() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let heard = Heard(room.liveTimeline)
        let response: JSONValue = [
            "next_batch": "s3",
            "rooms": [
                "join": [
                    .init(ScriptedNode.room + "\0"): ["timeline": ["events": []]],
                    .init(ScriptedNode.room): [
                        "timeline": [
                            "events": [
                                [
                                    "type": "m.room.member", "state_key": .string(ScriptedNode.other + "\0x"),
                                    "event_id": "$a", "sender": "@m:b", "content": ["membership": "invite"],
                                ],
                                [
                                    "type": "m.room.name\0", "state_key": "", "event_id": "$b", "sender": "@m:b",
                                    "content": ["name": "Evil"],
                                ],
                                [
                                    "type": "m.room.message", "event_id": "$c", "sender": "@m:b",
                                    "content": ["body": "first"],
                                ],
                                [
                                    "type": "m.room.message", "event_id": "$c\0y", "sender": "@m:b",
                                    "content": ["body": "second"],
                                ],
                            ]
                        ]
                    ],
                ]
            ],
        ]
        _ = try await session.handle(JSONDocument(response.serialized()))
        #expect(heard.ids(.forwards) == ["$c"] && session.rooms.count == 1)
        let stored = try await session.store.read { try $0.state(ofRoom: ScriptedNode.room) }
        #expect(MXRoomState(roomId: room.roomId, events: stored).members.memberName(ScriptedNode.other) == "Other")
        #expect(room.summary.name == nil)
        await session.close()
    }
}
