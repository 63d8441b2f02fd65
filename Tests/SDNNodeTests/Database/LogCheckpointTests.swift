import Foundation
import GRDB
import HeraldPeer
import TestSupport
import Testing

@Suite("The write-ahead log")
struct LogCheckpointTests {
    @Test("a long log is copied to the database between commits, and starts again even under endless writes")
    func bounded() async throws {
        let directory = try TemporaryFolder()
        let path = directory.url.appendingPathComponent("log.sqlite").path
        // Small pages, so that a log of many of them is small.
        try await DatabaseQueue(path: path).writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA page_size = 512; PRAGMA auto_vacuum = NONE; CREATE TABLE t(x)")
        }
        let pool = try DatabasePool(path: path)
        let writer = GroupCommitWriter(pool, checkpoints: try LogCheckpoints(path: path))
        for _ in 0..<900 {
            try await writer.write { db in try db.execute(sql: "INSERT INTO t VALUES (zeroblob(100000))") }
        }
        let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? .max
        let copied = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        await writer.end()
        try pool.close()
        // 90 MB were written. The log passes 32,000 pages of 512 bytes by what is written while a copy is under way.
        #expect(log < 45_000_000)
        #expect(copied > 60_000_000)
        let count = try await DatabaseQueue(path: path).read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
        }
        #expect(count == 900)
    }
}
