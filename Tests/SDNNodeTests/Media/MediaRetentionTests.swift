import Foundation
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Retention of files")
struct MediaRetentionTests {
    private static let path = "/_matrix/client/v1/media/download/localhost/"

    private static func hashes(in folder: URL) -> Int {
        let all = FileManager.default.enumerator(
            at: folder.appendingPathComponent("media"), includingPropertiesForKeys: [.isRegularFileKey])
        return (all?.compactMap { $0 as? URL } ?? []).count {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }

    @Test(
        "a file that nobody downloads is deleted, with its content and its part of the quota, and another one is not",
        .timeLimit(.minutes(10)))
    func unused() async throws {
        let folder = try TemporaryFolder(), clock = TestClock()
        let node = try TestNode(clock: clock) {
            $0.storage = .directory(folder.url)
            $0.media.retention = .seconds(100_000)
        }
        let ann = try await RoomUser(node, 1)
        let unused = try await ann.uploaded([1]), used = try await ann.uploaded([2]), copy = try await ann.uploaded([3])
        clock.advance(by: .seconds(60_000))
        #expect(try await ann.download(Self.path + used).body == [2])
        let again = try await ann.uploaded([3])
        // The use is stored after the answer.
        let database = node.assembly.services.database, now = clock.read()
        while try await database.read({ db in try MediaRecord.find(used, in: db)?.usedAt }) != now {
            await Task.yield()
        }
        clock.advance(by: .seconds(60_000))
        #expect(try await node.assembly.sweep.sweep() == 2)
        for id in [unused, copy] { #expect(try await ann.download(Self.path + id).errcode == "M_NOT_FOUND") }
        #expect(try await ann.download(Self.path + used).body == [2])
        #expect(try await ann.download(Self.path + again).body == [3])
        #expect(Self.hashes(in: folder.url) == 2)
        let use = try await database.read { db in try MediaRecord.use(by: ann.userID, in: db) }
        #expect(use == (2, 2))
    }

    @Test("by default the node keeps all files")
    func kept() async throws {
        let clock = TestClock()
        let ann = try await RoomUser(try TestNode(clock: clock), 1)
        let id = try await ann.uploaded([1])
        clock.advance(by: .seconds(1_000_000_000))
        #expect(try await ann.node.assembly.sweep.sweep() == 0)
        #expect(try await ann.download(Self.path + id).body == [1])
    }

    @Test("a node deletes old files when it starts", .timeLimit(.minutes(10)))
    func start() async throws {
        let folder = try TemporaryFolder(), clock = TestClock()
        let id: String
        do {
            let ann = try await RoomUser(
                try TestNode(clock: clock) { $0.storage = .directory(folder.url) }, 1)
            id = try await ann.uploaded([1])
            await ann.node.assembly.services.database.close()
        }
        clock.advance(by: .seconds(7_200))
        var configuration = NodeConfiguration(
            storage: .directory(folder.url), clock: clock.read, monotonicClock: clock.monotonic)
        configuration.media.retention = .seconds(3_600)
        let node = try await EmbeddedNode.start(configuration)
        let database = node.assembly.services.database
        while try await database.read({ db in try MediaRecord.exists(id, in: db) }) { await Task.yield() }
        await node.stop()
        #expect(throws: NodeError.self) {
            var wrong = NodeConfiguration()
            wrong.media.retention = .seconds(1)
            _ = try wrong.validated()
        }
    }
}
