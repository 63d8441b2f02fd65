import Foundation
import GRDB
import HeraldJSON
import HeraldPeer
import SDNWire
import Synchronization
import TestSupport
import Testing
@testable import SDNNode

@Suite("Limits of uploads")
struct UploadLimitTests {
    private static func files(in folder: URL) -> [String] {
        let all = FileManager.default.enumerator(
            at: folder.appendingPathComponent("media"), includingPropertiesForKeys: [.isRegularFileKey])
        return (all?.compactMap { $0 as? URL } ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
        .map { String($0.path.dropFirst(folder.path.count)) }
    }

    @Test("a file that is too long is refused and leaves nothing behind")
    func tooLong() async throws {
        let folder = try TemporaryFolder()
        let ann = try await RoomUser(
            try TestNode { ($0.media.uploadLimit, $0.storage) = (8, .directory(folder.url)) }, 1)
        let answer = try await ann.upload([UInt8](repeating: 1, count: 9))
        #expect((answer.status, answer.errcode) == (413, "M_TOO_LARGE"))
        #expect(Self.files(in: folder.url).isEmpty)
        _ = try await ann.uploaded([UInt8](repeating: 1, count: 8))
        #expect(Self.files(in: folder.url).count == 1)
    }

    @Test("each user has a quota of bytes of their own")
    func quota() async throws {
        let node = try TestNode { $0.media.quotaPerUser = 10 }
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        _ = try await ann.uploaded([1, 2, 3, 4, 5, 6])
        let refused = try await ann.upload([1, 2, 3, 4, 5])
        #expect((refused.status, refused.errcode) == (403, "M_RESOURCE_LIMIT_EXCEEDED"))
        _ = try await ann.uploaded([1, 2, 3, 4])
        #expect(try await ann.upload([1]).errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        _ = try await bob.uploaded([UInt8](repeating: 1, count: 10))
    }

    @Test("attack 46: a user has a limited number of files, also when they are empty")
    func files() async throws {
        let node = try TestNode { $0.media.filesPerUser = 3 }
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        for _ in 0..<3 { _ = try await ann.uploaded([]) }
        #expect(try await ann.upload([]).errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        _ = try await bob.uploaded([])
    }

    @Test(
        "attack 95: a user uploads a limited number of files at once, and the next is accepted when one has ended")
    func atOnce() async throws {
        let node = try TestNode { $0.media.uploadsPerUser = 1 }
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let media = MediaService(services: node.assembly.services)
        let request = UploadMediaRequest(filename: nil, payload: Payload(contentType: "image/png"))
        let (mine, others) = (
            Caller(userID: ann.userID, deviceID: "D", tokenID: 1), Caller(userID: bob.userID, deviceID: "D", tokenID: 2)
        )
        let refusal = Mutex<MatrixError?>(nil)
        let first = RequestBodyStream { each in
            try await each([1])
            do {
                _ = try await media.upload(request, RequestBodyStream([2]), mine)
            } catch {
                refusal.withLock { $0 = error as? MatrixError }
            }
            _ = try await media.upload(request, RequestBodyStream([3]), others)
        }
        _ = try await media.upload(request, first, mine)
        #expect(refusal.withLock(\.self)?.code == .limitExceeded)
        _ = try await media.upload(request, RequestBodyStream([4]), mine)
    }

    @Test("attack 98: a user's number and size of files are stored in one row")
    func use() async throws {
        let ann = try TestWallet(1).userID
        let node = try TestNode { $0.media.filesPerUser = 4 }
        let database = node.assembly.services.database
        try await database.write { db in
            for length in [3, 4] {
                try db.execute(
                    sql:
                        "INSERT INTO media (id, hash, length, content_type, uploader, created_at) VALUES (?1, ?1, ?2, 'x/y', ?3, 0)",
                    arguments: ["\(length)", length, ann])
            }
        }
        let user = try await RoomUser(node, 1)
        for bytes in [[1, 2], []] as [[UInt8]] { _ = try await user.uploaded(bytes) }
        let use = try await database.read { db in try MediaRecord.use(by: ann, in: db) }
        #expect(use == (4, 9))
        #expect(try await user.upload([]).errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        try await database.write { db in try db.execute(sql: "DELETE FROM media WHERE length = 4") }
        #expect(try await database.read { db in try MediaRecord.use(by: ann, in: db) } == (3, 5))
        let plan = try await database.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + MediaRecord.useStatement, arguments: [ann]).map {
                $0["detail"] as String
            }
        }
        #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH media_use USING PRIMARY KEY"), "\(plan)")
        await database.close()
    }

    @Test("two simultaneous uploads cannot exceed the quota together")
    func together() async throws {
        let node = try TestNode { $0.media.quotaPerUser = 10 }
        let ann = try await RoomUser(node, 1)
        let caller = Caller(userID: ann.userID, deviceID: "D", tokenID: 1)
        let media = MediaService(services: node.assembly.services)
        let request = UploadMediaRequest(filename: nil, payload: Payload(contentType: "image/png"))
        let inner = Mutex<(any Error)?>(nil)
        // The second one comes while the first is under way.
        let first = RequestBodyStream { each in
            try await each([1, 2, 3, 4, 5, 6])
            do {
                _ = try await media.upload(request, RequestBodyStream([1, 2, 3, 4, 5]), caller)
            } catch {
                inner.withLock { $0 = error }
            }
            try await each([7, 8, 9, 10])
        }
        _ = try await media.upload(request, first, caller)
        #expect((inner.withLock { $0 } as? StatusedError)?.error.code == .resourceLimitExceeded)
    }

    private static let request = UploadMediaRequest(filename: nil, payload: Payload(contentType: "image/png"))

    @Test("uploads that began before another one ended count it, however many began at once")
    func stored() async throws {
        let folder = try TemporaryFolder()
        let node = try TestNode { ($0.media.quotaPerUser, $0.storage) = (10, .directory(folder.url)) }
        let ann = try await RoomUser(node, 1)
        let caller = Caller(userID: ann.userID, deviceID: "D", tokenID: 1)
        let media = MediaService(services: node.assembly.services)
        let taken = Mutex(0)
        await #expect(throws: StatusedError.self) {
            _ = try await media.upload(
                Self.request,
                RequestBodyStream { each in
                    // Both have looked at what is stored before either is.
                    _ = try await media.upload(Self.request, RequestBodyStream([1, 2, 3, 4, 5, 6]), caller)
                    for byte in 0..<10 {
                        try await each([UInt8(byte)])
                        taken.withLock { $0 += 1 }
                    }
                }, caller)
        }
        #expect(taken.withLock { $0 } == 4)
        #expect(Self.files(in: folder.url).count == 1)
        // Nothing of the two is counted any more.
        _ = try await media.upload(Self.request, RequestBodyStream([1, 2, 3, 4]), caller)
    }

    @Test(
        "a file that is refused when complete is deleted from the disk, unless another user has the same",
        arguments: [true, false])
    func refusedLate(isShared: Bool) async throws {
        let folder = try TemporaryFolder()
        let node = try TestNode { ($0.media.quotaPerUser, $0.storage) = (10, .directory(folder.url)) }
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
        if isShared { _ = try await bob.uploaded(bytes) }
        let media = MediaService(services: node.assembly.services)
        await #expect(throws: StatusedError.self) {
            _ = try await media.upload(
                Self.request,
                RequestBodyStream { each in
                    try await each(bytes)
                    // This node's ledger does not have files that another node on the same database has stored.
                    try await node.assembly.services.database.write { db in
                        try MediaRecord(
                            id: "x", hash: "0", length: 5, contentType: "image/png", filename: nil,
                            usedAt: Timestamp(milliseconds: 0)
                        ).insert(uploader: ann.userID, in: db)
                    }
                }, Caller(userID: ann.userID, deviceID: "D", tokenID: 1))
        }
        #expect(Self.files(in: folder.url).count == (isShared ? 1 : 0))
    }

    @Test("a file that two users upload stays when one upload is refused")
    func settling() throws {
        let folder = try TemporaryFolder()
        let files = MediaFiles(storage: .directory(folder.url), durability: .processCrash)
        let (one, two) = (try files.begin("one"), try files.begin("two"))
        for intake in [one, two] { try intake.append([1]) }
        let whole = try files.keep(one)
        _ = try files.keep(two)
        files.discard(whole.hash)
        files.settled(whole.hash)
        #expect(Self.files(in: folder.url).count == 1)
        files.discard(whole.hash)
        #expect(Self.files(in: folder.url).isEmpty)
    }

    @Test("an upload that breaks off leaves nothing and uses no quota")
    func brokenOff() async throws {
        let folder = try TemporaryFolder()
        let node = try TestNode { ($0.media.quotaPerUser, $0.storage) = (10, .directory(folder.url)) }
        let ann = try await RoomUser(node, 1)
        let caller = Caller(userID: ann.userID, deviceID: "D", tokenID: 1)
        let media = MediaService(services: node.assembly.services)
        struct Gone: Error {}
        await #expect(throws: Gone.self) {
            _ = try await media.upload(
                UploadMediaRequest(filename: nil, payload: Payload(contentType: "image/png")),
                RequestBodyStream { each in
                    try await each([1, 2, 3, 4, 5, 6])
                    throw Gone()
                }, caller)
        }
        #expect(Self.files(in: folder.url).isEmpty)
        _ = try await media.upload(
            UploadMediaRequest(filename: nil, payload: Payload(contentType: "image/png")),
            RequestBodyStream([UInt8](repeating: 0, count: 10)), caller)
    }

    @Test("the same content is stored once, and files survive a restart")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let first = try TestNode { $0.storage = .directory(folder.url) }
        let ann = try await RoomUser(first, 1)
        let one = try await ann.uploaded([1, 2, 3], name: "a.png"),
            two = try await ann.uploaded([1, 2, 3], type: "image/gif")
        #expect(one != two)
        #expect(Self.files(in: folder.url).count == 1)
        await first.assembly.services.database.close()
        let second = try TestNode(clock: first.clock) { $0.storage = .directory(folder.url) }
        let again = RoomUser(second, token: ann.token, userID: ann.userID)
        #expect(try await again.download("/_matrix/client/v1/media/download/localhost/" + one).body == [1, 2, 3])
        #expect(
            try await again.download("/_matrix/client/v1/media/download/localhost/" + two).headers["Content-Type"]
                == "image/gif")
    }

    @Test("a node in memory deletes its files when it stops")
    func temporary() async throws {
        let file = try await {
            let ann = try await RoomUser(try TestNode(), 1)
            let id = try await ann.uploaded([1])
            let record = try #require(
                try await ann.node.assembly.services.database.read { db in try MediaRecord.find(id, in: db) })
            let response = await ann.node.assembly.handler.respond(
                to: NodeRequest(
                    method: "GET", target: "/_matrix/client/v1/media/download/localhost/" + record.id,
                    authorization: "Bearer " + ann.token))
            let url = try #require(response.file?.url)
            #expect(FileManager.default.fileExists(atPath: url.path))
            return url
        }()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}
