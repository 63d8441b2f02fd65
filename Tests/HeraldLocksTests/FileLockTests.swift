import Foundation
import Testing

@testable import HeraldLocks

@Suite("A lock on a file") struct FileLockTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "herald-lock-\(UUID().uuidString)")

    private func makeFolder() throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appendingPathComponent("lock").path
    }

    @Test("the lock has one holder at a time, and only its user can read the file")
    func oneHolder() throws {
        let path = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try FileLock(path: path, waits: false)
        #expect(throws: FileLock.Failure.busy) { try FileLock(path: path, waits: false) }
        first.release()
        first.release()
        let second = try FileLock(path: path, waits: false)
        #expect(throws: FileLock.Failure.busy) { try FileLock(path: path, waits: false) }
        second.release()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("the lock is released with its object")
    func objectsEnd() throws {
        let path = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let lock = try FileLock(path: path, waits: false)
            _ = withExtendedLifetime(lock) {
                #expect(throws: FileLock.Failure.busy) { try FileLock(path: path, waits: false) }
            }
        }
        try FileLock(path: path, waits: false).release()
    }

    @Test("a waiting holder gets the lock when the other releases it")
    func waiting() async throws {
        let path = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try FileLock(path: path, waits: true)
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let second = Task {
            await withCheckedContinuation { done in
                Thread.detachNewThread {
                    continuation.yield()
                    done.resume(returning: Result { try FileLock(path: path, waits: true) })
                }
            }
        }
        for await _ in started { break }
        first.release()
        try await second.value.get().release()
    }

    @Test("a missing folder is an error with the system's text")
    func noFolder() {
        #expect(throws: FileLock.Failure.cannotOpen("No such file or directory")) {
            try FileLock(path: folder.appendingPathComponent("lock").path, waits: false)
        }
    }
}
