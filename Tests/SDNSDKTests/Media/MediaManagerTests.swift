import Foundation
import HeraldJSON
@testable import SDNClient
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("The cache of files on the device")
struct MediaManagerTests {
    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("herald-" + UUID().uuidString, isDirectory: true)
    }

    private func manager(
        _ node: FileNode, folder: URL = MediaManagerTests.folder(), size: Int64 = 1_000, fileSize: Int = 1_000,
        clock: Ticking = Ticking()
    ) -> MXMediaManager {
        let credentials = MXCredentials(node: "http://node.example", userId: "@me:x", accessToken: "t")
        let client = MXRestClient(credentials: credentials, transport: node, options: MXSDKOptions())
        client.completionQueue = DispatchQueue(label: "test.completion")
        return MXMediaManager(
            restClient: client, folder: folder, maximumCacheSize: size, maximumFileSize: fileSize, now: clock.next)
    }

    @Test("a file is downloaded once, and the next process finds it in the cache")
    func once() async throws {
        let node = FileNode(), folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let media = manager(node, folder: folder)
        #expect(media.cachedFile(for: "mxc://x/a") == nil)
        #expect(try await media.data(for: "mxc://x/a") == Data("file of a".utf8))
        #expect(try await media.data(for: "mxc://x/a") == Data("file of a".utf8))
        let file = try await media.file(for: "mxc://x/a")
        #expect(try Data(contentsOf: file) == Data("file of a".utf8))
        #expect(file.deletingLastPathComponent().standardizedFileURL.path == folder.standardizedFileURL.path)
        #expect(node.asked == ["a"])
        #expect(try await manager(node, folder: folder).data(for: "mxc://x/a") == Data("file of a".utf8))
        #expect(node.asked == ["a"])
        #expect(media.cacheSize == 9)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }

    @Test("a look-up does not wait while another file is being stored", .timeLimit(.minutes(10)))
    func lookUp() async throws {
        let folder = Self.folder(), stops = Mutex(false)
        let entered = OneShot<Void>(), done = OneShot<Void>(), release = DispatchSemaphore(value: 0)
        defer { try? FileManager.default.removeItem(at: folder) }
        let media = MXMediaManager(
            restClient: manager(FileNode()).restClient, folder: folder, maximumCacheSize: 1_000,
            maximumFileSize: 1_000
        ) {
            let isStopped = stops.withLock { stops in
                defer { stops = false }
                return stops
            }
            if isStopped {
                entered.fulfil(.success(()))
                release.wait()
            }
            return Date()
        }
        try media.keep(Data("a".utf8), for: "mxc://x/a")
        stops.withLock { $0 = true }
        DispatchQueue.global().async {
            try? media.keep(Data("b".utf8), for: "mxc://x/b")
            done.fulfil(.success(()))
        }
        try await entered.value()
        #expect(media.cachedFile(for: "mxc://x/a") != nil && media.cacheSize == 1)
        release.signal()
        try await done.value()
        #expect(await media.measuredCacheSize() == 2)
    }

    @Test("managers of one user share a folder, and a manager without a user has its own, which is deleted with it")
    func folders() async throws {
        func manager(_ userId: String?) -> MXMediaManager {
            let credentials = MXCredentials(node: "http://node.example", userId: userId, accessToken: "t")
            return MXMediaManager(
                restClient: MXRestClient(credentials: credentials, transport: FileNode(), options: MXSDKOptions()))
        }
        func folderOfUsedManager() async throws -> URL {
            let media = manager(nil)
            let file = try await media.file(for: "mxc://x/a")
            #expect(FileManager.default.fileExists(atPath: file.path))
            return media.folder
        }
        #expect(manager("@me:x").folder == manager("@me:x").folder)
        #expect(manager("@me:x").folder != manager("@other:x").folder)
        #expect(manager(nil).folder != manager(nil).folder)
        #expect(manager("").folder != manager("").folder)
        let folder = try await folderOfUsedManager()
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("a picture and its thumbnails are separate files")
    func thumbnails() async throws {
        let node = FileNode(), media = manager(FileNode())
        defer { media.clearCache() }
        _ = node
        let whole = try await media.file(for: "mxc://x/a"),
            small = try await media.file(for: "mxc://x/a", thumbnail: MXThumbnailSize(width: 1, height: 1))
        let crop = try await media.file(
            for: "mxc://x/a", thumbnail: MXThumbnailSize(width: 1, height: 1, method: .crop))
        #expect(Set([whole, small, crop]).count == 3)
    }

    @Test("simultaneous requests for a file share one download")
    func shared() async throws {
        let node = FileNode(isHeld: true), media = manager(node)
        defer { media.clearCache() }
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<20 { group.addTask { try await media.data(for: "mxc://x/a") } }
            await node.arrived(1)
            node.release()
            for try await data in group { #expect(data == Data("file of a".utf8)) }
        }
        #expect(node.asked.count == 1)
    }

    @Test("cancelling one request does not end the download for the others; it ends when all are cancelled")
    func cancellation() async throws {
        let node = FileNode(isHeld: true), media = manager(node)
        defer { media.clearCache() }
        let one = Task { try await media.data(for: "mxc://x/a") }
        await node.arrived(1)
        let (joined, join) = AsyncStream<Void>.makeStream()
        let two = Task {
            join.yield()
            return try await media.data(for: "mxc://x/a")
        }
        for await _ in joined { break }
        one.cancel()
        await #expect(throws: CancellationError.self) { _ = try await one.value }
        node.release()
        #expect(try await two.value == Data("file of a".utf8))

        node.hold()
        let before = node.asked.count
        let alone = Task { try await media.data(for: "mxc://x/b") }
        await node.arrived(before + 1)
        alone.cancel()
        await #expect(throws: CancellationError.self) { _ = try await alone.value }
        await node.cancelled()
        node.release()
        #expect(try await media.data(for: "mxc://x/b") == Data("file of b".utf8))
    }

    @Test("the next request repeats a failed download")
    func failing() async throws {
        let node = FileNode(), media = manager(node)
        defer { media.clearCache() }
        node.failNext()
        await #expect(throws: MXError.notFound) { _ = try await media.data(for: "mxc://x/a") }
        #expect(try await media.data(for: "mxc://x/a").count == 9)
    }

    @Test("the least recently used file is deleted first, even if another process used it")
    func quota() async throws {
        let node = FileNode(), folder = Self.folder(), clock = Ticking()
        defer { try? FileManager.default.removeItem(at: folder) }
        let media = manager(node, folder: folder, size: 27, clock: clock)
        for name in ["a", "b", "c"] { _ = try await media.data(for: "mxc://x/" + name) }
        _ = try await media.data(for: "mxc://x/a")
        _ = try await media.data(for: "mxc://x/d")
        #expect(media.cachedFile(for: "mxc://x/b") == nil)
        let next = manager(node, folder: folder, size: 27, clock: clock)
        #expect(await next.measuredCacheSize() == 27 && next.cacheSize == 27)
        _ = try await next.data(for: "mxc://x/e")
        #expect(next.cachedFile(for: "mxc://x/c") == nil)
        for name in ["a", "d", "e"] { #expect(next.cachedFile(for: "mxc://x/" + name) != nil) }
    }

    @Test("a file over the size limit is refused, and a file larger than the cache is returned nevertheless")
    func tooLong() async throws {
        let node = FileNode(), media = manager(node, size: 5, fileSize: 9)
        defer { media.clearCache() }
        #expect(try await media.data(for: "mxc://x/a").count == 9)
        let error = await failure { try await media.data(for: "mxc://x/longer") }
        #expect((error as? SDNSDKError)?.code == .responseTooLarge)
    }

    @Test("no mxc URL leads out of the folder, and clearing the cache deletes only its own files")
    func safety() async throws {
        let node = FileNode(), folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let media = manager(node, folder: folder)
        for uri in ["mxc://../../../tmp/evil", "../../evil", "mxc://x/a/../../evil", "/etc/passwd"] {
            await #expect(throws: (any Error).self) { _ = try await media.file(for: uri) }
            try media.keep(Data([1]), for: uri)
            #expect(
                media.cachedFile(for: uri)?.deletingLastPathComponent().standardizedFileURL.path
                    == folder.standardizedFileURL.path)
        }
        try Data([1]).write(to: folder.appendingPathComponent("mine"))
        media.clearCache()
        #expect(media.cacheSize == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine"])
    }

    @Test("a file that was deleted from the cache is downloaded again")
    func vanished() async throws {
        let node = FileNode(), media = manager(node)
        defer { media.clearCache() }
        try FileManager.default.removeItem(at: try await media.file(for: "mxc://x/a"))
        #expect(try await media.data(for: "mxc://x/a").count == 9)
        #expect(node.asked.count == 2)
        media.removeFile(for: "mxc://x/a")
        #expect(media.cachedFile(for: "mxc://x/a") == nil)
    }

    @Test("the closure form returns a path")
    func closure() async throws {
        let media = manager(FileNode())
        defer { media.clearCache() }
        let path = await withCheckedContinuation { done in
            media.downloadMedia(fromMatrixContentURI: "mxc://x/a", success: { done.resume(returning: $0) })
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 9)
    }
}

/// A clock that goes on by a second whenever it is read.
private final class Ticking: Sendable {
    private let seconds = Mutex<Double>(1_700_000_000)
    var next: @Sendable () -> Date {
        {
            self.seconds.withLock { seconds in
                seconds += 1; return Date(timeIntervalSince1970: seconds)
            }
        }
    }
}

/// A node whose every file says its own id.
private final class FileNode: HTTPTransport {
    private struct State {
        var asked: [String] = []
        var isHeld = false
        var fails = false
        var arrivals: [(count: Int, OneShot<Void>)] = []
        var gate = OneShot<Void>()
    }
    private let state: Mutex<State>
    private let cancellation = OneShot<Void>()

    init(isHeld: Bool = false) { state = Mutex(State(isHeld: isHeld)) }

    var asked: [String] { state.withLock { $0.asked } }
    func failNext() { state.withLock { $0.fails = true } }
    func hold() { state.withLock { ($0.isHeld, $0.gate) = (true, OneShot()) } }
    func release() {
        state.withLock { state in
            state.isHeld = false
            state.gate.fulfil(.success(()))
        }
    }
    func arrived(_ count: Int) async {
        let arrival = OneShot<Void>()
        state.withLock { state in
            if state.asked.count >= count {
                arrival.fulfil(.success(()))
            } else {
                state.arrivals.append((count, arrival))
            }
        }
        try? await arrival.value()
    }
    func cancelled() async { try? await cancellation.value() }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let name = request.url.lastPathComponent
        let (gate, fails) = state.withLock { state -> (OneShot<Void>?, Bool) in
            state.asked.append(name)
            for (count, arrival) in state.arrivals where state.asked.count >= count { arrival.fulfil(.success(())) }
            defer { state.fails = false }
            return (state.isHeld ? state.gate : nil, state.fails)
        }
        do {
            try await gate?.value()
        } catch {
            cancellation.fulfil(.success(()))
            throw error
        }
        if fails { return TransportResponse(status: 404, body: Array(#"{"errcode":"M_NOT_FOUND","error":"x"}"#.utf8)) }
        return TransportResponse(status: 200, body: Array("file of \(name)".utf8))
    }
    func close() {}
}
